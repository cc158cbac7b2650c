import { Code, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../../shared/lists/empty.tsx'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { domainQuery, runsQuery, statusQuery } from '../../../shared/service/domain.ts'
import type { Domain } from '../../../shared/service/types.ts'
import { useMayCrawl, useSources } from '../crawl-queries.ts'
import { AddSources } from '../sources/add-sources.tsx'
import type { NewSources } from '../sources/use-new-sources.ts'
import { StartButtons } from '../start-buttons.tsx'
import { AutopilotCard } from './autopilot-card.tsx'
import { EarlierRuns } from './earlier-runs.tsx'
import { type FinishedPage, FinishedPages } from './finished-pages.tsx'
import { RunCard } from './run-card.tsx'
import { RunControls } from './run-controls.tsx'

interface LiveTabProps {
  domainId: string
  finished: FinishedPage[]
  newSources: NewSources
}

export function LiveTab({ domainId, finished, newSources }: LiveTabProps) {
  const runs = useQuery(runsQuery(domainId))
  const { data: domain } = useQuery(domainQuery(domainId))
  const mayCrawl = useMayCrawl(domainId)
  if (runs.error && !runs.data) return <Problem error={runs.error} onRetry={() => runs.refetch()} />
  if (!runs.data || !domain) return <Skeleton h={260} />
  const [run, ...earlier] = runs.data.runs
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <NoModel />
        <AsCall call="runs.list" ids={[domainId]} />
      </Group>
      <AutopilotCard domainId={domainId} />
      {run ? (
        <RunCard domain={domain} run={run}>
          {mayCrawl && <RunControls domain={domain} run={run} />}
          {mayCrawl && run.status !== 'running' && <StartButtons domainId={domainId} />}
        </RunCard>
      ) : (
        <NoRun domain={domain} newSources={newSources} />
      )}
      {run && mayCrawl && newSources.text !== '' && <AddSources domainId={domainId} newSources={newSources} />}
      {run && <FinishedPages pages={finished} />}
      <EarlierRuns runs={earlier} />
    </Stack>
  )
}

function NoRun({ domain, newSources }: { domain: Domain; newSources: NewSources }) {
  const domainId = domain.id
  const mayCrawl = useMayCrawl(domainId)
  const { items: sources } = useSources(domainId)
  if (!sources) return <Skeleton h={200} />
  const hasSources = sources.length > 0
  const isPaused = domain.crawl_state === 'paused'
  const action = mayCrawl && (
    <Group gap="xs">
      <RunControls domain={domain} run={undefined} />
      {hasSources && <StartButtons domainId={domainId} />}
    </Group>
  )
  return (
    <Empty title="No page was read yet" action={action}>
      {isPaused && `The crawl is paused: ${domain.paused_reason}. `}
      {hasSources
        ? 'The graph has sources that wait.'
        : 'Add a source: the crawl begins at its page and follows the links that it finds there.'}
      {mayCrawl && (!hasSources || newSources.text !== '') && (
        <Stack ta="left" mt="md" c="var(--mantine-color-text)">
          <AddSources domainId={domainId} newSources={newSources} />
        </Stack>
      )}
    </Empty>
  )
}

/** Says what works without a model, and how to add one. */
export function NoModel() {
  const { data } = useQuery(statusQuery)
  if (data?.has_model !== false) return <span />
  return (
    <Text size="sm" c="dimmed">
      No model is configured: pages are read by rules, which find what structured data, tables, lists and plain
      sentences say. To have a model read the rest, set <Code>MODEL</Code> and <Code>MODEL_API_KEY</Code> in the
      environment of the service and restart it (docs/configuration.md).
    </Text>
  )
}
