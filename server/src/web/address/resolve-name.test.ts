import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { askDns, askSystem, boundResolver } from './resolve-name.ts'

// A name server on this machine that speaks enough DNS for a resolver.

const types = { 1: 'A', 28: 'AAAA' } as const
type RecordType = (typeof types)[keyof typeof types]
/** Addresses as bytes, a DNS error, or no answer at all. */
type Zone = Partial<Record<RecordType, number[][] | 'NXDOMAIN' | 'SERVFAIL' | 'silence'>>

const errorCodes = { SERVFAIL: 2, NXDOMAIN: 3 }

async function startNameServer(zone: Zone): Promise<Resolver> {
  const server = createSocket('udp4')
  server.on('message', (query, from) => {
    let end = 12
    while (query[end]) end += (query[end] ?? 0) + 1
    const question = query.subarray(12, end + 5)
    const records = zone[types[query.readUInt16BE(end + 1) as keyof typeof types]] ?? []
    if (records === 'silence') return
    const addresses = Array.isArray(records) ? records : []
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 + (Array.isArray(records) ? 0 : errorCodes[records]), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(addresses.length, 6)
    const answers = addresses.map((bytes) =>
      Buffer.from([0xc0, 12, ...question.subarray(-4), 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    )
    server.send(Buffer.concat([header, question, ...answers]), from.port, from.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const isSilent = Object.values(zone).includes('silence')
  const resolver = new Resolver({ timeout: isSilent ? 500 : 5_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${server.address().port}`])
  return resolver
}

const loopback6 = [...Array(15).fill(0), 1]

describe('DNS', () => {
  it('is asked for the addresses of both families', async () => {
    const dns = await startNameServer({
      A: [
        [8, 8, 8, 8],
        [10, 0, 0, 1],
      ],
      AAAA: [loopback6],
    })
    expect((await askDns(dns, 'both.test')).sort()).toEqual(['10.0.0.1', '8.8.8.8', '::1'])
  })

  it.each([
    ['has no record', []],
    ['fails', 'SERVFAIL'],
    ['is not answered', 'silence'],
  ] as const)('gives the addresses of one family when the other %s', async (_what, AAAA) => {
    const dns = await startNameServer({ A: [[8, 8, 8, 8]], AAAA: AAAA as Zone['AAAA'] & {} })
    expect(await askDns(dns, 'one.test')).toEqual(['8.8.8.8'])
  })

  it.each([
    ['name not found', 'NXDOMAIN', 'NXDOMAIN'],
    ['name not found', [], []],
    ['name lookup failed', [], 'SERVFAIL'],
    ['name lookup failed', 'SERVFAIL', 'NXDOMAIN'],
    ['name lookup timed out', 'silence', []],
  ] as const)('says why there is none: %s', async (message, A, AAAA) => {
    const dns = await startNameServer({ A, AAAA } as unknown as Zone)
    const resolve = boundResolver((name) => askDns(dns, name), 5_000)
    await expect(resolve('none.test')).rejects.toThrow(message)
  })
})

it('a name without a dot is known to the system', async () => {
  expect(await askSystem('localhost')).toContain('127.0.0.1')
})
