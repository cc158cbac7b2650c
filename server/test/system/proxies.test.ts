import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@polegraph/contract/limits.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../../sdk/test/support/pack.ts'
import { readRepositoryFile } from '../docs/repository.ts'
import { startTestService } from '../support/harness.ts'
import { keepLog } from '../support/log-lines.ts'
import { tlsCertificate } from '../support/web/tls-certificate.ts'

// The proxies of deploy/ in front of a real service: sign-in, streams, and the console below a path.

const host = 'graphs.example.org'
const lookMs = 50
const nginx = findProgram('nginx')
const caddy = findProgram('caddy')

const folder = await mkdtemp(join(tmpdir(), 'polegraph-proxies-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
await writeFile(join(folder, 'cert.pem'), tlsCertificate.cert)
await writeFile(join(folder, 'key.pem'), tlsCertificate.key)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a proxy, and stops it after the tests of the file. */
async function startProxy(program: string, args: string[], port: number, health = '/healthz'): Promise<void> {
  const proxy = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { HOME: folder, PATH: '/usr/bin:/bin' },
  })
  let said = ''
  proxy.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(proxy, 'close')
  afterAll(async () => {
    proxy.kill('SIGTERM')
    await ended
  })
  let isEnded = false
  ended.then(() => {
    isEnded = true
  })
  while ((await ask(port, health).catch(() => undefined))?.status !== 200) {
    if (isEnded) throw new Error(`${program} has ended:\n${said}`)
    await sleep(lookMs)
  }
}

interface ProxiedAnswer {
  status: number | undefined
  headers: Record<string, string | string[] | undefined>
  body: string
}

interface Asked {
  body?: object
  key?: string
  cookie?: string
  /** The answer is complete when this has come. */
  until?: string
}

/** Over TLS, as a browser that knows the name. */
function ask(port: number, path: string, { body, key, cookie, until }: Asked = {}): Promise<ProxiedAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { authorization: `Bearer ${key}` }),
      ...(cookie && { cookie }),
    }
    const options = { host: '127.0.0.1', servername: host, rejectUnauthorized: false, port, path, headers }
    const sent = request({ ...options, method: body ? 'POST' : 'GET' }, (response) => {
      let text = ''
      const answer = () => resolve({ status: response.statusCode, headers: response.headers, body: text })
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (until === undefined || !text.includes(until)) return
        answer()
        sent.destroy()
      })
      response.on('end', answer)
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

/** The example of nginx on another port, with another certificate, and below a path if there is one. */
async function startNginx(program: string, url: string, prefix = '/'): Promise<number> {
  const port = await freePort()
  const example = readRepositoryFile('deploy/nginx.conf')
    .replace('127.0.0.1:8080', new URL(url).host)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${folder}/cert.pem;`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`)
    .replace('location / {', `location ${prefix} {`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = join(folder, `nginx-${port}.conf`)
  const http = `http { access_log off; ${places.join(' ')}\n${example}\n}`
  await writeFile(file, `daemon off; pid ${folder}/nginx-${port}.pid; error_log stderr;\nevents {}\n${http}\n`)
  await startProxy(program, ['-e', 'stderr', '-c', file], port, `${prefix}healthz`)
  return port
}

/** The example of Caddy on another port, with a certificate of ours. */
async function startCaddy(program: string, url: string): Promise<number> {
  const port = await freePort()
  const example = readRepositoryFile('deploy/Caddyfile')
    .replace('127.0.0.1:8080', new URL(url).host)
    .replace(
      /^graphs\.example\.org \{$/m,
      `https://${host}:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
    )
  const file = join(folder, 'Caddyfile')
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${example}`)
  await startProxy(program, ['run', '--config', file, '--adapter', 'caddyfile'], port)
  return port
}

it('lets bodies through that the service takes', () => {
  const megabytes = limits.body_bytes / 1024 / 1024
  expect(readRepositoryFile('deploy/nginx.conf')).toContain(`client_max_body_size ${megabytes}m;`)
  expect(readRepositoryFile('deploy/Caddyfile')).toContain(`max_size ${megabytes}MiB`)
})

const account = { email: 'ada@example.org', name: 'Ada', password: 'at least ten characters' }
const metricsToken = 'a-token-for-metrics'

async function openProxied(start: (url: string) => Promise<number>, path = '') {
  const { log, lines } = keepLog()
  const environment = { PUBLIC_URL: `https://${host}${path}`, TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: metricsToken }
  const service = await startTestService({ log, environment })
  return { ...service, lines, port: await start(service.url) }
}

const proxied = [
  ...(nginx ? [['nginx', await openProxied((url) => startNginx(nginx, url))] as const] : []),
  ...(caddy ? [['Caddy', await openProxied((url) => startCaddy(caddy, url))] as const] : []),
]

describe.runIf(proxied.length > 0).each(proxied)('%s', (_name, { port, call, key, lines }) => {
  it('signs in with a cookie for https alone', async () => {
    const { token } = (await call('POST', '/v1/project/invites', { key, body: { role: 'owner' } })).body
    const accepted = await ask(port, `/v1/invites/${token}/accept`, { body: account })
    const cookie = String(accepted.headers['set-cookie'])
    expect(cookie).toMatch(/^__Host-\w+=.*; Secure/)
    expect(accepted.headers['strict-transport-security']).toContain('max-age=')
    const session = await ask(port, '/v1/session', { cookie: cookie.split(';')[0] ?? '' })
    expect(JSON.parse(session.body)).toMatchObject({ user: { email: account.email } })
    const line = lines.find(({ request_id }) => request_id === accepted.headers['x-request-id'])
    expect(line).toMatchObject({ address: '127.0.0.1', status: accepted.status })
    expect(lines.filter(({ msg }) => msg.includes('TRUST_PROXY'))).toEqual([])
  })

  it('passes events on as they happen', async () => {
    const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'Streamed' } })).body
    const stream = await ask(port, `/v1/domains/${id}/events`, { key, until: 'retry: ' })
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  })

  it('serves the console, and no metrics', async () => {
    expect((await ask(port, '/')).body).toContain('<div id="root">')
    expect((await ask(port, '/metrics', { key: metricsToken })).status).toBe(404)
  })
})

const below = nginx ? [await openProxied((url) => startNginx(nginx, url, '/graphs/'), '/graphs')] : []

it.each(below)('nginx serves the console below a path', async ({ port }) => {
  const page = await ask(port, '/graphs/d/anything')
  expect(page.body).toContain('<base href="/graphs/" />')
  const [script = ''] = /assets\/[\w.-]+\.js/.exec(page.body) ?? []
  expect((await ask(port, `/graphs/${script}`)).status).toBe(200)
  expect((await ask(port, '/graphs/v1/status')).status).toBe(200)
})
