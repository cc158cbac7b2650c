import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Target } from '../address/hosts-file.ts'
import type { Connect, Reached } from './guarded-agent.ts'

// The way out through a proxy of the operator's (CRAWL_PROXY). Names are looked up and judged here, and the proxy is told an address and
// nothing else: so it cannot be led to another one. What the hosts file names is reached without it.

/** The proxy did not let a connection through, or did not answer as a proxy. */
export class ProxyFailed extends Error {
  override name = 'ProxyFailed'
}

/** The ports of proxies whose address names none. */
const usualPorts: Record<string, number> = { 'http:': 3128, 'https:': 443, 'socks5:': 1080 }

export function connectThrough(proxy: URL, connect: Connect): Connect {
  const host = proxy.hostname.replace(/^\[|\]$/g, '')
  const port = Number(proxy.port) || (usualPorts[proxy.protocol] as number)
  const tunnel = proxy.protocol === 'socks5:' ? tunnelSocks : tunnelHttp
  return (target, ended) => {
    if (target.is_named) return connect(target, ended)
    return openTunnel(
      async () => {
        const { socket } = await openTo(connect, { address: host, port }, ended)
        if (proxy.protocol !== 'https:') return socket
        const name = isIP(host) ? {} : { servername: host }
        return ready(connectTls({ ...name, socket }), 'secureConnect', ended)
      },
      tunnel(target, credentialsOf(proxy)),
      ended,
    )
  }
}

const credentialsOf = ({ username, password }: URL) =>
  username === '' ? undefined : { user: decodeURIComponent(username), password: decodeURIComponent(password) }

type Credentials = NonNullable<ReturnType<typeof credentialsOf>>
type Talk = (wire: Wire) => Promise<void>

async function openTo(connect: Connect, target: Target, ended: AbortSignal): Promise<Reached> {
  const opened = connect(target, ended)
  return opened instanceof Promise ? opened : { socket: await ready(opened, 'connect', ended), peer: target.address }
}

/** What the proxy has reached is what it was told: it cannot be asked for more. */
async function openTunnel(
  open: () => Promise<Socket>,
  talk: Talk,
  ended: AbortSignal,
): Promise<Reached & { isTunnel: true }> {
  const socket = await open()
  const giveUp = () => socket.destroy()
  ended.addEventListener('abort', giveUp, { once: true })
  try {
    await talk(new Wire(socket))
    return { socket, peer: undefined, isTunnel: true }
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    ended.removeEventListener('abort', giveUp)
  }
}

/** The socket when it is open; it is given up when nobody waits for it any more. */
function ready<One extends Socket>(socket: One, event: 'connect' | 'secureConnect', ended: AbortSignal): Promise<One> {
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy()
    const close = () => settle(() => reject(new ProxyFailed('the proxy closed the connection')))
    const fail = (error: Error) => settle(() => reject(error))
    const open = () => settle(() => resolve(socket))
    const settle = (then: () => void) => {
      ended.removeEventListener('abort', giveUp)
      socket.off('error', fail).off('close', close).off(event, open)
      then()
    }
    ended.addEventListener('abort', giveUp, { once: true })
    socket.once('error', fail).once('close', close).once(event, open)
  })
}

/** Reads what a proxy answers, and leaves what comes behind it to whoever gets the socket. */
class Wire {
  readonly socket: Socket

  constructor(socket: Socket) {
    this.socket = socket
  }

  write(bytes: string | Uint8Array): void {
    this.socket.write(bytes)
  }

  /** The bytes up to where `endOf` says that the answer ends. */
  read(endOf: (bytes: Buffer) => number | undefined): Promise<Buffer> {
    const { socket } = this
    return new Promise((resolve, reject) => {
      let held = Buffer.alloc(0)
      const done = (settle: () => void) => {
        socket.off('readable', take).off('error', fail).off('close', end)
        settle()
      }
      const fail = (error: Error) => done(() => reject(error))
      const end = () => fail(new ProxyFailed('the proxy closed the connection'))
      const take = () => {
        for (let bytes = socket.read() as Buffer | null; bytes !== null; bytes = socket.read() as Buffer | null) {
          held = Buffer.concat([held, bytes])
        }
        const at = endOf(held)
        if (at === undefined) {
          if (held.length > answerMost) fail(new ProxyFailed('the proxy answers too much'))
          return
        }
        done(() => {
          if (at < held.length) socket.unshift(held.subarray(at))
          resolve(held.subarray(0, at))
        })
      }
      socket.on('readable', take).once('error', fail).once('close', end)
      take()
    })
  }
}

const answerMost = 16_384

const addressText = ({ address, port }: Target) => `${isIP(address) === 6 ? `[${address}]` : address}:${port}`

/** RFC 9110, section 9.3.6. */
const tunnelHttp =
  (target: Target, credentials: Credentials | undefined): Talk =>
  async (wire) => {
    const to = addressText(target)
    const basic = credentials && Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')
    const lines = [`CONNECT ${to} HTTP/1.1`, `Host: ${to}`, ...(basic ? [`Proxy-Authorization: Basic ${basic}`] : [])]
    wire.write(`${lines.join('\r\n')}\r\n\r\n`)
    const answer = await wire.read((bytes) => {
      const at = bytes.indexOf('\r\n\r\n')
      return at < 0 ? undefined : at + 4
    })
    const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(answer.toString('latin1')) ?? []
    if (status === undefined) throw new ProxyFailed('the proxy does not answer as one')
    if (!status.startsWith('2')) throw new ProxyFailed(`the proxy answered ${status}`)
  }

const socksReplies = [
  ...['succeeded', 'failure of the proxy', 'not allowed', 'network unreachable', 'host unreachable'],
  ...['connection refused', 'time ran out', 'command not supported', 'kind of address not supported'],
]

/** RFC 1928, and RFC 1929 where there is a password. */
const tunnelSocks =
  (target: Target, credentials: Credentials | undefined): Talk =>
  async (wire) => {
    const [byAnybody, byPassword, refused] = [0, 2, 0xff]
    const atLeast = (length: number) => (bytes: Buffer) => (bytes.length < length ? undefined : length)
    wire.write(Uint8Array.from([5, 1, credentials ? byPassword : byAnybody]))
    const [version, method] = await wire.read(atLeast(2))
    if (version !== 5) throw new ProxyFailed('the proxy does not answer as one')
    if (method === refused) throw new ProxyFailed('the proxy wants another way to sign in')
    if (method === byPassword && credentials) {
      const [user, password] = [Buffer.from(credentials.user), Buffer.from(credentials.password)]
      wire.write(Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]))
      const [, signedIn] = await wire.read(atLeast(2))
      if (signedIn !== 0) throw new ProxyFailed('the proxy refused the password')
    }
    wire.write(Buffer.concat([Buffer.from([5, 1, 0]), socksAddress(target)]))
    const answer = await wire.read((bytes) => {
      const kind = bytes[3]
      const length = kind === 1 ? 10 : kind === 4 ? 22 : kind === 3 ? 7 + (bytes[4] ?? 0) : 4
      return bytes.length < Math.max(length, 5)
        ? bytes.length >= 2 && bytes[1] !== 0
          ? bytes.length
          : undefined
        : length
    })
    const reply = answer[1] ?? 1
    if (reply !== 0) throw new ProxyFailed(`the proxy answered: ${socksReplies[reply] ?? `code ${reply}`}`)
  }

function socksAddress({ address, port }: Target): Buffer {
  const ports = Buffer.from([port >> 8, port & 255])
  if (isIP(address) === 4) return Buffer.concat([Buffer.from([1]), Buffer.from(address.split('.').map(Number)), ports])
  return Buffer.concat([Buffer.from([4]), bytesOfV6(address), ports])
}

/** The groups of an IPv6 address: an address of URLs has no other notation. */
function bytesOfV6(address: string): Buffer {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const [before, after] = [groups(head), groups(tail)]
  const all = tail === undefined ? before : [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
  return Buffer.from(all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]))
}
