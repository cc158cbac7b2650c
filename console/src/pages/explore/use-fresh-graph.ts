import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { throttle, useDomainEvents } from '../../shared/service/live.tsx'

/** A graph that grows is asked for again this often at most. */
const everyMs = 3_000

/** Keeps what is shown as new as the graph. */
export function useFreshGraph(domainId: string): void {
  const queries = useQueryClient()
  useGrowth(() => void queries.invalidateQueries({ queryKey: ['d', domainId, 'graph'] }))
}

/** Calls `onGrowth` when the graph may have changed: pages that were read may have said something. */
export function useGrowth(onGrowth: () => void): void {
  const latest = useRef(onGrowth)
  latest.current = onGrowth
  const growth = useMemo(() => throttle(() => latest.current(), everyMs), [])
  useEffect(() => () => growth.cancel(), [growth])
  useDomainEvents(({ type }) => {
    if (type === 'page.update' || type === 'crawl.finished') growth.soon()
  })
}
