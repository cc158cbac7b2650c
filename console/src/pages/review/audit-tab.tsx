import { Select, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AuditItem } from '../../shared/curation/audit-entry.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { ShowMore } from '../../shared/lists/show-more.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { actionWords } from './review-search.ts'

/** Decisions of people, newest first. */
export function AuditTab({ domainId }: { domainId: string }) {
  const { action } = useSearch({ from: '/signed-in/d/$domainId/review' })
  const navigate = useNavigate({ from: '/d/$domainId/review' })
  const found = useInfiniteQuery({
    queryKey: ['d', domainId, 'audit', action ?? 'all'],
    queryFn: ({ signal, pageParam: cursor }) =>
      polegraph.audit.list(domainId, { ...(action && { action }), ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const entries = found.data?.pages.flatMap((page) => page.audit)
  return (
    <Stack>
      <Select
        label="Changes"
        placeholder="All"
        clearable
        maw={280}
        data={Object.entries(actionWords).map(([value, label]) => ({ value, label }))}
        value={action ?? null}
        onChange={(value) =>
          void navigate({
            search: ({ action: _, ...search }) => ({
              ...search,
              ...(value && { action: value as keyof typeof actionWords }),
            }),
          })
        }
      />
      {found.error && !found.data && <Problem error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton h={320} />}
      {entries?.length === 0 && (
        <Empty title="No changes">
          Everything that a person decides about the graph is kept here, and can be undone.
        </Empty>
      )}
      {entries?.map((entry) => (
        <AuditItem key={entry.id} domainId={domainId} entry={entry} />
      ))}
      <ShowMore found={found} />
    </Stack>
  )
}
