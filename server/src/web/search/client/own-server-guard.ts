import { type AddressGuard, AddressRefused, createAddressGuard } from '../../address/address-guard.ts'
import { portOf } from '../../address/refused-addresses.ts'
import type { ResolveName } from '../../address/resolve-name.ts'

/**
 * The guard of the crawl, with one exception: the host and port that the operator set as the search API may be private.
 * A SearXNG usually runs beside the service, and no caller can change the setting. Redirects and addresses that an
 * answer names get no exception.
 */
export function allowOwnServer(guard: AddressGuard, baseUrl: string, resolve?: ResolveName): AddressGuard {
  const base = new URL(baseUrl)
  const open = createAddressGuard({ allow: ['0.0.0.0/0', '::/0'], resolve })
  const isOwn = (host: string, port: number) => bare(host) === bare(base.hostname) && port === portOf(base)
  return {
    async resolve(host, port) {
      try {
        return await guard.resolve(host, port)
      } catch (error) {
        if (error instanceof AddressRefused && isOwn(host, port)) return open.resolve(host, port)
        throw error
      }
    },
    allows(host, target, peer) {
      return guard.allows(host, target, peer) || (isOwn(host, target.port) && open.allows(host, target, peer))
    },
  }
}

/** HTTP clients write IPv6 addresses with and without brackets. */
const bare = (host: string) => host.replace(/^\[|\]$/g, '')
