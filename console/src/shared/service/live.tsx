import type { StreamedEvent } from '@polegraph/sdk/contract-types.ts'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { polegraph } from './client.ts'
import { isSignedOut } from './query-client.ts'
import { signInAgain, useSignedOut } from './signed-out.ts'

// One stream of events for a domain, shared by everything on its pages.

export type LiveState = 'connecting' | 'live' | 'broken' | 'ended'

interface Live {
  state: LiveState
  listeners: Set<(event: StreamedEvent) => void>
}

const LiveContext = createContext<Live>({ state: 'ended', listeners: new Set() })

/** After so long a hidden tab closes its stream: a browser has six connections to a host, for all its tabs. */
const hiddenForMs = 20_000
/** Queries that events make old are sent again this often at most. */
const refreshEveryMs = 1_500

export function LiveDomain({ domainId, children }: { domainId: string; children: ReactNode }) {
  const [state, setState] = useState<LiveState>('connecting')
  const listeners = useRef(new Set<(event: StreamedEvent) => void>()).current
  const isWatched = useIsWatched()
  const isSignedIn = !useSignedOut()
  const last = useRef<{ domainId: string; id: number } | undefined>(undefined)
  const queries = useQueryClient()

  useEffect(() => {
    if (!isWatched || !isSignedIn) return
    const ending = new AbortController()
    const refresh = throttle(() => {
      for (const part of ['runs', 'domain', 'sources', 'usage']) {
        void queries.invalidateQueries({ queryKey: ['d', domainId, part] })
      }
    }, refreshEveryMs)
    const since = last.current?.domainId === domainId ? { since: last.current.id } : {}
    const onLive = (isLive: boolean) => {
      setState(isLive ? 'live' : 'broken')
      // Queries that failed while the service was away are sent again, so that nobody has to reload.
      if (isLive) void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    }
    const follow = async () => {
      for await (const event of polegraph.events(domainId, { ...since, signal: ending.signal, onLive })) {
        last.current = { domainId, id: event.id }
        for (const listener of listeners) listener(event)
        refresh.soon()
      }
    }
    setState('connecting')
    follow().catch((error: unknown) => {
      if (ending.signal.aborted) return
      setState('ended')
      if (error instanceof PolegraphError && isSignedOut(error)) signInAgain.ask()
    })
    return () => {
      ending.abort()
      refresh.cancel()
    }
  }, [domainId, isWatched, isSignedIn, listeners, queries])

  return <LiveContext value={{ state, listeners }}>{children}</LiveContext>
}

export const useLiveState = () => useContext(LiveContext).state

/** Calls `onEvent` for each event of the domain, as long as the component is shown. */
export function useDomainEvents(onEvent: (event: StreamedEvent) => void): void {
  const { listeners } = useContext(LiveContext)
  const latest = useRef(onEvent)
  latest.current = onEvent
  useEffect(() => {
    const listener = (event: StreamedEvent) => latest.current(event)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [listeners])
}

function useIsWatched(): boolean {
  const [isWatched, setIsWatched] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') setIsWatched(true)
      else timer = setTimeout(() => setIsWatched(false), hiddenForMs)
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return isWatched
}

/** Runs `work` soon after the first call, and at most once in `everyMs`. */
export function throttle(work: () => void, everyMs: number): { soon(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = 0
  return {
    soon() {
      if (timer !== undefined) return
      timer = setTimeout(
        () => {
          timer = undefined
          lastAt = Date.now()
          work()
        },
        Math.max(100, lastAt + everyMs - Date.now()),
      )
    },
    cancel: () => clearTimeout(timer),
  }
}
