import { Anchor, Button, Checkbox, CopyButton, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Time } from '../../shared/format/time.tsx'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { actions, ListTable } from '../../shared/lists/list-table.tsx'
import { ShowMore } from '../../shared/lists/show-more.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { toastDone } from '../../shared/page/toast.tsx'
import { base, polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Domain, Share } from '../../shared/service/types.ts'

type View = Share['views'][number]

const viewWords: [View, string][] = [
  ['graph', 'Graph'],
  ['timeline', 'Timeline'],
  ['map', 'Map'],
  ['search', 'Search'],
]

const addressOf = (token: string) => `${base}/s/${token}`

/** Links by which anybody reads parts of the graph, without signing in. */
export function SharesTab({ domain }: { domain: Domain }) {
  const mayWrite = useMayWrite()
  const queries = useQueryClient()
  const queryKey = ['d', domain.id, 'shares']
  const refresh = () => void queries.invalidateQueries({ queryKey })
  const [ending, setEnding] = useState<Share | undefined>(undefined)
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => polegraph.shares.list(domain.id, { limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const shares = list.data?.pages.flatMap((page) => page.shares)
  const revoke = useMutation({
    mutationFn: ({ id }: Share) => polegraph.shares.revoke(domain.id, id),
    onSuccess: () => {
      setEnding(undefined)
      toastDone('The link no longer works')
      refresh()
    },
  })
  return (
    <Stack>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        {mayWrite ? (
          <NewShare domainId={domain.id} onMade={refresh} />
        ) : (
          <Text size="sm" c="dimmed">
            Editors and owners make and revoke links.
          </Text>
        )}
        <AsCall call="shares.list" ids={[domain.id]} />
      </Group>
      {list.error && !list.data && <Problem error={list.error} onRetry={() => list.refetch()} />}
      {!shares && !list.error && <Skeleton h={120} />}
      {shares?.length === 0 && (
        <Empty title="No share link yet">
          Whoever has a link sees the views that you choose, without signing in: no relationships, and no sources.
        </Empty>
      )}
      {shares && shares.length > 0 && (
        <ListTable minWidth={640} columns={['Link', 'Shows', 'Made', actions]}>
          {shares.map((share) => (
            <Row key={share.id} share={share} onEnd={mayWrite ? () => setEnding(share) : undefined} />
          ))}
        </ListTable>
      )}
      <ShowMore found={list} />
      {ending && (
        <Confirm
          opened
          title="Revoke the link"
          action="Revoke"
          isPending={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(ending)}
          onClose={() => {
            revoke.reset()
            setEnding(undefined)
          }}
        >
          It stops working at once, wherever it was sent or published, and cannot be brought back.
        </Confirm>
      )}
    </Stack>
  )
}

function Row({ share, onEnd }: { share: Share; onEnd: (() => void) | undefined }) {
  const { token, views } = share
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
      <Table.Td>{views.join(', ')}</Table.Td>
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

function NewShare({ domainId, onMade }: { domainId: string; onMade: () => void }) {
  const [views, setViews] = useState<View[]>(['graph', 'timeline', 'map', 'search'])
  const create = useMutation({
    mutationFn: () => polegraph.shares.create(domainId, { views }),
    onSuccess: () => {
      toastDone('The link works')
      onMade()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <Checkbox.Group
        label="A new link shows"
        description="Anybody who has it can read that, without signing in: no relationships, and no sources."
        value={views}
        onChange={(value) => setViews(value as View[])}
      >
        <Group mt="xs">
          {viewWords.map(([view, word]) => (
            <Checkbox key={view} value={view} label={word} />
          ))}
        </Group>
      </Checkbox.Group>
      {create.error && <Problem error={create.error} />}
      <Button type="submit" mt="sm" loading={create.isPending} disabled={views.length === 0}>
        Make a link
      </Button>
    </form>
  )
}
