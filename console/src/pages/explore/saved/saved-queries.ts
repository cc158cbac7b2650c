import { queryOptions } from '@tanstack/react-query'
import { polegraph } from '../../../shared/service/client.ts'

export const savedKey = (domainId: string) => ['d', domainId, 'views']
export const savedListKey = (domainId: string) => [...savedKey(domainId), 'list']

export const savedViewQuery = (domainId: string, id: string) =>
  queryOptions({
    queryKey: [...savedKey(domainId), id],
    queryFn: ({ signal }) => polegraph.views.get(domainId, id, { signal }),
    // Several parts of the page read it: each of them would ask again for one that is not there.
    retryOnMount: false,
  })
