import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { Target } from './hosts-file.ts'
import { askSystem, boundResolver, type ResolveName } from './resolve-name.ts'

// Decides which addresses the service may connect to. It fetches what strangers name, so an address
// inside the operator's network, or this machine itself, is refused unless the operator allowed it.
// The question is "is it plain global unicast", never "is it private": lists of private ranges miss
// 64:ff9b::7f00:1, ::127.0.0.1 and whatever is reserved next. Of the global ones, those of this machine's interfaces and
// of its cloud's agent are refused too.
//
// A name is looked up once per connection. All its answers are checked, the connection goes to one of
// them and to nothing else, and its peer is compared with that address before a byte is sent.

/** Does not reveal where the name leads: callers may read the message, and the operator's network is private. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  constructor() {
    super('address is not public')
  }
}

export interface AddressGuard {
  /** Targets for a host, to be tried in order. Throws AddressRefused when any answer of the name is forbidden. */
  resolve(host: string, port: number): Promise<Target[]>
  /** Whether a connection made for a host has reached its target and may be used. */
  allows(host: string, target: Target, peer: string | undefined): boolean
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Answers only machines inside Azure: its DNS, DHCP and machine agent, which hands out settings and credentials. */
const azureAgent = '168.63.129.16'

/** How long the addresses of this machine are remembered: looking them up takes 50 µs. */
const ownAddressesMs = 10_000

type Interfaces = Record<string, { address: string }[] | undefined>

const globalUnicastV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Parses an address; an IPv4-mapped IPv6 address becomes IPv4. Undefined for text that the system would not accept. */
function parseAddress(text: string): Address | undefined {
  const kind = isIP(text)
  if (kind === 4) return ipaddr.IPv4.parse(text)
  // The library reads ::8.8.8.8 as ::ffff:8.8.8.8, so dots are removed first. An address with a zone is refused.
  const plain = kind === 6 ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : undefined
  return plain === undefined ? undefined : ipaddr.process(plain)
}

export function isGlobalUnicast(text: string): boolean {
  const address = parseAddress(text)
  if (address?.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicastV6)
}

/** `10.0.0.0/8`, or a single address. */
function parseNetwork(text: string): [Address, number] {
  const [ip = '', digits] = text.split('/')
  const start = parseAddress(ip)
  if (!start) throw new Error(`${text} is not a network`)
  if (start instanceof ipaddr.IPv6) return [start, Number(digits ?? 128)]
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8.
  return [start, isIP(ip) === 6 ? Math.max(0, Number(digits ?? 128) - 96) : Number(digits ?? 32)]
}

export function createAddressGuard(options: {
  /** Networks that are allowed although they are not global. */
  allow: string[]
  /** Hosts with an address set by the operator. */
  hosts?: ReadonlyMap<string, Target> | undefined
  resolve?: ResolveName | undefined
  lookUpWithinMs?: number
  /** The interfaces of this machine. */
  interfaces?: () => Interfaces
}): AddressGuard {
  const allowed = options.allow.map(parseNetwork)
  const lookUp = boundResolver(options.resolve ?? askSystem, options.lookUpWithinMs ?? 5_000)

  const isOwn = ownAddresses(options.interfaces ?? networkInterfaces)

  const isAllowed = (text: string) => {
    const address = parseAddress(text)
    if (address === undefined) return false
    if (allowed.some(([start, bits]) => isWithin(address, start, bits))) return true
    const plain = address.toString()
    return isGlobalUnicast(text) && plain !== azureAgent && !isOwn(plain)
  }

  return {
    async resolve(host, port) {
      const name = bareHost(host)
      const fixed = options.hosts?.get(name)
      if (fixed) return [{ ...fixed, is_named: true }]
      const addresses = isIP(name) ? [name] : await lookUp(name)
      if (!addresses.every(isAllowed)) throw new AddressRefused()
      return addresses.map((address) => ({ address, port }))
    },
    allows(host, target, peer) {
      if (peer === undefined || !isSameAddress(target.address, peer)) return false
      const fixed = options.hosts?.get(bareHost(host))
      return fixed ? isSameAddress(fixed.address, peer) : isAllowed(peer)
    },
  }
}

/** Whether an address is one of this machine's, which may be global and yet serve what no stranger should reach. */
function ownAddresses(interfaces: () => Interfaces): (plain: string) => boolean {
  let readAt = Number.NEGATIVE_INFINITY
  let own = new Set<string>()
  return (plain) => {
    if (performance.now() - readAt > ownAddressesMs) {
      readAt = performance.now()
      const addresses = Object.values(interfaces()).flatMap((list) => list ?? [])
      own = new Set(addresses.flatMap(({ address }) => parseAddress(address)?.toString() ?? []))
    }
    return own.has(plain)
  }
}

function isWithin(address: Address, start: Address, bits: number): boolean {
  if (address instanceof ipaddr.IPv4) return start instanceof ipaddr.IPv4 && address.match(start, bits)
  return start instanceof ipaddr.IPv6 && address.match(start, bits)
}

/** The host as `new URL(…).hostname` has it, without brackets and the trailing dot. */
function bareHost(host: string): string {
  return host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
}

function isSameAddress(one: string, other: string): boolean {
  const address = parseAddress(one)
  return address !== undefined && address.toString() === parseAddress(other)?.toString()
}
