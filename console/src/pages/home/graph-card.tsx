import { Anchor, Badge, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount, formatNumber, formatUsd } from '../../shared/format/format.ts'
import { polegraph } from '../../shared/service/client.ts'
import type { ListedDomain } from '../../shared/service/types.ts'
import { useWatchesOf } from '../../shared/watches/watches.ts'
import { FollowGraph } from './follow-graph.tsx'
import { GraphPicture } from './graph-picture.tsx'

/** A graph: its picture, what is new in it, what waits for a person, and its counts. */
export function GraphCard({ domain }: { domain: ListedDomain }) {
  return (
    <Card withBorder component="article" aria-label={domain.name.slice(0, 100)}>
      <Card.Section bg="var(--mantine-color-default-hover)">
        <GraphPicture domainId={domain.id} isEmpty={domain.entity_count === 0} />
      </Card.Section>
      <Stack gap={6} mt="sm" style={{ flex: 1 }}>
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Title order={2} size="h5" miw={0}>
            <Anchor
              inherit
              renderRoot={(props) => <Link {...props} to="/d/$domainId" params={{ domainId: domain.id }} />}
            >
              <span className="said">{domain.name}</span>
            </Anchor>
          </Title>
          <State domain={domain} />
        </Group>
        {domain.description && (
          <Text size="sm" c="dimmed" lineClamp={2} className="said">
            {domain.description}
          </Text>
        )}
        {domain.paused_reason && (
          <Text size="xs" c="dimmed" className="said">
            Paused: {domain.paused_reason}
          </Text>
        )}
        <Waiting domain={domain} />
        <Figures domain={domain} />
      </Stack>
    </Card>
  )
}

/** The place of a card that is on its way. */
export const WaitingCard = () => <Skeleton h={280} />

function State({ domain: { archived, crawl_state } }: { domain: ListedDomain }) {
  if (!archived && crawl_state === 'idle') return null
  const [color, word] = archived
    ? ['gray', 'archived']
    : crawl_state === 'running'
      ? ['blue', 'crawling']
      : ['yellow', 'paused']
  return (
    <Badge size="sm" color={color} variant="light" tt="none" style={{ flexShrink: 0 }}>
      {word}
    </Badge>
  )
}

/** What is new since the person looked, and what waits for a judgement. */
function Waiting({ domain }: { domain: ListedDomain }) {
  const { id, entity_count } = domain
  const isOn = entity_count > 0
  const watches = useWatchesOf(id, isOn)
  const counts = useQuery({
    queryKey: ['d', id, 'review'],
    queryFn: ({ signal }) => polegraph.review.count(id, { signal, retries: 0 }),
    enabled: isOn,
    staleTime: 60_000,
  })
  if (!isOn) return null
  const { duplicates = 0, contradictions = 0 } = counts.data ?? {}
  const unseen = watches?.reduce((sum, watch) => sum + watch.unseen.count, 0) ?? 0
  const withNews = watches?.find((watch) => watch.unseen.count > 0)
  return (
    <Group gap="sm" mih={22}>
      {withNews && (
        <Anchor
          size="sm"
          fw={600}
          renderRoot={(props) => (
            <Link {...props} to="/d/$domainId/watches" params={{ domainId: id }} search={{ watch: withNews.id }} />
          )}
        >
          {counted(unseen, limits.watch_unseen)} new
        </Anchor>
      )}
      {duplicates > 0 && (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/d/$domainId/review" params={{ domainId: id }} />}
        >
          {counted(duplicates, limits.review_counted)} to judge
        </Anchor>
      )}
      {contradictions > 0 && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link {...props} to="/d/$domainId/review" params={{ domainId: id }} search={{ tab: 'contradictions' }} />
          )}
        >
          {counted(contradictions, limits.review_counted)} contested
        </Anchor>
      )}
      {watches?.length === 0 && !domain.archived && <FollowGraph domain={domain} />}
    </Group>
  )
}

const counted = (count: number, most: number) => `${formatNumber(count)}${count >= most ? '+' : ''}`

function Figures({ domain: { id, entity_count, page_count, spend_usd, max_spend_usd } }: { domain: ListedDomain }) {
  const { data } = useQuery({
    queryKey: ['d', id, 'scorecard'],
    queryFn: ({ signal }) => polegraph.domains.getScorecard(id, { signal }),
    staleTime: 60_000,
    enabled: entity_count > 0,
  })
  const parts = Object.entries(data?.scorecard.components ?? {}).map(([name, value]) => `${name} ${Math.round(value)}`)
  const isPaid = spend_usd > 0 || max_spend_usd !== null
  return (
    <Text size="xs" c="dimmed" className="number" mt="auto">
      {formatCount(entity_count, 'entity', 'entities')} · {formatCount(page_count, 'page')}
      {data && (
        <>
          {' · '}
          <span title={parts.join(', ')}>score {Math.round(data.scorecard.score)}</span>
        </>
      )}
      {isPaid &&
        ` · ${formatUsd(spend_usd)}${max_spend_usd === null ? '' : ` of ${formatUsd(max_spend_usd)}`} this month`}
    </Text>
  )
}
