import { Badge, Box, Button, Group, Indicator, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { Empty } from '../../shared/lists/empty.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { useRowInSight } from '../../shared/page/use-row-in-sight.ts'
import { domainQuery } from '../../shared/service/domain.ts'
import { LiveDomain, type LiveState, useLiveState } from '../../shared/service/live.tsx'
import { useUnseen } from '../../shared/watches/watches.ts'
import { AutopilotStrip } from './autopilot-strip.tsx'

const mostShown = 99

const tabs = [
  ['/d/$domainId', 'Explore'],
  ['/d/$domainId/crawl', 'Crawl'],
  ['/d/$domainId/review', 'Review'],
  ['/d/$domainId/watches', 'Watches'],
  ['/d/$domainId/gate', 'Gate'],
  ['/d/$domainId/settings', 'Settings'],
] as const

/** The frame around the pages of a domain. */
export function DomainPage() {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId' })
  const { data: domain, error, refetch } = useQuery(domainQuery(domainId))
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const row = useRowInSight<HTMLDivElement>(path, '[aria-current=page]')
  if (error && !domain) {
    const isGone = 'status' in error && error.status === 404
    return isGone ? (
      <Empty
        title="This graph is not there"
        action={
          <Button component={Link} to="/" variant="light">
            All graphs
          </Button>
        }
      >
        It was deleted, or it belongs to another project.
      </Empty>
    ) : (
      <Problem error={error} onRetry={() => refetch()} />
    )
  }
  return (
    <LiveDomain domainId={domainId} key={domainId}>
      <Group
        justify="space-between"
        wrap="nowrap"
        gap="xs"
        px={{ base: 'xs', xs: 'md' }}
        component="nav"
        aria-label="Pages of the graph"
      >
        <Group gap={0} wrap="nowrap" miw={0} className="sideways" ref={row}>
          {tabs.map(([to, label]) => (
            <Link
              key={to}
              className="page-tab"
              to={to}
              params={{ domainId }}
              // Exact, or the link to the graph would be marked as current on all pages below it.
              activeOptions={{ exact: true, includeSearch: false }}
            >
              {label}
              {label === 'Watches' && <Unseen domainId={domainId} />}
            </Link>
          ))}
        </Group>
        <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
          {domain?.archived && <Badge color="gray">archived</Badge>}
          {domain && !domain.archived && <CrawlState state={domain.crawl_state} reason={domain.paused_reason} />}
          <LiveMark />
        </Group>
      </Group>
      <AutopilotStrip domainId={domainId} />
      <Box style={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
        <Outlet />
      </Box>
    </LiveDomain>
  )
}

/** How much there is that the person has not looked at, in all watches. */
function Unseen({ domainId }: { domainId: string }) {
  const count = useUnseen(domainId)
  if (count === 0) return null
  return (
    <Badge size="sm" ml={6} aria-label={`${count} new`}>
      {count > mostShown ? `${mostShown}+` : count}
    </Badge>
  )
}

function CrawlState({ state, reason }: { state: 'idle' | 'running' | 'paused'; reason: string | null }) {
  if (state === 'idle') return null
  return (
    <Badge color={state === 'running' ? 'blue' : 'yellow'} variant="light" tt="none" title={reason ?? undefined}>
      {state === 'running' ? 'crawling' : 'paused'}
    </Badge>
  )
}

const liveTexts: Record<LiveState, [color: string, text: string, why: string]> = {
  connecting: ['gray', 'connecting', 'The stream of events is being opened.'],
  live: ['green', 'live', 'Changes are shown as they happen.'],
  broken: ['orange', 'not live', 'The stream of events broke; it is being opened again.'],
  ended: ['red', 'not live', 'The service ended the stream of events. Reload the page to try again.'],
}

function LiveMark() {
  const [color, text, why] = liveTexts[useLiveState()]
  return (
    <Indicator color={color} position="middle-start" size={8} role="status" title={why}>
      <Text size="xs" c="dimmed" pl={14} visibleFrom="xs">
        {text}
      </Text>
    </Indicator>
  )
}
