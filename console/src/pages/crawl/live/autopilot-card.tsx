import { Alert, Badge, Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatWords } from '../../../shared/format/format.ts'
import { Kind } from '../../../shared/format/kinds.tsx'
import { stageWords } from '../../../shared/format/stage-words.ts'
import { Time } from '../../../shared/format/time.tsx'
import { fieldLabels } from '../../../shared/forms/rule-fields.ts'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { ListTable } from '../../../shared/lists/list-table.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import { autopilotQuery } from '../../../shared/service/domain.ts'
import type { Autopilot } from '../../../shared/service/types.ts'
import { useMayCrawl } from '../crawl-queries.ts'
import { Details } from '../details.tsx'

const steps = ['brief', 'discover', 'crawling', 'assess', 'grow', 'steady'] as const

const isAtRest = (stage: Autopilot['stage'] | undefined) =>
  stage === undefined || stage === 'steady' || stage === 'failed'

/** The steps of a graph that is made from one sentence. */
export function AutopilotCard({ domainId }: { domainId: string }) {
  const { data, error, refetch } = useQuery({
    ...autopilotQuery(domainId),
    // Asked for at intervals, because the stream of events does not tell of its steps.
    refetchInterval: ({ state }) => (isAtRest(state.data?.autopilot?.stage) ? false : 4_000),
  })
  const mayCrawl = useMayCrawl(domainId)
  const retry = useAction({
    call: () => polegraph.autopilot.retry(domainId),
    refreshes: ['d', domainId],
    onFailed: toastError,
  })
  if (error && !data) return <Problem error={error} onRetry={() => refetch()} />
  const pilot = data?.autopilot
  if (!pilot) return null
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Title order={2} size="h4">
            Autopilot
          </Title>
          <Text size="sm" c="dimmed" className="number">
            Round {pilot.cycle} of {pilot.max_cycles}
          </Text>
        </Group>
        <Text className="said">{pilot.prompt}</Text>
        <Steps pilot={pilot} />
        {pilot.error && (
          <Alert color="red" title={`${stageWords[failedStage(pilot)]}: that failed`}>
            <Text size="sm" className="said" mb="xs">
              {pilot.error}
            </Text>
            {mayCrawl && (
              <Button size="xs" variant="default" loading={retry.isRunning} onClick={() => retry.run()}>
                Try again
              </Button>
            )}
          </Alert>
        )}
        {pilot.last_report && <Report report={pilot.last_report} />}
        {pilot.brief && <Brief brief={pilot.brief} />}
        <History history={pilot.history} />
      </Stack>
    </Card>
  )
}

/** The stage that it was in when it failed. */
function failedStage({ stage, history }: Autopilot): Autopilot['stage'] {
  return stage === 'failed' ? (history.findLast((entry) => entry.stage !== 'failed')?.stage ?? stage) : stage
}

function Steps({ pilot }: { pilot: Autopilot }) {
  const at = steps.indexOf(failedStage(pilot) as (typeof steps)[number])
  return (
    <Group component="ol" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
      {steps.map((step, index) => {
        const isNow = index === at
        const color = isNow && pilot.stage === 'failed' ? 'red' : isNow ? 'blue' : 'gray'
        return (
          <li key={step} aria-current={isNow ? 'step' : undefined}>
            <Badge color={color} variant={isNow ? 'filled' : index < at ? 'light' : 'outline'} tt="none" title={step}>
              {index < at || pilot.stage === 'steady' ? '✓ ' : ''}
              {stageWords[step]}
            </Badge>
          </li>
        )
      })}
    </Group>
  )
}

function Report({ report }: { report: NonNullable<Autopilot['last_report']> }) {
  return (
    <div>
      <Text size="sm">
        <strong className="number">Score {Math.round(report.score)} of 100.</strong>{' '}
        <span className="said">{report.reason}</span>
      </Text>
      {report.gaps.length > 0 && (
        <Text size="sm" c="dimmed" className="said">
          {report.gaps.join(' ')}
        </Text>
      )}
    </div>
  )
}

function Brief({ brief }: { brief: NonNullable<Autopilot['brief']> }) {
  const rules = Object.entries(brief.gate).filter(([, value]) => !Array.isArray(value) || value.length > 0)
  return (
    <Details label="How the sentence was understood">
      <Stack gap="xs">
        <Text size="sm" className="said">
          <strong>{brief.name}</strong>
          {brief.description && `: ${brief.description}`}
        </Text>
        <Group gap={6}>
          {brief.ontology.map((kind) => (
            <Kind key={kind} kind={kind} />
          ))}
        </Group>
        {brief.queries.length > 0 && (
          <Text size="sm" className="said">
            Searched for: {brief.queries.join(' · ')}
          </Text>
        )}
        {rules.map(([name, value]) => (
          <Text size="sm" key={name} className="said">
            {fieldLabels[name as keyof typeof fieldLabels] ?? formatWords(name)}:{' '}
            {Array.isArray(value) ? value.join(', ') : String(value)}
          </Text>
        ))}
      </Stack>
    </Details>
  )
}

function History({ history }: { history: Autopilot['history'] }) {
  return (
    <Details label="What it did so far">
      <ListTable minWidth={480} columns={['When', 'Round', 'Step', 'What was done']}>
        {history.toReversed().map(({ stage, cycle, started_at, note }) => (
          <Table.Tr key={`${started_at} ${stage}`}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              <Time at={started_at} ago />
            </Table.Td>
            <Table.Td className="number">{cycle}</Table.Td>
            <Table.Td>{stageWords[stage]}</Table.Td>
            <Table.Td className="said">{note}</Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
    </Details>
  )
}
