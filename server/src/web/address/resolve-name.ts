import { lookup, Resolver } from 'node:dns/promises'

/** Resolves a name to all its addresses. */
export type ResolveName = (name: string) => Promise<string[]>

const messages = {
  unknown: 'name not found',
  late: 'name lookup timed out',
  failed: 'name lookup failed',
}

export class NameUnresolved extends Error {
  override name = 'NameUnresolved'
  readonly reason: keyof typeof messages

  constructor(reason: keyof typeof messages, options?: { cause?: unknown }) {
    super(messages[reason], options)
    this.reason = reason
  }
}

const unknownCodes = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME', 'EBADNAME'])
const lateCodes = new Set(['ETIMEOUT', 'EAI_AGAIN'])

/** Bounds a resolver: it answers in time or throws NameUnresolved. */
export function boundResolver(ask: ResolveName, withinMs: number): ResolveName {
  return async (name) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new NameUnresolved('late')), withinMs)
    })
    try {
      const addresses = await Promise.race([ask(name), late])
      if (addresses.length === 0) throw new NameUnresolved('unknown')
      return addresses
    } catch (error) {
      throw asUnresolved(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

function asUnresolved(error: unknown): NameUnresolved {
  if (error instanceof NameUnresolved) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (unknownCodes.has(code)) return new NameUnresolved('unknown', { cause: error })
  return new NameUnresolved(lateCodes.has(code) ? 'late' : 'failed', { cause: error })
}

/**
 * Names with a dot are resolved by DNS directly. The system's lookup would occupy one of the four threads that hash
 * passwords and read files, for as long as the slowest name server takes. Names without a dot (localhost, the
 * operator's own machines) are left to the system.
 */
export async function askSystem(name: string): Promise<string[]> {
  if (name.includes('.')) return askDns(new Resolver({ timeout: 2_000, tries: 2 }), name)
  const answers = await lookup(name, { all: true, order: 'ipv4first' })
  return answers.map(({ address }) => address)
}

export async function askDns(dns: Resolver, name: string): Promise<string[]> {
  const families = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)])
  const addresses = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
  if (addresses.length > 0) return addresses
  const reasons = families.flatMap((family) => (family.status === 'rejected' ? [family.reason] : []))
  // "No such record" for one family proves nothing when the other could not be asked.
  throw reasons.find(({ code }) => !unknownCodes.has(code)) ?? reasons[0]
}
