import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../../sdk/test/support/pack.ts'
import { readRepositoryFile } from '../docs/repository.ts'
import { startTestService } from '../support/harness.ts'
import { keepLog } from '../support/log-lines.ts'
import { tlsCertificate } from '../support/tls-certificate.ts'

// The proxies of deploy/ in front of a real service: sign-in, streams, and the console below a path.

const host = 'graphs.example.org'
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
  const answers = () =>
    ask(port, health).then(
      ({ status }) => status,
      () => said,
    )
  await expect.poll(answers).toBe(200)
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

const account = { email: 'ada@example.org', name: 'Ada', password: 'at least ten characters' }

describe.each([
  ['nginx', nginx, startNginx],
  ['Caddy', caddy, startCaddy],
] as const)('%s', (_name, program, start) => {
  describe.runIf(program)('as in deploy/', () => {
    const { log, lines } = keepLog()
    const opened = startTestService({
      log,
      environment: { PUBLIC_URL: `https://${host}`, TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: 'a-token-for-metrics' },
    }).then(async (service) => ({ ...service, port: await start(program as string, service.url) }))

    it('signs in with a cookie for https alone', async () => {
      const { port, call, key } = await opened
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
      const { port, call, key } = await opened
      const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'Streamed' } })).body
      const stream = await ask(port, `/v1/domains/${id}/events`, { key, until: 'retry: ' })
      expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    })

    it('serves the console, and no metrics', async () => {
      const { port } = await opened
      expect((await ask(port, '/')).body).toContain('<div id="root">')
      expect((await ask(port, '/metrics', { key: 'a-token-for-metrics' })).status).toBe(404)
    })
  })
})

it.runIf(nginx)('nginx serves the console below a path', async () => {
  const { url } = await startTestService({
    environment: { PUBLIC_URL: `https://${host}/graphs`, TRUST_PROXY: '127.0.0.1' },
  })
  const port = await startNginx(nginx as string, url, '/graphs/')
  const page = await ask(port, '/graphs/d/anything')
  expect(page.body).toContain('<base href="/graphs/" />')
  const [script = ''] = /assets\/[\w.-]+\.js/.exec(page.body) ?? []
  expect((await ask(port, `/graphs/${script}`)).status).toBe(200)
  expect((await ask(port, '/graphs/v1/status')).status).toBe(200)
})
