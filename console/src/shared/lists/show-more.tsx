import { Button } from '@mantine/core'
import { Problem } from '../page/problem.tsx'

/** The next page of a list that is read on demand. */
export function ShowMore({
  found,
  label = 'Show more',
}: {
  found: {
    data: unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    error: unknown
    fetchNextPage: () => unknown
  }
  label?: string
}) {
  // Until there is a first page, its own view says what is wrong.
  if (found.data === undefined) return null
  if (found.error) return <Problem error={found.error} onRetry={() => found.fetchNextPage()} />
  if (!found.hasNextPage) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      loading={found.isFetchingNextPage}
      onClick={() => found.fetchNextPage()}
    >
      {label}
    </Button>
  )
}
