import { Button, Group, Progress, Skeleton, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { formatNumber, formatShort, formatUsd, formatWords } from '../../shared/format/format.ts'
import { Form } from '../../shared/forms/form.tsx'
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx'
import { NumberField } from '../../shared/forms/number-field.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Domain, UsageMonth } from '../../shared/service/types.ts'
import { useSaveDomain } from './save-domain.ts'

/** Shows what models cost, and sets the most that they may. */
export function SpendTab({ domain }: { domain: Domain }) {
  const mayWrite = useMayWrite()
  const { data, error, refetch } = useQuery({
    queryKey: ['d', domain.id, 'usage', 'all'],
    queryFn: ({ signal }) => polegraph.domains.getUsage(domain.id, {}, { signal }),
  })
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        {mayWrite ? (
          <Cap domain={domain} />
        ) : (
          <Text size="sm">
            {domain.max_spend_usd === null
              ? 'No monthly budget.'
              : `At most ${formatUsd(domain.max_spend_usd)} a month.`}
          </Text>
        )}
        <AsCall call="domains.getUsage" ids={[domain.id]} />
      </Group>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton h={160} />}
      {data?.months.length === 0 && (
        <Empty title="No model was asked yet">Pages that are read by rules cost nothing.</Empty>
      )}
      {data && data.months.length > 0 && <Months months={data.months} cap={domain.max_spend_usd} />}
    </Stack>
  )
}

function Cap({ domain }: { domain: Domain }) {
  const [cap, setCap] = useState<number | null>(domain.max_spend_usd)
  const save = useSaveDomain(domain.id)
  const isChanged = cap !== domain.max_spend_usd
  return (
    <>
      <LeaveGuard isChanged={isChanged} />
      <Form onSend={() => save.run({ max_spend_usd: cap })}>
        <Group align="flex-end" gap="xs">
          <NumberField
            label="Monthly budget"
            description="In US dollars; empty for none. When it is spent the crawl pauses, and questions are answered without a model."
            placeholder="no limit"
            prefix="$"
            min={0}
            max={limits.spend_usd_max}
            decimalScale={2}
            thousandSeparator=","
            maw={420}
            value={cap ?? undefined}
            onChange={(value) => setCap(value ?? null)}
          />
          <Button type="submit" disabled={!isChanged} loading={save.isRunning}>
            Save
          </Button>
        </Group>
        {save.problem}
      </Form>
    </>
  )
}

function Months({ months, cap }: { months: UsageMonth[]; cap: number | null }) {
  const most = Math.max(cap ?? 0, ...months.map(({ spend_usd }) => spend_usd), 1e-9)
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Spend by month
      </Title>
      <Table.ScrollContainer minWidth={820} type="native">
        <Table className="number">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Month (UTC)</Table.Th>
              <Table.Th>Purpose and model</Table.Th>
              <Table.Th ta="right">Calls</Table.Th>
              <Table.Th ta="right">Tokens in</Table.Th>
              <Table.Th ta="right">Tokens out</Table.Th>
              <Table.Th ta="right">Spend</Table.Th>
              <Table.Th w={160}>
                <VisuallyHidden>Share</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {months.map((month) => (
              <Fragment key={month.month}>
                <Table.Tr fw={600}>
                  <Table.Td>{month.month}</Table.Td>
                  <Table.Td>All</Table.Td>
                  <Numbers usage={month} />
                  <Bar share={month.spend_usd / most} color="blue" />
                </Table.Tr>
                {month.by_purpose_and_model.map((usage) => (
                  <Table.Tr key={`${usage.purpose} ${usage.model}`}>
                    <Table.Td />
                    <Table.Td className="said">
                      {formatWords(usage.purpose)}, {usage.model}
                    </Table.Td>
                    <Numbers usage={usage} />
                    <Bar share={usage.spend_usd / most} color="blue.3" />
                  </Table.Tr>
                ))}
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

function Numbers({ usage }: { usage: Omit<UsageMonth, 'month' | 'by_purpose_and_model'> }) {
  return (
    <>
      <Table.Td ta="right">{formatNumber(usage.calls)}</Table.Td>
      <Table.Td
        ta="right"
        title={`${formatNumber(usage.tokens_input)}, ${formatNumber(usage.tokens_cached)} of them cached`}
      >
        {formatShort(usage.tokens_input)}
      </Table.Td>
      <Table.Td ta="right" title={formatNumber(usage.tokens_output)}>
        {formatShort(usage.tokens_output)}
      </Table.Td>
      <Table.Td ta="right">{formatUsd(usage.spend_usd)}</Table.Td>
    </>
  )
}

/** A bar beside the number, so that months can be compared at a glance. */
function Bar({ share, color }: { share: number; color: string }) {
  return (
    <Table.Td>
      <Progress value={Math.min(100, 100 * share)} color={color} aria-hidden />
    </Table.Td>
  )
}
