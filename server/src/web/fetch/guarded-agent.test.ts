import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect as connectSocket, createServer as createTcpServer, Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { forbiddenRanges, loopbackNames, loopbackSpellings } from '../../../test/support/web/forbidden-addresses.ts'
import { tlsCertificate } from '../../../test/support/web/tls-certificate.ts'
import { createAddressGuard } from '../address/address-guard.ts'
import { parseHostsFile, type Target } from '../address/hosts-file.ts'
import { createGuardedAgent } from './guarded-agent.ts'

// The real agent, without DNS and real connections: the test's connector records what it is asked to dial and dials
// only this machine.

async function agentOf(options: {
  names?: Record<string, string[]>
  allow?: string[]
  hosts?: string
  dial?: (target: Target) => Socket
  connectWithinMs?: number
  nextAfterMs?: number
}) {
  const dialled: string[] = []
  const guard = createAddressGuard({
    allow: options.allow ?? [],
    hosts: parseHostsFile(options.hosts ?? '').hosts,
    resolve: async (name) => options.names?.[name]?.slice() ?? [],
  })
  const agent = await createGuardedAgent({
    guard,
    connect: (target) => {
      dialled.push(`${target.address} ${target.port}`)
      if (options.dial) return options.dial(target)
      if (!target.address.startsWith('127.')) throw new Error('this must not be dialled')
      return connectSocket(target.port, target.address)
    },
    connectWithinMs: options.connectWithinMs ?? 5_000,
    nextAfterMs: options.nextAfterMs ?? 1_000,
  })
  onTestFinished(() => agent.destroy())
  const get = async (url: string) => {
    const { origin, pathname } = new URL(url)
    const { statusCode, body } = await agent.request({ origin, path: pathname, method: 'GET' })
    return `${statusCode} ${await body.text()}`
  }
  return { get, dialled }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

let port: number
beforeAll(async () => {
  port = await listen(createServer((request, response) => response.end(`host ${request.headers.host}`)))
})

describe('the agent dials nothing', () => {
  const written = (address: string) => `http://${address.includes(':') ? `[${address}]` : address}/`

  it.each(loopbackSpellings)('for %s', async (url) => {
    const { get, dialled } = await agentOf({ names: loopbackNames })
    for (const address of [url, url.replace('http:', 'https:')]) {
      await expect(get(address)).rejects.toThrow('address is not public')
    }
    expect(dialled).toEqual([])
  })

  it.each(Object.entries(forbiddenRanges))('in %s', async (_range, addresses) => {
    for (const address of addresses) {
      const { get, dialled } = await agentOf({ names: { 'one.test': [address], 'mixed.test': ['8.8.8.8', address] } })
      for (const url of [written(address), 'http://one.test/', 'http://mixed.test/']) {
        await expect(get(url), address).rejects.toThrow('address is not public')
      }
      expect(dialled).toEqual([])
    }
  })

  it('for a name without an address', async () => {
    const { get, dialled } = await agentOf({})
    await expect(get('http://unknown.test/')).rejects.toThrow('name not found')
    expect(dialled).toEqual([])
  })
})

describe('a connection', () => {
  it('goes to the port of the URL, or that of its protocol', async () => {
    const names = { 'public.test': ['8.8.8.8'] }
    const { get, dialled } = await agentOf({
      names,
      dial: () => {
        throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      },
    })
    for (const url of [
      'http://public.test/',
      'https://public.test/',
      'https://public.test:8443/',
      'http://[2606:4700::1]/',
      'http://public.test:0/',
    ]) {
      await expect(get(url)).rejects.toThrow('refused')
    }
    expect(dialled).toEqual(['8.8.8.8 80', '8.8.8.8 443', '8.8.8.8 8443', '2606:4700::1 80', '8.8.8.8 0'])
  })

  it('goes to the address that was checked, whatever the name says a moment later', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const names = {
      get 'rebind.test'() {
        return answers.shift() ?? []
      },
    }
    const { get, dialled } = await agentOf({ names, allow: ['127.0.0.0/8'] })
    expect(await get(`http://rebind.test:${port}/`)).toBe(`200 host rebind.test:${port}`)
    expect(dialled).toEqual([`127.0.0.1 ${port}`])
    expect(answers).toHaveLength(1)
  })

  it('is dropped without a byte when it has ended elsewhere', async () => {
    let bytes = 0
    let connections = 0
    const trap = createTcpServer((socket) => {
      connections++
      socket.on('data', (chunk) => {
        bytes += chunk.length
      })
    }).listen(0, '127.0.0.1')
    await once(trap, 'listening')
    const trapPort = (trap.address() as AddressInfo).port
    for (const url of ['http://public.test/', 'https://public.test/']) {
      const names = { 'public.test': ['8.8.8.8'] }
      const { get } = await agentOf({ names, dial: () => connectSocket(trapPort, '127.0.0.1') })
      await expect(get(url)).rejects.toThrow('address is not public')
    }
    await new Promise((resolve) => trap.close(resolve))
    expect({ connections, bytes }).toEqual({ connections: 2, bytes: 0 })
  })

  it('tries the answers in turn', async () => {
    // Nobody listens at 127.0.0.9.
    const names = { 'two.test': ['127.0.0.9', '127.0.0.1'] }
    const { get, dialled } = await agentOf({ names, allow: ['127.0.0.0/8'] })
    expect(await get(`http://two.test:${port}/`)).toBe(`200 host two.test:${port}`)
    expect(dialled).toEqual([`127.0.0.9 ${port}`, `127.0.0.1 ${port}`])
  })

  it('does not wait for an answer that leads into the void while there is another', async () => {
    const names = { 'two.test': ['127.0.0.9', '127.0.0.1'] }
    const { get } = await agentOf({
      names,
      allow: ['127.0.0.0/8'],
      dial: (target) => (target.address === '127.0.0.9' ? new Socket() : connectSocket(target.port, target.address)),
      nextAfterMs: 20,
    })
    expect(await get(`http://two.test:${port}/`)).toBe(`200 host two.test:${port}`)
  })

  it('is given up after a while', async () => {
    const names = { 'void.test': ['127.0.0.9', '127.0.0.8', '127.0.0.7'] }
    const voids: Socket[] = []
    const { get } = await agentOf({
      names,
      allow: ['127.0.0.0/8'],
      dial: () => {
        const socket = new Socket()
        voids.push(socket)
        return socket
      },
      connectWithinMs: 50,
      nextAfterMs: 20,
    })
    await expect(get('http://void.test/')).rejects.toThrow('connection timed out')
    expect(voids.length).toBeGreaterThan(0)
    expect(voids.every((socket) => socket.destroyed)).toBe(true)
  })

  it('goes where the hosts file says, and asks for the host of the URL', async () => {
    const { get, dialled } = await agentOf({ hosts: `site.test 127.0.0.1:${port}` })
    expect(await get('http://site.test/')).toBe('200 host site.test')
    expect(await get('http://site.test:9999/')).toBe('200 host site.test:9999')
    expect(dialled).toEqual([`127.0.0.1 ${port}`, `127.0.0.1 ${port}`])
  })
})

describe('TLS', () => {
  let tlsPort: number
  const asked: (string | false | null)[] = []
  beforeAll(async () => {
    const server = createTlsServer(tlsCertificate, (_request, response) => response.end('secure'))
    server.on('secureConnection', ({ servername }) => asked.push(servername))
    server.on('tlsClientError', () => undefined)
    tlsPort = await listen(server as unknown as Server)
  })

  const trusted = getCACertificates('default')
  afterAll(() => setDefaultCACertificates(trusted))

  it('does not take a certificate that nobody vouches for', async () => {
    const { get } = await agentOf({ hosts: `site.test 127.0.0.1:${tlsPort}` })
    await expect(get('https://site.test/')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })

  it('asks for the host of the URL and wants its certificate', async () => {
    setDefaultCACertificates([tlsCertificate.cert])
    const hosts = `site.test 127.0.0.1:${tlsPort}\nother.test 127.0.0.1:${tlsPort}`
    const { get } = await agentOf({ hosts, allow: ['127.0.0.0/8'] })
    asked.length = 0
    expect(await get('https://site.test/')).toBe('200 secure')
    expect(await get('https://site.test.:444/')).toBe('200 secure')
    expect(asked).toEqual(['site.test', 'site.test'])
    for (const url of ['https://other.test/', `https://127.0.0.1:${tlsPort}/`]) {
      await expect(get(url)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    }
  })
})
