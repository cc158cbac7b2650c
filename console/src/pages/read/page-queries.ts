import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { queryOptions } from '@tanstack/react-query'
import { polegraph } from '../../shared/service/client.ts'

export const pageQuery = (domainId: string, pageId: string) =>
  queryOptions({
    queryKey: ['d', domainId, 'page', pageId],
    queryFn: ({ signal }) => polegraph.pages.get(domainId, pageId, { signal }),
  })

/** The stored text; null where none is. */
export const pageTextQuery = (domainId: string, pageId: string) =>
  queryOptions({
    queryKey: ['d', domainId, 'page', pageId, 'text'],
    queryFn: async ({ signal }) => {
      try {
        return await polegraph.pages.getText(domainId, pageId, { signal })
      } catch (error) {
        if (error instanceof PolegraphError && error.status === 404) return null
        throw error
      }
    },
  })
