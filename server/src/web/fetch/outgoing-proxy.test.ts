import { once } from 'node:events'
import { createServer } from 'node:http'
import {
  type AddressInfo,
  connect as connectSocket,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAddressGuard } from '../address/address-guard.ts'
import { parseHostsFile } from '../address/hosts-file.ts'
import { connectTcp, createGuardedAgent } from './guarded-agent.ts'
import { connectThrough } from './outgoing-proxy.ts'

// Proxies that speak the true protocols, on this machine: they note what they are asked for, and lead all of it to one site.

let site: number

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  site = await listen(createServer((request, response) => response.end(`${request.headers.host} ${request.url}`)))
})

const join = (one: Socket, other: Socket) => {
  for (const socket of [one, other]) socket.on('error', () => undefined)
  one.pipe(other).pipe(one)
}

/** An HTTP proxy; `answer` is its status line, where it is not 200. */
async function httpProxy(options: { answer?: string; password?: string } = {}) {
  const asked: string[] = []
  const server = createServer()
  server.on('connect', (request, client: Socket, head) => {
    asked.push(`${request.url}`)
    const given = request.headers['proxy-authorization']
    const wanted = options.password && `Basic ${Buffer.from(options.password).toString('base64')}`
    if (options.answer || given !== wanted) {
      client.end(`HTTP/1.1 ${options.answer ?? '407 Proxy Authentication Required'}\r\n\r\n`)
      return
    }
    const onward = connectSocket(site, '127.0.0.1', () => {
      // The answer comes in two pieces.
      client.write('HTTP/1.1 200 Connec')
      setTimeout(() => {
        client.write('tion established\r\nVia: 1.1 proxy\r\n\r\n')
        onward.write(head)
        join(client, onward)
      }, 5)
    })
  })
  return { port: await listen(server), asked }
}

/** A SOCKS5 proxy; `reply` is its code, where it is not 0. */
async function socksProxy(options: { reply?: number; password?: string } = {}) {
  const asked: string[] = []
  const server = createTcpServer((client) => {
    client.on('error', () => undefined)
    const next = async () => (await once(client, 'data'))[0] as Buffer
    const talk = async () => {
      const greeting = await next()
      const method = options.password ? 2 : 0
      if (!greeting.subarray(2).includes(method)) return void client.end(Uint8Array.from([5, 0xff]))
      client.write(Uint8Array.from([5, method]))
      if (method === 2) {
        const given = await next()
        const user = given.subarray(2, 2 + (given[1] as number)).toString()
        const password = given.subarray(3 + user.length).toString()
        const isRight = `${user}:${password}` === options.password
        client.write(Uint8Array.from([1, isRight ? 0 : 1]))
        if (!isRight) return void client.end()
      }
      const request = await next()
      const address = request[3] === 1 ? [...request.subarray(4, 8)].join('.') : request.subarray(4, 20).toString('hex')
      asked.push(`${address}:${request.readUInt16BE(request.length - 2)}`)
      if (options.reply) return void client.end(Uint8Array.from([5, options.reply, 0, 1, 0, 0, 0, 0, 0, 0]))
      const onward = connectSocket(site, '127.0.0.1', () => {
        client.write(Uint8Array.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
        join(client, onward)
      })
    }
    talk().catch(() => client.destroy())
  })
  return { port: await listen(server), asked }
}

async function agentThrough(
  proxy: string,
  options: { names?: Record<string, string[]>; hosts?: string; within?: number } = {},
) {
  const guard = createAddressGuard({
    allow: [],
    hosts: parseHostsFile(options.hosts ?? '').hosts,
    resolve: async (name) => options.names?.[name] ?? ['93.184.216.34'],
  })
  const dialled: string[] = []
  const connect = connectThrough(new URL(proxy), (target) => {
    dialled.push(`${target.address}:${target.port}`)
    if (!target.address.startsWith('127.')) throw new Error('this must not be dialled')
    return connectTcp(target)
  })
  const agent = await createGuardedAgent({ guard, connect, connectWithinMs: options.within ?? 5_000 })
  onTestFinished(() => agent.destroy())
  const get = async (url: string) => {
    const { origin, pathname } = new URL(url)
    const { body } = await agent.request({ origin, path: pathname, method: 'GET' })
    return body.text()
  }
  const failing = (url: string) => get(url).then(String, ({ message }: Error) => message)
  return { get, failing, dialled }
}

describe.each([
  ['http', httpProxy],
  ['socks5', socksProxy],
] as const)('a proxy that speaks %s', (protocol, start) => {
  it('is told the address that the guard has allowed, and carries the request', async () => {
    const { port, asked } = await start()
    const { get, dialled } = await agentThrough(`${protocol}://127.0.0.1:${port}`)
    expect(await get('http://ports.example:8080/a')).toBe('ports.example:8080 /a')
    expect([asked, dialled]).toEqual([['93.184.216.34:8080'], [`127.0.0.1:${port}`]])
  })

  it('is told addresses of IPv6', async () => {
    const { port, asked } = await start()
    const { get } = await agentThrough(`${protocol}://127.0.0.1:${port}`, {
      names: { 'six.example': ['2606:2800:220::1946'] },
    })
    expect(await get('http://six.example/')).toBe('six.example /')
    const hex = '26062800022000000000000000001946'
    expect(asked).toEqual([protocol === 'http' ? '[2606:2800:220::1946]:80' : `${hex}:80`])
  })

  it('is never asked for an address that the guard refuses', async () => {
    const { port, asked } = await start()
    const names = { 'inside.example': ['10.0.0.7'], 'mixed.example': ['93.184.216.34', '127.0.0.1'] }
    const { failing, dialled } = await agentThrough(`${protocol}://127.0.0.1:${port}`, { names })
    for (const url of ['http://inside.example/', 'http://mixed.example/', 'http://127.0.0.1/', 'http://[::1]/']) {
      expect(await failing(url)).toBe('address is not public')
    }
    expect([asked, dialled]).toEqual([[], []])
  })

  it('is not asked for what the hosts file names', async () => {
    const { port, asked } = await start()
    const hosts = `staging.example 127.0.0.1:${site}`
    const { get } = await agentThrough(`${protocol}://127.0.0.1:${port}`, { hosts })
    expect(await get('http://staging.example/a')).toBe('staging.example /a')
    expect(asked).toEqual([])
  })

  it('takes a user and a password', async () => {
    const { port } = await start({ password: 'ada:s/ecret' })
    const { get } = await agentThrough(`${protocol}://ada:s%2Fecret@127.0.0.1:${port}`)
    expect(await get('http://ports.example/')).toBe('ports.example /')
    const wrong = await agentThrough(`${protocol}://ada:other@127.0.0.1:${port}`)
    const refusals = { http: 'the proxy answered 407', socks5: 'the proxy refused the password' }
    expect(await wrong.failing('http://ports.example/')).toBe(refusals[protocol])
    const without = await agentThrough(`${protocol}://127.0.0.1:${port}`)
    const wanting = { http: 'the proxy answered 407', socks5: 'the proxy wants another way to sign in' }
    expect(await without.failing('http://ports.example/')).toBe(wanting[protocol])
  })

  it('that is away, talks on, hangs or is none ends the fetch', async () => {
    const closed = createTcpServer()
    const away = await listen(closed)
    closed.close()
    const failureOf = async (port: number, within?: number) =>
      (await agentThrough(`${protocol}://127.0.0.1:${port}`, within === undefined ? {} : { within })).failing(
        'http://ports.example/',
      )
    expect(await failureOf(away)).toMatch(/ECONNREFUSED/)
    const hanging = await listen(createTcpServer(() => undefined))
    expect(await failureOf(hanging, 200)).toBe('connection timed out')
    const talking = await listen(
      createTcpServer((client) => {
        client.on('error', () => undefined)
        client.write('SSH-2.0-OpenSSH\r\n'.repeat(2_000))
      }),
    )
    expect(await failureOf(talking)).toMatch(/the proxy (?:answers too much|does not answer as one)/)
    const ending = await listen(createTcpServer((client) => void client.on('error', () => undefined).end()))
    expect(await failureOf(ending)).toMatch(/the proxy closed the connection|EPIPE|ECONNRESET/)
  })
})

it('gives up a proxy that is silent where TLS is to begin', async () => {
  const silent = await listen(createTcpServer((client) => void client.on('error', () => undefined)))
  const { failing } = await agentThrough(`https://127.0.0.1:${silent}`, { within: 200 })
  expect(await failing('http://ports.example/')).toBe('connection timed out')
  const talking = await listen(createTcpServer((client) => void client.on('error', () => undefined).end('no TLS')))
  expect(await (await agentThrough(`https://127.0.0.1:${talking}`)).failing('http://ports.example/')).not.toBe(
    'ports.example /',
  )
})

it('says what a proxy refuses', async () => {
  const forbidding = await httpProxy({ answer: '403 Forbidden' })
  expect(await (await agentThrough(`http://127.0.0.1:${forbidding.port}`)).failing('http://a.example/')).toBe(
    'the proxy answered 403',
  )
  const refusing = await socksProxy({ reply: 2 })
  expect(await (await agentThrough(`socks5://127.0.0.1:${refusing.port}`)).failing('http://a.example/')).toBe(
    'the proxy answered: not allowed',
  )
})
