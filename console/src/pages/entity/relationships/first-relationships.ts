import { queryOptions } from '@tanstack/react-query'
import { polegraph } from '../../../shared/service/client.ts'

/** The type that says least: a page names both. */
export const weakestType = 'mentioned_with'

/** So many of all relationships are asked for at once: for most things, all of them. */
const atOnce = 100

export const firstRelationshipsQuery = (domainId: string, entityId: string) =>
  queryOptions({
    queryKey: ['d', domainId, 'entity', entityId, 'relationships', 'first'],
    queryFn: ({ signal }) => polegraph.entities.listRelationships(domainId, entityId, { limit: atOnce }, { signal }),
  })
