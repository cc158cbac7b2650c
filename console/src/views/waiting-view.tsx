import { Skeleton } from '@mantine/core'

/** A placeholder of the size of the view, so that nothing moves when the view comes. */
export function WaitingView() {
  return <Skeleton h="100%" radius={0} animate={false} aria-label="Loading" role="status" />
}
