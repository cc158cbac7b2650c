import { queryOptions } from '@tanstack/react-query'
import { polegraph } from '../service/client.ts'

// Queries that several views of one entity share. All keys begin alike, so that a change asks for all of it again.

/** The entity with its tag, which says at a change whether somebody was faster. */
export const entityQuery = (domainId: string, entityId: string) =>
  queryOptions({
    queryKey: ['d', domainId, 'entity', entityId],
    queryFn: async ({ signal }) => {
      const { data, response } = await polegraph.entities.get(domainId, entityId, {}, { signal }).withResponse()
      return { entity: data, etag: response.headers.get('etag') ?? '' }
    },
  })

export const evidenceQuery = (domainId: string, entityId: string, query: { field?: string; limit: number }) =>
  queryOptions({
    queryKey: ['d', domainId, 'entity', entityId, 'evidence', query],
    queryFn: ({ signal }) => polegraph.entities.listEvidence(domainId, entityId, query, { signal }),
  })

export const explanationQuery = (domainId: string, entityId: string) =>
  queryOptions({
    queryKey: ['d', domainId, 'entity', entityId, 'explain'],
    queryFn: ({ signal }) => polegraph.entities.explain(domainId, entityId, {}, { signal }),
  })
