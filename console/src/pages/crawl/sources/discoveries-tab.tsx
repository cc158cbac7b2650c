import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Away } from '../../../shared/format/away.tsx'
import { formatCount, formatUsd } from '../../../shared/format/format.ts'
import { Kind } from '../../../shared/format/kinds.tsx'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { Empty } from '../../../shared/lists/empty.tsx'
import { Listed } from '../../../shared/lists/listed.tsx'
import { useList } from '../../../shared/lists/use-list.ts'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import { statusQuery } from '../../../shared/service/domain.ts'
import type { Discovery } from '../../../shared/service/types.ts'
import { useMayCrawl, useSources } from '../crawl-queries.ts'
import { Details } from '../details.tsx'
import { isUnderWay, TaskState } from '../task-state.tsx'

const leftOutWords: Record<keyof NonNullable<Discovery['result']>['left_out'], string> = {
  source: 'sources already',
  gate: 'dropped by the gate',
  robots: 'not open to robots',
  unreachable: 'could not be read',
  unrelated: 'about something else',
  not_looked_at: 'not looked at',
}

/** Searches for sites that the graph could read. */
export function DiscoveriesTab({ domainId }: { domainId: string }) {
  const mayCrawl = useMayCrawl(domainId)
  const { data: status } = useQuery(statusQuery)
  const list = useList({
    key: ['d', domainId, 'discoveries'],
    page: (_, options) => polegraph.sources.listDiscoveries(domainId, options),
    items: ({ discoveries }) => discoveries,
    everyMs: (discoveries) => discoveries.some(isUnderWay) && 2_000,
  })
  const discover = useAction({
    call: () => polegraph.sources.discover(domainId),
    says: 'The search begins',
    refreshes: ['d', domainId],
    onFailed: toastError,
  })
  const isBusy = list.items?.some(isUnderWay) === true
  const button = mayCrawl && (
    <Button size="xs" loading={discover.isRunning} disabled={isBusy} onClick={() => discover.run()}>
      {isBusy ? 'Searching, for some minutes at most' : 'Search for sources now'}
    </Button>
  )
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 260px' }}>
          {status?.has_search === false
            ? 'Searches the sites that articles of Wikipedia name. To search the whole web, set SEARCH in the environment of the service (docs/configuration.md).'
            : 'Searches the web with words of the name, the description, the kinds and the gate of the graph.'}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {list.items?.length !== 0 && button}
          <AsCall call="sources.listDiscoveries" ids={[domainId]} />
        </Group>
      </Group>
      <Listed
        list={list}
        height={160}
        empty={
          <Empty title="No search for sources yet" action={button}>
            A search looks at one page of each of the ten best sites and says why it suggests it. None is added by
            itself.
          </Empty>
        }
      >
        {(discoveries) => discoveries.map((one) => <DiscoveryCard key={one.id} domainId={domainId} discovery={one} />)}
      </Listed>
    </Stack>
  )
}

function DiscoveryCard({ domainId, discovery }: { domainId: string; discovery: Discovery }) {
  const { result, sources, summary, queries_tried, by_model } = discovery
  const left = Object.entries(result?.left_out ?? {}).filter(([, count]) => count > 0)
  return (
    <Card withBorder>
      <Stack gap="sm">
        <TaskState task={discovery}>
          {result && (
            <Text size="sm" className="number">
              {formatCount(result.hits, 'address', 'addresses')} on {formatCount(result.sites, 'site')}
            </Text>
          )}
        </TaskState>
        {summary && (
          <Text size="sm" c={discovery.status === 'failed' ? 'red' : undefined} className="said">
            {summary}
          </Text>
        )}
        <Suggestions domainId={domainId} sources={sources} />
        {left.length > 0 && (
          <Text size="sm" c="dimmed">
            Not suggested:{' '}
            {left.map(([why, count]) => `${count} ${leftOutWords[why as keyof typeof leftOutWords]}`).join(', ')}.
          </Text>
        )}
        {by_model && <ByModel by_model={by_model} />}
        {queries_tried.length > 0 && (
          <Details label={`Searched with ${formatCount(queries_tried.length, 'query', 'queries')}`}>
            <Text size="sm" className="said">
              {queries_tried.join(' · ')}
            </Text>
          </Details>
        )}
      </Stack>
    </Card>
  )
}

/** The part of a model in a discovery: its calls, searches and sites within their bounds, and the sites that it dropped. */
function ByModel({ by_model }: { by_model: NonNullable<Discovery['by_model']> }) {
  const { calls, calls_max, searches, searches_max, sites, sites_max, spend_usd, dropped } = by_model
  return (
    <>
      <Text size="sm" c="dimmed" className="number">
        Model: {calls} of {calls_max} calls, {searches} of {searches_max} searches, {sites} of {sites_max} sites,{' '}
        {formatUsd(spend_usd)}.
      </Text>
      {dropped.length > 0 && (
        <Details label={`The model dropped ${formatCount(dropped.length, 'site')}`}>
          <Stack gap={4}>
            {dropped.map(({ url, reason }) => (
              <Text key={url} size="sm" component="div" className="said">
                <Away href={url} /> {reason}
              </Text>
            ))}
          </Stack>
        </Details>
      )}
    </>
  )
}

function Suggestions({ domainId, sources }: { domainId: string; sources: Discovery['sources'] }) {
  const mayCrawl = useMayCrawl(domainId)
  const added = new Set(useSources(domainId).items?.map(({ url }) => url))
  const add = useAction({
    call: (url: string) => polegraph.sources.add(domainId, { url }),
    says: 'The source is added',
    refreshes: ['d', domainId],
    onFailed: toastError,
  })
  if (sources.length === 0) return null
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {sources.map(({ url, reason, kinds }) => (
        <Group key={url} component="li" justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" fw={500} component="div">
              <Away href={url} />
            </Text>
            <Text size="sm" c="dimmed" className="said">
              {reason}
            </Text>
            <Group gap={6} mt={4}>
              {kinds.map((kind) => (
                <Kind key={kind} kind={kind} />
              ))}
            </Group>
          </div>
          {added.has(url) ? (
            <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
              a source
            </Text>
          ) : (
            mayCrawl && (
              <Button
                size="compact-sm"
                variant="light"
                style={{ flexShrink: 0 }}
                loading={add.input === url}
                onClick={() => add.run(url)}
                aria-label={`Add: ${url}`}
              >
                Add
              </Button>
            )
          )}
        </Group>
      ))}
    </Stack>
  )
}
