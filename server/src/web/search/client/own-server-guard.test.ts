import { expect, it } from 'vitest'
import { createAddressGuard } from '../../address/address-guard.ts'
import { allowOwnServer } from './own-server-guard.ts'

const resolve = async (name: string) => (name === 'public.example' ? ['93.184.215.14'] : ['10.0.0.7'])

function guardFor(baseUrl: string) {
  return allowOwnServer(createAddressGuard({ allow: [], resolve }), baseUrl, resolve)
}

it('lets the address of the operator be private', async () => {
  const guard = guardFor('http://searx.internal:8888/searxng')
  expect(await guard.resolve('searx.internal', 8888)).toEqual([{ address: '10.0.0.7', port: 8888 }])
  const target = { address: '10.0.0.7', port: 8888 }
  expect(guard.allows('searx.internal', target, '10.0.0.7')).toBe(true)
  expect(guard.allows('searx.internal', target, '10.0.0.8')).toBe(false)
})

it.each([
  ['searx.internal', 80],
  ['searx.internal', 5432],
  ['other.internal', 8888],
  ['10.0.0.7', 8888],
  ['169.254.169.254', 80],
])('refuses %s:%i', async (host, port) => {
  const guard = guardFor('http://searx.internal:8888')
  await expect(guard.resolve(host, port)).rejects.toThrow('address is not public')
  expect(guard.allows(host, { address: '10.0.0.7', port }, '10.0.0.7')).toBe(false)
})

it('lets public addresses through', async () => {
  expect(await guardFor('https://a.example').resolve('public.example', 443)).toHaveLength(1)
})

it('knows an IPv6 address with and without brackets', async () => {
  const guard = guardFor('http://[::1]:8888')
  expect(await guard.resolve('[::1]', 8888)).toHaveLength(1)
  expect(await guard.resolve('::1', 8888)).toHaveLength(1)
})
