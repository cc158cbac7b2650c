import { Anchor, Button, Checkbox, CopyButton, Group, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Time } from '../../shared/format/time.tsx'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { Form } from '../../shared/forms/form.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { actions, ListTable } from '../../shared/lists/list-table.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { base, polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Domain, Share } from '../../shared/service/types.ts'

type View = Share['views'][number]
type Part = Share['show'][number]

const viewWords: [View, string][] = [
  ['graph', 'Graph'],
  ['timeline', 'Timeline'],
  ['map', 'Map'],
  ['search', 'Search'],
]

const partWords: [Part, string, string][] = [
  [
    'relationships',
    'Relationships',
    'Strangers see who is related to whom, as lines in the graph, and can filter by it.',
  ],
  [
    'facts',
    'Facts',
    'Strangers also see ids in registers, such as Wikidata, and home pages, in the details of each entity.',
  ],
  ['sources', 'Sources', 'Strangers see quotes, the addresses of the pages that say so, and when these were read.'],
]

const wordOf = (part: Part) => partWords.find(([one]) => one === part)?.[1] ?? part

const sharesKey = (domainId: string) => ['d', domainId, 'shares']

const addressOf = (token: string) => `${base}/s/${token}`

/** HTML that shows the link in another page. */
const frameOf = (token: string) =>
  `<iframe src="${addressOf(token)}?embed=1" title="Knowledge graph" width="100%" height="480" loading="lazy"></iframe>`

/** Links by which anybody reads parts of the graph, without signing in. */
export function SharesTab({ domain }: { domain: Domain }) {
  const mayWrite = useMayWrite()
  const [ending, setEnding] = useState<Share | undefined>(undefined)
  const list = useList({
    key: sharesKey(domain.id),
    page: (from, options) => polegraph.shares.list(domain.id, { limit: 100, ...from }, options),
    items: ({ shares }) => shares,
  })
  const revoke = useAction({
    call: ({ id }: Share) => polegraph.shares.revoke(domain.id, id),
    says: 'The link no longer works',
    refreshes: sharesKey(domain.id),
    onDone: () => setEnding(undefined),
  })
  return (
    <Stack>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        {mayWrite ? (
          <NewShare domainId={domain.id} />
        ) : (
          <Text size="sm" c="dimmed">
            Editors and owners make and revoke links.
          </Text>
        )}
        <AsCall call="shares.list" ids={[domain.id]} />
      </Group>
      <Listed
        list={list}
        height={120}
        empty={
          <Empty title="No share link yet">Whoever has a link sees what you choose for it, without signing in.</Empty>
        }
      >
        {(shares) => (
          <ListTable minWidth={640} columns={['Link', 'Shows', 'Made', actions]}>
            {shares.map((share) => (
              <Row key={share.id} share={share} onEnd={mayWrite ? () => setEnding(share) : undefined} />
            ))}
          </ListTable>
        )}
      </Listed>
      {ending && (
        <Confirm
          title="Revoke the link"
          action="Revoke"
          of={revoke}
          onConfirm={() => revoke.run(ending)}
          onClose={() => setEnding(undefined)}
        >
          It stops working at once, wherever it was sent or published, and cannot be brought back.
        </Confirm>
      )}
    </Stack>
  )
}

function Row({ share, onEnd }: { share: Share; onEnd: (() => void) | undefined }) {
  const { token, views, show } = share
  return (
    <Table.Tr>
      <Table.Td>
        {token ? (
          <Anchor href={addressOf(token)} target="_blank" rel="noopener" size="sm" display="block" maw={360}>
            <span className="one-line">{addressOf(token)}</span>
          </Anchor>
        ) : (
          <Text size="sm" c="dimmed">
            It works, but cannot be shown: the service has another SECRETS_KEY than when it was made.
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {views.join(', ')}
        {show.length > 0 && (
          <Text size="xs" c="dimmed">
            with {show.map((part) => wordOf(part).toLowerCase()).join(', ')}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Time at={share.created_at} ago />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {token && (
            <CopyButton value={addressOf(token)}>
              {({ copied, copy }) => (
                <Button size="compact-sm" variant="light" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          )}
          {token && views.some((view) => view !== 'search') && (
            <CopyButton value={frameOf(token)}>
              {({ copied, copy }) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={copy}
                  title="For a page of your own. The operator names the sites that may show it in EMBED_ORIGINS."
                >
                  {copied ? 'Copied' : 'Embed'}
                </Button>
              )}
            </CopyButton>
          )}
          {onEnd && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={onEnd}
              aria-label={`Revoke the link of ${views.join(', ')}`}
            >
              Revoke…
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function NewShare({ domainId }: { domainId: string }) {
  const [views, setViews] = useState<View[]>(['graph', 'timeline', 'map', 'search'])
  const [show, setShow] = useState<Part[]>([])
  const create = useAction({
    call: () => polegraph.shares.create(domainId, { views, show }),
    says: 'The link works',
    refreshes: sharesKey(domainId),
    // What one link shows is no reason that the next one does.
    onDone: () => setShow([]),
  })
  return (
    <Form onSend={() => create.run()}>
      <Checkbox.Group
        label="A new link shows"
        description="Anybody who has it can read that, without signing in: names, dates, places and values."
        value={views}
        onChange={(value) => setViews(value as View[])}
      >
        <Group mt="xs">
          {viewWords.map(([view, word]) => (
            <Checkbox key={view} value={view} label={word} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox.Group label="And beside these" mt="sm" value={show} onChange={(value) => setShow(value as Part[])}>
        <Stack mt="xs" gap="xs">
          {partWords.map(([part, word, says]) => (
            <Checkbox key={part} value={part} label={word} description={says} />
          ))}
        </Stack>
      </Checkbox.Group>
      {create.problem}
      <Button type="submit" mt="sm" loading={create.isRunning} disabled={views.length === 0}>
        Make a link
      </Button>
    </Form>
  )
}
