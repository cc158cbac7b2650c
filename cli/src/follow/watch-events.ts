import type { StreamedEvent } from '@polegraph/sdk/contract-types.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'

export interface EventWatch {
  /** Resolves when the stream is live, or when it is clear that it will not be. */
  started: Promise<void>
  stop(): Promise<void>
}

/**
 * Follows the events of a domain beside something else that tells how it goes: without the stream less is shown, and nothing
 * fails.
 */
export function watchEvents(
  client: Polegraph,
  domainId: string,
  outer: AbortSignal,
  onEvent: (event: StreamedEvent) => void,
): EventWatch {
  const stopping = new AbortController()
  const signal = AbortSignal.any([outer, stopping.signal])
  let start: () => void = () => undefined
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const follow = async () => {
    for await (const event of client.events(domainId, { signal, onLive: start })) onEvent(event)
  }
  const ended = follow().catch(() => start())
  return {
    started,
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}
