import { Container, Group, Stack, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { formatNumber } from '../../shared/format/format.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { LinkTabs } from '../../shared/page/link-tabs.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { AuditTab } from './audit-tab.tsx'
import { ContradictionsTab } from './contradictions-tab.tsx'
import { DuplicatesTab } from './duplicates-tab.tsx'
import { MergesTab } from './merges-tab.tsx'
import type { ReviewSearch } from './review-search.ts'
import { TombstonesTab } from './tombstones-tab.tsx'

const tabs = [
  { name: 'duplicates', label: 'Duplicates' },
  { name: 'merges', label: 'Merges' },
  { name: 'contradictions', label: 'Contradictions' },
  { name: 'tombstones', label: 'Deleted' },
  { name: 'audit', label: 'Audit' },
] as const

/** Decisions about the graph: those to be made, and those that were made. */
export function ReviewPage() {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId/review' })
  const search = useSearch({ from: '/signed-in/d/$domainId/review' })
  const { tab = 'duplicates' } = search
  const counts = useQuery({
    queryKey: ['d', domainId, 'review'],
    queryFn: ({ signal }) => polegraph.review.count(domainId, { signal }),
    staleTime: 5_000,
  })
  return (
    <Container size="lg" py="md" w="100%">
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={1} size="h3">
            Review
          </Title>
          <AsCall call={`${tab}.list`} ids={[domainId]} fields={shownFields(search)} />
        </Group>
        <LinkTabs
          tabs={tabs.map((one) => ({ ...one, count: counts.data && formatCounted(counts.data[one.name]) }))}
          open={tab}
          label="What to review"
          link={(name, props) => (
            <Link
              {...props}
              to="/d/$domainId/review"
              params={{ domainId }}
              search={name === 'duplicates' ? {} : { tab: name }}
            />
          )}
        >
          {tab === 'duplicates' && <DuplicatesTab domainId={domainId} />}
          {tab === 'merges' && <MergesTab domainId={domainId} />}
          {tab === 'contradictions' && <ContradictionsTab domainId={domainId} />}
          {tab === 'tombstones' && <TombstonesTab domainId={domainId} />}
          {tab === 'audit' && <AuditTab domainId={domainId} />}
        </LinkTabs>
      </Stack>
    </Container>
  )
}

const formatCounted = (count: number) =>
  count < limits.review_counted ? formatNumber(count) : `${formatNumber(count)}+`

/** The filters of the open tab. */
function shownFields({ tab, by, type, action }: ReviewSearch): Record<string, unknown> {
  return tab === 'merges' ? { by } : tab === 'tombstones' ? { type } : tab === 'audit' ? { action } : {}
}
