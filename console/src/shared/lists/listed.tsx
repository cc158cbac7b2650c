import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Problem } from '../page/problem.tsx'
import type { List } from './use-list.ts'

/** A list in all its states: on its way, failed, empty, or its items with a button for more. */
export function Listed<Item>(props: {
  list: List<Item>
  /** The height of the placeholder, so that little moves when the items come. */
  height?: number
  /** A placeholder of another form. */
  waiting?: ReactNode
  empty?: ReactNode
  /** The text of the button for the next page. */
  more?: string
  children: (items: Item[]) => ReactNode
}) {
  const { list } = props
  const problem = list.error && <Problem error={list.error} onRetry={list.retry} />
  if (!list.items) return problem || props.waiting || <Skeleton h={props.height ?? 160} />
  return (
    <>
      {list.items.length === 0 ? props.empty : props.children(list.items)}
      {problem}
      {list.hasMore && !problem && (
        <Button
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={list.isLoadingMore}
          onClick={list.more}
        >
          {props.more ?? 'Show more'}
        </Button>
      )}
    </>
  )
}
