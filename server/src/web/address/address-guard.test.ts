import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forbiddenRanges, loopbackNames, loopbackSpellings } from '../../../test/support/web/forbidden-addresses.ts'
import { AddressRefused, createAddressGuard, isGlobalUnicast } from './address-guard.ts'
import { parseHostsFile } from './hosts-file.ts'
import { NameUnresolved } from './resolve-name.ts'

/** A fake DNS: names and their answers. */
const dns = (names: Record<string, string[]>) => async (name: string) => {
  const answers = names[name]
  if (!answers) throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
  return answers
}

const guardOf = (names: Record<string, string[]> = {}, allow: string[] = [], hostsFile = '') =>
  createAddressGuard({ allow, hosts: parseHostsFile(hostsFile).hosts, resolve: dns(names) })

const hostOf = (url: string) => new URL(url).hostname

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82b::200e',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
]

const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address)

describe('the guard', () => {
  it('refuses the address of its cloud, and those that the machine itself has', async () => {
    const interfaces = {
      eth0: [{ address: '198.20.0.7' }, { address: '2606:4700::7' }],
      lo: [{ address: '127.0.0.1' }],
    }
    const names = { 'cloud.test': ['168.63.129.16'], 'self.test': ['2606:4700:0:0::7'] }
    const guard = createAddressGuard({ allow: [], resolve: dns(names), interfaces: () => interfaces })
    for (const host of ['168.63.129.16', '[::ffff:a83f:8110]', '198.20.0.7', 'cloud.test', 'self.test']) {
      await expect(guard.resolve(host, 80), host).rejects.toBeInstanceOf(AddressRefused)
    }
    expect(guard.allows('x.test', { address: '198.20.0.7', port: 80 }, '198.20.0.7')).toBe(false)
    expect(await guard.resolve('198.20.0.8', 80)).toEqual([{ address: '198.20.0.8', port: 80 }])
  })

  it('allows an address of the machine that the operator allows', async () => {
    const interfaces = () => ({ eth0: [{ address: '198.20.0.7' }], lo: [{ address: '127.0.0.1' }] })
    const guard = createAddressGuard({ allow: ['198.20.0.7', '127.0.0.0/8', '168.63.129.16'], interfaces })
    for (const address of ['198.20.0.7', '127.0.0.1', '168.63.129.16']) {
      expect(await guard.resolve(address, 80)).toEqual([{ address, port: 80 }])
    }
  })

  it.each(loopbackSpellings)('refuses %s', async (url) => {
    await expect(guardOf(loopbackNames).resolve(hostOf(url), 80)).rejects.toBeInstanceOf(AddressRefused)
  })

  it.each(Object.entries(forbiddenRanges))(
    'refuses %s, written or as the answer of a name',
    async (_range, addresses) => {
      for (const address of addresses) {
        const guard = guardOf({ 'name.test': [address] })
        const literal = hostOf(`http://${bracketed(address)}/`)
        await expect(guard.resolve(literal, 80), address).rejects.toBeInstanceOf(AddressRefused)
        await expect(guard.resolve('name.test', 80), address).rejects.toBeInstanceOf(AddressRefused)
        expect(guard.allows('name.test', { address, port: 80 }, address), address).toBe(false)
      }
    },
  )

  it.each(publicAddresses)('lets %s pass, written or as the answer of a name', async (address) => {
    const guard = guardOf({ 'name.test': [address] })
    const target = { address, port: 8443 }
    expect(await guard.resolve('name.test', 8443)).toEqual([target])
    const [literal] = await guard.resolve(hostOf(`http://${bracketed(address)}/`), 8443)
    expect(guard.allows('name.test', target, literal?.address)).toBe(true)
  })

  it('decides alike however an IPv4 address is spelt', async () => {
    const octet = fc.integer({ min: 0, max: 255 })
    const spell = (value: number, base: number) =>
      base === 8 ? `0${value.toString(8)}` : base === 16 ? `0x${value.toString(16)}` : String(value)
    const base = fc.constantFrom(8, 10, 16)
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(octet, octet, octet, octet),
        fc.integer({ min: 1, max: 4 }),
        base,
        async (octets, parts, radix) => {
          const head = octets.slice(0, parts - 1)
          const tail = octets.slice(parts - 1).reduce((sum, value) => sum * 256 + value, 0)
          const spelt = [...head, tail].map((value) => spell(value, radix)).join('.')
          const allowed = await guardOf()
            .resolve(hostOf(`http://${spelt}/`), 80)
            .then(
              ([target]) => target?.address === octets.join('.'),
              () => false,
            )
          expect(allowed, spelt).toBe(isGlobalUnicast(octets.join('.')))
        },
      ),
    )
  })

  it.each([
    ['first', ['10.0.0.1', '8.8.8.8']],
    ['last', ['8.8.8.8', '2606:4700:4700::1111', 'fe80::1']],
    ['mapped', ['8.8.8.8', '::ffff:192.168.0.1']],
    ['no address at all', ['8.8.8.8', '127.1']],
  ])('refuses a name when one of its answers is forbidden: %s', async (_which, answers) => {
    await expect(guardOf({ 'mixed.test': answers }).resolve('mixed.test', 80)).rejects.toBeInstanceOf(AddressRefused)
  })

  it('asks once for each connection and answers with what it has checked', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1'], ['8.8.4.4']]
    const guard = createAddressGuard({ allow: [], resolve: async () => answers.shift() ?? [] })
    expect(await guard.resolve('rebind.test', 80)).toEqual([{ address: '8.8.8.8', port: 80 }])
    await expect(guard.resolve('rebind.test', 80)).rejects.toBeInstanceOf(AddressRefused)
    expect(await guard.resolve('rebind.test', 80)).toEqual([{ address: '8.8.4.4', port: 80 }])
  })

  it('takes no peer but the one it was to connect to', () => {
    const guard = guardOf({}, ['10.0.0.0/8'])
    const target = { address: '8.8.8.8', port: 80 }
    expect(guard.allows('name.test', target, '8.8.8.8')).toBe(true)
    expect(guard.allows('name.test', target, '::ffff:8.8.8.8')).toBe(true)
    for (const peer of ['8.8.4.4', '10.0.0.1', '127.0.0.1', '', undefined]) {
      expect(guard.allows('name.test', target, peer), String(peer)).toBe(false)
    }
    // Not even for a target that the guard never returned.
    expect(guard.allows('name.test', { address: '127.0.0.1', port: 80 }, '127.0.0.1')).toBe(false)
  })

  it('says nothing of where a name leads', async () => {
    const guard = guardOf({ 'secret.test': ['10.20.30.40'] })
    const error = await guard.resolve('secret.test', 80).catch((refused: Error) => refused)
    expect(String(error)).toBe('AddressRefused: address is not public')
    expect(JSON.stringify({ ...(error as object) })).not.toContain('10.20')
  })
})

describe('a name', () => {
  it('that does not exist is told apart from one that is refused', async () => {
    await expect(guardOf().resolve('unknown.test', 80)).rejects.toThrow(new NameUnresolved('unknown'))
    await expect(guardOf({ 'empty.test': [] }).resolve('empty.test', 80)).rejects.toThrow('name not found')
  })

  it('that is not answered in time is given up', async () => {
    const guard = createAddressGuard({ allow: [], resolve: () => new Promise(() => undefined), lookUpWithinMs: 20 })
    await expect(guard.resolve('slow.test', 80)).rejects.toThrow('name lookup timed out')
  })

  it('whose server fails is not called unknown', async () => {
    const resolve = async () => {
      throw Object.assign(new Error('SERVFAIL at 10.0.0.53'), { code: 'ESERVFAIL' })
    }
    await expect(createAddressGuard({ allow: [], resolve }).resolve('broken.test', 80)).rejects.toThrow(
      /^name lookup failed$/,
    )
  })
})

describe('what the operator allows', () => {
  it.each([
    ['10.0.0.0/8', '10.1.2.3', '11.0.0.1'],
    ['10.0.0.0/8', '::ffff:10.1.2.3', 'fc00::1'],
    ['::ffff:10.0.0.0/104', '10.1.2.3', '192.168.0.1'],
    ['127.0.0.1', '127.0.0.1', '127.0.0.2'],
    ['::1', '::1', '::2'],
    ['fd00::/8', 'fd00::1', 'fc00::1'],
    ['0.0.0.0/0', '192.168.0.1', '::1'],
    ['::/0', 'fd00::1', '::ffff:10.0.0.1'],
  ])('%s opens %s and not %s', async (network, inside, outside) => {
    const guard = guardOf({ 'inside.test': [inside], 'outside.test': ['8.8.8.8', outside] }, [network])
    expect(await guard.resolve('inside.test', 80)).toEqual([{ address: inside, port: 80 }])
    expect(guard.allows('inside.test', { address: inside, port: 80 }, inside)).toBe(true)
    if (!isGlobalUnicast(outside)) {
      await expect(guard.resolve('outside.test', 80)).rejects.toBeInstanceOf(AddressRefused)
    }
  })

  it('a host of the file leads where the file says, and nothing else leads there', async () => {
    const guard = guardOf({ 'site.test': ['8.8.8.8'], 'other.test': ['127.0.0.1'] }, [], 'site.test 127.0.0.1:8081')
    const fixed = { address: '127.0.0.1', port: 8081 }
    for (const host of ['site.test', 'SITE.test.'])
      expect(await guard.resolve(hostOf(`http://${host}`), 443)).toEqual([{ ...fixed, is_named: true }])
    expect(guard.allows('site.test', fixed, '127.0.0.1')).toBe(true)
    expect(guard.allows('site.test', { ...fixed, address: '8.8.8.8' }, '8.8.8.8')).toBe(false)
    expect(guard.allows('other.test', fixed, '127.0.0.1')).toBe(false)
    for (const host of ['other.test', '127.0.0.1', 'sub.site.test']) {
      await expect(guard.resolve(host, 8081)).rejects.toThrow()
    }
  })
})
