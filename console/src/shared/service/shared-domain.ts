import { queryOptions } from '@tanstack/react-query'
import { polegraph } from './client.ts'

/** What a share link shows, as its owner calls it. */
export const sharedDomainQuery = (shareToken: string) =>
  queryOptions({
    queryKey: ['s', shareToken, 'domain'],
    queryFn: ({ signal }) => polegraph.public.getDomain(shareToken, { signal }),
  })
