import { queryOptions } from '@tanstack/react-query'
import { polegraph } from './client.ts'

// Queries that several pages share. Keys of a domain begin with `d` and its id, so that all of it can be refreshed.

export const domainQuery = (domainId: string) =>
  queryOptions({
    queryKey: ['d', domainId, 'domain'],
    queryFn: ({ signal }) => polegraph.domains.get(domainId, { signal }),
  })

export const runsQuery = (domainId: string) =>
  queryOptions({
    queryKey: ['d', domainId, 'runs'],
    queryFn: ({ signal }) => polegraph.runs.list(domainId, { signal }),
  })

/** `autopilot` is null for a domain that was not made from a sentence. */
export const autopilotQuery = (domainId: string) =>
  queryOptions({
    queryKey: ['d', domainId, 'autopilot'],
    queryFn: ({ signal }) => polegraph.autopilot.get(domainId, { signal }),
  })

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => polegraph.service.getStatus({ signal }),
  staleTime: 60_000,
})
