import { Container, Group, Stack, Title } from '@mantine/core'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { AsCall } from '../../shared/page/as-call.tsx'
import { LinkTabs } from '../../shared/page/link-tabs.tsx'
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
          tabs={tabs}
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

/** The filters of the open tab. */
function shownFields({ tab, by, type, action }: ReviewSearch): Record<string, unknown> {
  return tab === 'merges' ? { by } : tab === 'tombstones' ? { type } : tab === 'audit' ? { action } : {}
}
