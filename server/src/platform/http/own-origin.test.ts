import { expect, it } from 'vitest'
import { isOwnOrigin } from './own-origin.ts'

const host = '127.0.0.1:8080'
const publicUrl = 'https://pole.example/graphs'

it.each<[string, string | undefined, string, string | undefined, boolean]>([
  ['a program', undefined, host, undefined, true],
  ['a page at the address', 'http://127.0.0.1:8080', host, undefined, true],
  ['a page at the address of IPv6', 'http://[::1]:8080', '[::1]:8080', undefined, true],
  ['a page at localhost', 'http://localhost:8080', 'localhost:8080', undefined, true],
  ['a page of another port', 'http://127.0.0.1:8081', host, undefined, false],
  ['a page of another site', 'https://elsewhere.example', host, undefined, false],
  ['a name that somebody let point here', 'http://elsewhere.example:8080', 'elsewhere.example:8080', undefined, false],
  ['a sandbox', 'null', host, undefined, false],
  ['nothing, said aloud', '', host, undefined, false],
  ['a page of PUBLIC_URL', 'https://pole.example', host, publicUrl, true],
  ['a page of PUBLIC_URL without the s', 'http://pole.example', host, publicUrl, false],
  ['a page at the address, with PUBLIC_URL', 'http://127.0.0.1:8080', host, publicUrl, false],
])('%s', (_what, origin, itsHost, url, isOwn) => {
  expect(isOwnOrigin({ ...(origin !== undefined && { origin }), host: itsHost }, url)).toBe(isOwn)
})
