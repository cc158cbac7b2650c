import { SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MergeItem } from '../../shared/curation/merge-item.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { ShowMore } from '../../shared/lists/show-more.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'

export function MergesTab({ domainId }: { domainId: string }) {
  const { by } = useSearch({ from: '/signed-in/d/$domainId/review' })
  const navigate = useNavigate({ from: '/d/$domainId/review' })
  const found = useInfiniteQuery({
    queryKey: ['d', domainId, 'merges', by ?? 'all'],
    queryFn: ({ signal, pageParam: cursor }) =>
      polegraph.merges.list(domainId, { ...(by && { by }), ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const merges = found.data?.pages.flatMap((page) => page.merges)
  return (
    <Stack>
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        aria-label="Merges by"
        value={by ?? 'all'}
        onChange={(value) =>
          void navigate({
            search: ({ by: _, ...search }) => ({
              ...search,
              ...((value === 'machine' || value === 'person') && { by: value }),
            }),
          })
        }
        data={[
          { value: 'all', label: 'All' },
          { value: 'person', label: 'By people' },
          { value: 'machine', label: 'By the machine' },
        ]}
      />
      {found.error && !found.data && <Problem error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton h={320} />}
      {merges?.length === 0 && (
        <Empty title="No merges">Two entities that are the same become one, and it says here why.</Empty>
      )}
      {merges?.map((merge) => (
        <MergeItem key={merge.id} domainId={domainId} merge={merge} />
      ))}
      <ShowMore found={found} />
    </Stack>
  )
}
