import { Stack, Table, Text, Title } from '@mantine/core'
import type { Run } from '@polegraph/sdk/contract-types.ts'
import { formatNumber, formatUsd } from '../../../shared/format/format.ts'
import { Time } from '../../../shared/format/time.tsx'
import { counters, counterTitles, endWords, triggerWords } from '../words.ts'

const shortWords: Record<(typeof counters)[number][0], string> = {
  pages_agentic: 'Model',
  pages_deterministic: 'Rules',
  pages_unchanged: 'Unchanged',
  pages_irrelevant: 'Not relevant',
  pages_skipped: 'Skipped',
  pages_failed: 'Failed',
}

export function EarlierRuns({ runs }: { runs: Run[] }) {
  if (runs.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Earlier runs
      </Title>
      <Table.ScrollContainer minWidth={900} type="native">
        <Table className="number">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Started</Table.Th>
              <Table.Th ta="right">Pages</Table.Th>
              {counters.map(([name]) => (
                <Table.Th key={name} ta="right" title={counterTitles[name]}>
                  {shortWords[name]}
                </Table.Th>
              ))}
              <Table.Th ta="right">Entities</Table.Th>
              <Table.Th ta="right">Spend</Table.Th>
              <Table.Th>Why it ended</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {runs.map((run) => (
              <Table.Tr key={run.id}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  <Time at={run.started_at} ago />
                  {run.trigger !== 'call' && (
                    <Text size="xs" c="dimmed">
                      {triggerWords[run.trigger]}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="right">{formatNumber(run.pages_done)}</Table.Td>
                {counters.map(([name]) => (
                  <Table.Td key={name} ta="right">
                    <Text inherit c={run[name] === 0 ? 'dimmed' : undefined}>
                      {formatNumber(run[name])}
                    </Text>
                  </Table.Td>
                ))}
                <Table.Td ta="right">{formatNumber(run.entities_added)}</Table.Td>
                <Table.Td ta="right">{formatUsd(run.spend_usd)}</Table.Td>
                <Table.Td className="said">{endWords(run.end_reason)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}
