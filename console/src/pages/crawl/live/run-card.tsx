import { Alert, Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { Run } from '@polegraph/sdk/contract-types.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber, formatUsd } from '../../../shared/format/format.ts'
import { Time } from '../../../shared/format/time.tsx'
import type { Domain } from '../../../shared/service/types.ts'
import { usageQuery } from '../crawl-queries.ts'
import { endWords, pauseAdvice, triggerWords } from '../words.ts'
import { RunBar } from './run-bar.tsx'

/** The run that goes on, or the last one. */
export function RunCard({ domain, run, children }: { domain: Domain; run: Run; children?: ReactNode }) {
  const isRunning = run.status === 'running'
  const isPaused = domain.crawl_state === 'paused'
  const words = isPaused ? 'Paused' : isRunning ? 'Crawling' : run.status === 'cancelled' ? 'Cancelled' : 'Finished'
  const color = isPaused ? 'yellow' : isRunning ? 'blue' : 'gray'
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Group gap="sm">
            <Title order={2} size="h4">
              {isRunning ? 'This run' : 'The last run'}
            </Title>
            <Badge color={color} variant="light" tt="none">
              {words}
            </Badge>
          </Group>
          <Group gap="xs">{children}</Group>
        </Group>
        {isPaused && domain.paused_reason && <Paused domainId={domain.id} reason={domain.paused_reason} />}
        <Group gap="xl">
          <Figure label="Pages">
            {formatNumber(run.pages_done)} of {formatNumber(run.pages_total)}
          </Figure>
          <Figure label="Entities added">{formatNumber(run.entities_added)}</Figure>
          <Figure label="Spend of the run">{formatUsd(run.spend_usd)}</Figure>
          <MonthSpend domain={domain} />
        </Group>
        <RunBar run={run} />
        <Text size="sm" c="dimmed">
          Started <Time at={run.started_at} ago /> {triggerWords[run.trigger]}
          {run.finished_at && (
            <>
              , ended <Time at={run.finished_at} ago />
            </>
          )}
          {'. '}
          <span className="said">{endWords(run.end_reason)}</span>{' '}
          {domain.next_recrawl_at && (
            <>
              The next one begins <Time at={domain.next_recrawl_at} ago />.{' '}
            </>
          )}
          {run.end_reason === 'budget' && (
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link {...props} to="/d/$domainId/settings" params={{ domainId: domain.id }} />}
            >
              The page limit is {formatNumber(domain.max_pages)}
            </Anchor>
          )}
          {run.end_reason?.includes('held back') && (
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/d/$domainId/crawl"
                  params={{ domainId: domain.id }}
                  search={{ tab: 'frontier' }}
                />
              )}
            >
              See which
            </Anchor>
          )}
        </Text>
      </Stack>
    </Card>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={600} size="lg" className="number">
        {children}
      </Text>
    </div>
  )
}

function MonthSpend({ domain }: { domain: Domain }) {
  const { data } = useQuery(usageQuery(domain.id, 1))
  const month = data?.months[0]
  const isNow = month?.month === new Date().toISOString().slice(0, 7)
  const cap = domain.max_spend_usd
  return (
    <Figure label="Spend this month">
      {data ? formatUsd(isNow ? month.spend_usd : 0) : '–'}
      <Text span c="dimmed" size="sm">
        {cap === null ? ', no budget set' : ` of ${formatUsd(cap)}`}
      </Text>
    </Figure>
  )
}

function Paused({ domainId, reason }: { domainId: string; reason: string }) {
  const advice = pauseAdvice(reason)
  return (
    <Alert color="yellow" title="The crawl is paused">
      <Text size="sm">
        <span className="said">{`${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`}</span> {advice?.text}{' '}
        {advice?.to && (
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link {...props} to="/d/$domainId/settings" params={{ domainId }} search={{ tab: 'spend' }} />
            )}
          >
            Spend
          </Anchor>
        )}
      </Text>
    </Alert>
  )
}
