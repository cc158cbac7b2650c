import { Anchor, Badge, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber, formatUsd } from '../../shared/format/format.ts'
import { Time } from '../../shared/format/time.tsx'
import { polegraph } from '../../shared/service/client.ts'
import type { ListedDomain } from '../../shared/service/types.ts'

/** The graphs with their counts, state, spend and score; three empty rows until they come. */
export function DomainTable({ domains }: { domains: ListedDomain[] | undefined }) {
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Graph</Table.Th>
            <Table.Th ta="right">Entities</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Pages
            </Table.Th>
            <Table.Th visibleFrom="xs">Crawl</Table.Th>
            <Table.Th ta="right" visibleFrom="md">
              Spend this month
            </Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Score
            </Table.Th>
            <Table.Th visibleFrom="lg">Made</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {domains
            ? domains.map((domain) => <Row key={domain.id} domain={domain} />)
            : [1, 2, 3].map((row) => (
                <Table.Tr key={row}>
                  <Table.Td colSpan={7}>
                    <Skeleton h={36} />
                  </Table.Td>
                </Table.Tr>
              ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Row({ domain }: { domain: ListedDomain }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={0} maw={480}>
          <Group gap="xs" wrap="nowrap">
            <Anchor
              fw={600}
              miw={0}
              renderRoot={(props) => <Link {...props} to="/d/$domainId" params={{ domainId: domain.id }} />}
            >
              <span className="said">{domain.name}</span>
            </Anchor>
            {domain.archived && (
              <Badge size="sm" color="gray" variant="light" tt="none">
                archived
              </Badge>
            )}
          </Group>
          {domain.description && (
            <Text size="sm" c="dimmed" lineClamp={2} className="said">
              {domain.description}
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formatNumber(domain.entity_count)}
      </Table.Td>
      <Table.Td ta="right" className="number" visibleFrom="sm">
        {formatNumber(domain.page_count)}
        <Text span c="dimmed" size="sm">
          {' '}
          / {formatNumber(domain.max_pages)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <State domain={domain} />
      </Table.Td>
      <Table.Td ta="right" className="number" visibleFrom="md">
        {formatUsd(domain.spend_usd)}
        <Text span c="dimmed" size="sm">
          {domain.max_spend_usd === null ? '' : ` / ${formatUsd(domain.max_spend_usd)}`}
        </Text>
      </Table.Td>
      <Table.Td ta="right" className="number" visibleFrom="sm">
        {domain.entity_count > 0 ? <Score domainId={domain.id} /> : '–'}
      </Table.Td>
      <Table.Td visibleFrom="lg">
        <Time at={domain.created_at} ago />
      </Table.Td>
    </Table.Tr>
  )
}

function State({ domain }: { domain: ListedDomain }) {
  const { crawl_state, paused_reason } = domain
  if (crawl_state === 'idle') return <Text size="sm">idle</Text>
  return (
    <Stack gap={0} align="flex-start">
      <Badge color={crawl_state === 'running' ? 'blue' : 'yellow'} variant="light" tt="none">
        {crawl_state === 'running' ? 'crawling' : 'paused'}
      </Badge>
      {paused_reason && (
        <Text size="xs" c="dimmed" className="said" maw={200}>
          {paused_reason}
        </Text>
      )}
    </Stack>
  )
}

function Score({ domainId }: { domainId: string }) {
  const { data } = useQuery({
    queryKey: ['d', domainId, 'scorecard'],
    queryFn: ({ signal }) => polegraph.domains.getScorecard(domainId, { signal }),
    staleTime: 60_000,
  })
  if (!data) return <Text span>…</Text>
  const { score, components } = data.scorecard
  const parts = Object.entries(components).map(([name, value]) => `${name} ${Math.round(value)}`)
  return <span title={parts.join(', ')}>{Math.round(score)}</span>
}
