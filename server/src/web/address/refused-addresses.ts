import { fail } from '../../platform/http/errors.ts'
import { type AddressGuard, AddressRefused } from './address-guard.ts'
import { NameUnresolved } from './resolve-name.ts'

/** Whether nothing may be sent to the address. A name that does not resolve yet may: every request is guarded again. */
export async function isRefused(guard: AddressGuard, url: string): Promise<boolean> {
  const target = new URL(url)
  try {
    await guard.resolve(target.hostname, portOf(target))
    return false
  } catch (error) {
    if (error instanceof NameUnresolved) return false
    if (error instanceof AddressRefused) return true
    throw error
  }
}

/** Throws `url_refused`, so that whoever gives the address is told at once. */
export async function refuseForbidden(guard: AddressGuard, url: string): Promise<void> {
  if (await isRefused(guard, url)) throw fail('url_refused')
}

/** The port of a URL, which is empty for the protocol's default. */
export function portOf({ port, protocol }: { port: string; protocol: string }): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
