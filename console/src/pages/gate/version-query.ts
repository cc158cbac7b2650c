import { queryOptions } from '@tanstack/react-query'
import { polegraph } from '../../shared/service/client.ts'

/** A version with its tag, which says at a change whether somebody was faster. */
export const versionQuery = (domainId: string, number: number) =>
  queryOptions({
    queryKey: ['d', domainId, 'gate', 'version', number],
    queryFn: async ({ signal }) => {
      const { data, response } = await polegraph.gate.getVersion(domainId, number, { signal }).withResponse()
      return { version: data, etag: response.headers.get('etag') ?? '' }
    },
  })
