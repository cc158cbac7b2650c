import { Badge, Button, Group, Progress, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useMatchRoute } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formatCount, formatNumber } from '../../shared/format/format.ts'
import { stageWords } from '../../shared/format/stage-words.ts'
import { useAction } from '../../shared/forms/use-action.tsx'
import { toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { autopilotQuery, domainQuery, runsQuery } from '../../shared/service/domain.ts'
import { useMayWrite } from '../../shared/service/session.ts'

const everyMs = 4_000

/** Over the graph that an autopilot makes: what it does now, how far it is, and a button that stops it. */
export function AutopilotStrip({ domainId }: { domainId: string }) {
  const queries = useQueryClient()
  const isCrawlPage = useMatchRoute()({ to: '/d/$domainId/crawl', params: { domainId } })
  const { data } = useQuery({
    ...autopilotQuery(domainId),
    // The stream of events does not tell of its steps.
    refetchInterval: ({ state }) => (isAtWork(state.data?.autopilot?.stage) ? everyMs : false),
  })
  const pilot = data?.autopilot
  const isOn = isAtWork(pilot?.stage)
  const { data: runs } = useQuery({ ...runsQuery(domainId), enabled: isOn })
  const { data: domain } = useQuery(domainQuery(domainId))
  const mayWrite = useMayWrite()
  const stage = pilot?.stage
  const before = useRef(stage)
  // The graph is asked for again after each step, also where no event tells of it.
  useEffect(() => {
    if (before.current && before.current !== stage) void queries.invalidateQueries({ queryKey: ['d', domainId] })
    before.current = stage
  }, [queries, domainId, stage])
  const stop = useAction({
    call: () => polegraph.runs.pause(domainId),
    says: 'Paused. Resume it on the page of the crawl.',
    refreshes: ['d', domainId],
    onFailed: toastError,
  })
  if (!pilot || !isOn || isCrawlPage) return null
  const run = runs?.runs.find(({ status }) => status === 'running')
  return (
    <Group component="section" aria-label="Autopilot" px="md" py={6} gap="sm" bg="var(--mantine-color-default-hover)">
      <Badge variant="light" tt="none">
        Autopilot
      </Badge>
      <Text size="sm" role="status">
        {domain?.crawl_state === 'paused' ? 'Paused' : stageWords[pilot.stage]}
        <Text span size="sm" c="dimmed" className="number">
          {' '}
          · round {formatNumber(pilot.cycle)} of {formatNumber(pilot.max_cycles)}
          {run && ` · ${formatNumber(run.pages_done)} of ${formatCount(run.pages_total, 'page')}`}
          {run && ` · ${formatCount(run.entities_added, 'entity', 'entities')} found`}
        </Text>
      </Text>
      {run && (
        <Progress
          value={(100 * run.pages_done) / Math.max(1, run.pages_total)}
          aria-label="Pages that are done"
          style={{ flex: '1 1 120px', maxWidth: 320 }}
        />
      )}
      <Group gap="xs" ml="auto">
        {mayWrite && run && domain?.crawl_state === 'running' && (
          <Button size="compact-sm" variant="default" loading={stop.isRunning} onClick={() => stop.run()}>
            Pause
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          renderRoot={(props) => <Link {...props} to="/d/$domainId/crawl" params={{ domainId }} />}
        >
          Details
        </Button>
      </Group>
    </Group>
  )
}

const isAtWork = (stage: string | undefined) => stage !== undefined && stage !== 'steady' && stage !== 'failed'
