import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startTestService } from '../support/harness.ts'

// Small words of the contract: what an odd address, header or value is answered with.

const { call, key, url } = await startTestService()
const { body: domain } = await call('POST', '/v1/domains', { key, body: { name: 'ports' } })
const said = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url + path, { method, headers: { authorization: `Bearer ${key}`, ...headers } })
  return `${answer.status} ${((await answer.json()) as { error: string }).error}`
}

describe('a thing that cannot be', () => {
  const long = 'x'.repeat(2000)

  it.each([
    ['/v1/domains/LONG', 'domain'],
    ['/v1/domains/LONG/pages', 'domain'],
    [`/v1/domains/${domain.id}/entities/LONG`, 'entity'],
  ])('%s is not found by its name', async (path, thing) => {
    expect(await said('GET', path.replace('LONG', long))).toBe(`404 ${thing} not found`)
  })

  it('a group of links is one', async () => {
    const groups = `/v1/domains/${domain.id}/frontier/groups`
    for (const id of ['x', domain.id]) {
      expect(await said('POST', `${groups}/${id}/release`)).toBe('404 group not found')
    }
  })

  it('an unknown path is none', async () => {
    expect(await said('GET', '/v1/nothing/')).toBe('404 not found')
    expect(await said('GET', '/v1//')).toBe('404 not found')
    // Nothing is no id.
    for (const path of ['/v1/domains/', '/v1/domains//pages', `/v1/domains/${domain.id}/entities/`]) {
      expect(await said('GET', path)).toBe('404 not found')
    }
  })
})

it('a body that says that it is compressed is refused, compressed or not', async () => {
  for (const [encoding, body] of [
    ['gzip', JSON.stringify({ name: 'x' })],
    ['gzip', gzipSync(JSON.stringify({ name: 'x' }))],
    ['br, gzip', '{}'],
  ] as const) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-encoding': encoding }
    const answer = await fetch(`${url}/v1/domains`, { method: 'POST', headers, body: body as string })
    const { error } = (await answer.json()) as { error: string }
    expect([answer.status, error]).toEqual([415, 'send application/json without a Content-Encoding'])
  }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-encoding': 'identity' }
  const plain = await fetch(`${url}/v1/domains`, { method: 'POST', headers, body: '{"name": "plain"}' })
  expect(plain.status).toBe(201)
})

it('an autopilot needs a prompt that says something', async () => {
  for (const prompt of ['          ', '   a b   ', '\u3000'.repeat(20)]) {
    const { status, body } = await call('POST', '/v1/domains/autopilot', { key, body: { prompt } })
    expect([status, body.error]).toEqual([400, 'prompt must be a string of 8 to 500 characters'])
  }
})

it('a browser at the address of an invite gets the page of the console, a program JSON', async () => {
  const { body: invite } = await call('POST', '/v1/project/invites', { key, body: {} })
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const page = await fetch(url + invite.accept_path, { headers: { accept }, redirect: 'manual' })
  expect([page.status, page.headers.get('location')]).toEqual([303, `/invite/${invite.token}`])
  expect(page.headers.get('vary')).toContain('accept')
  for (const other of ['application/json', '*/*']) {
    const answer = await fetch(url + invite.accept_path, { headers: { accept: other } })
    expect(await answer.json()).toMatchObject({ project: 'default' })
  }
})

it('raw bytes in an address are refused with a reason', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.end(Buffer.from(`GET /v1/domains/${domain.id}/search?q=Gro\xdf HTTP/1.1\r\nHost: x\r\n\r\n`, 'latin1'))
  let text = ''
  for await (const piece of socket.setEncoding('utf8')) text += piece
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  expect(text).toContain('the address must be percent-encoded (%C3%9F for ß)')
})

describe('the description', () => {
  it('names no address that only the caller has named', async () => {
    const { port } = new URL(url)
    const serverOf = async (host: string) => {
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`GET /v1/openapi.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      let text = ''
      for await (const piece of socket.setEncoding('utf8')) text += piece
      return /"servers":\[\{"url":"([^"]*)"/.exec(text)?.[1]
    }
    expect(await serverOf('evil.example')).toBe('/')
    expect(await serverOf(`127.0.0.1:${port}`)).toBe(url)
    expect(await serverOf(`localhost:${port}`)).toBe(`http://localhost:${port}`)
  })
})
