import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { keepLog } from '../../test/support/log-lines.ts'
import { answerWith, hang, startRawReceiver, startReceiver } from '../../test/support/web/receiver.ts'
import { tlsCertificate } from '../../test/support/web/tls-certificate.ts'
import { finished, startWebhookService } from '../../test/support/webhook-service.ts'

// Receivers as they are: slow, broken, hostile.

const { log, lines } = keepLog()
const staged = await startReceiver()
const folder = await mkdtemp(join(tmpdir(), 'polegraph-hosts-'))
afterAll(() => rm(folder, { recursive: true }))
const hostsFile = join(folder, 'hosts')
await writeFile(hostsFile, `staged.test 127.0.0.1:${staged.port}\n`)
const test = await startWebhookService({ log, environment: { CRAWL_HOSTS_FILE: hostsFile } })
const { clock, names, dialled, makeDomain, makeWebhook, append, expectAttempts } = test

/** A webhook at the address, with one event on its way. */
async function deliverTo(url: string): Promise<{ path: string; domainId: string; secret: string }> {
  const domainId = await makeDomain()
  const { path, secret } = await makeWebhook(domainId, url)
  await append(domainId, finished(1))
  return { path, domainId, secret }
}

const failure = (error: string, response_status: number | null = null) => [
  { status: 'pending', attempt: 2 },
  { status: 'failed', attempt: 1, error, response_status },
]
const delivered = (response_status = 200) => [{ status: 'delivered', attempt: 1, response_status, error: null }]
const timeout = failure('timeout after 10 s')

const isClosed = (socket: Socket | undefined) => socket?.destroyed === true

describe('an attempt fails', () => {
  it.each([400, 404, 410, 429, 500, 503])('on HTTP %i', async (status) => {
    const receiver = await startReceiver(answerWith(status))
    await expectAttempts((await deliverTo(receiver.url)).path, failure(`HTTP ${status}`, status))
  })

  it.each([301, 302, 307, 308])('on HTTP %i, which is not followed', async (status) => {
    const target = await startReceiver()
    const receiver = await startReceiver(answerWith(status, { location: target.url }))
    const { path } = await deliverTo(receiver.url)
    await expectAttempts(path, failure(`HTTP ${status} (redirects are not followed)`, status))
    expect(target.received).toEqual([])
  })

  it('on a redirect into a private network, which nobody dials', async () => {
    const receiver = await startReceiver(answerWith(302, { location: 'http://169.254.169.254/latest/' }))
    await expectAttempts((await deliverTo(receiver.url)).path, failure('HTTP 302 (redirects are not followed)', 302))
    expect(dialled).not.toContain('169.254.169.254')
  })

  it('when the receiver hangs', async () => {
    const receiver = await startReceiver(hang)
    const { path } = await deliverTo(receiver.url)
    await expect.poll(() => receiver.open()).toBe(1)
    clock.advance(10_000)
    await expectAttempts(path, timeout)
    await expect.poll(() => receiver.open()).toBe(0)
  })

  it('when its headers dribble', async () => {
    const dribble = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
      const timer = setInterval(() => socket.write('x'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    const { path } = await deliverTo(dribble.url)
    await expect.poll(() => dribble.sockets[0]?.bytesWritten ?? 0).toBeGreaterThan(30)
    clock.advance(10_000)
    await expectAttempts(path, timeout)
    await expect.poll(() => isClosed(dribble.sockets[0])).toBe(true)
  })

  it('when it takes the connection and says nothing at all', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const { path } = await deliverTo(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/`)
    await expect.poll(() => sockets.length).toBe(1)
    clock.advance(10_000)
    await expectAttempts(path, timeout)
  })

  it('when nobody listens', async () => {
    const gone = await startReceiver()
    await gone.close()
    await expectAttempts((await deliverTo(gone.url)).path, failure('connection refused'))
  })

  it('when the connection is closed before the answer', async () => {
    const rude = await startRawReceiver((socket) => socket.destroy())
    await expectAttempts((await deliverTo(rude.url)).path, failure('connection closed'))
  })

  it('when the answer is not HTTP', async () => {
    const strange = await startRawReceiver((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    await expectAttempts((await deliverTo(strange.url)).path, failure('invalid HTTP response'))
  })

  it('when it goes on with 100 Continue, for which nobody has asked', async () => {
    const eager = await startRawReceiver((socket) =>
      socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
    )
    await expectAttempts((await deliverTo(eager.url)).path, failure('unexpected 100 Continue'))
  })

  it('when the headers have no end', async () => {
    const flood = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write(`x-more: ${'x'.repeat(1000)}\r\n`), 1)
      socket.on('close', () => clearInterval(timer))
    })
    await expectAttempts((await deliverTo(flood.url)).path, failure('response headers too large'))
  })

  it('when there is no TLS, or not the right one', async () => {
    const plain = await startReceiver()
    const noTls = await deliverTo(plain.url.replace('http:', 'https:'))
    const [, seen] = await expectAttempts(noTls.path, [{ status: 'pending' }, { status: 'failed' }])
    expect(seen?.error).toMatch(/^TLS: [a-z ]+$/)
    const secure = createTlsServer(tlsCertificate, (socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(secure, 'listening')
    onTestFinished(() => void secure.close())
    const { path } = await deliverTo(`https://127.0.0.1:${(secure.address() as AddressInfo).port}/`)
    await expectAttempts(path, failure('TLS: self-signed certificate'))
  })

  it('when its name leads nowhere, until it does', async () => {
    const receiver = await startReceiver()
    const { path } = await deliverTo(`http://later.test:${receiver.port}/`)
    await expectAttempts(path, failure('name not found'))
    names.set('later.test', ['127.0.0.1'])
    clock.advance(5_000)
    await expectAttempts(path, [{ attempt: 2, status: 'delivered' }, { attempt: 1 }])
    expect(receiver.received[0]?.headers.host).toBe(`later.test:${receiver.port}`)
  })

  it('when its name has come to lead into a private network, which nobody dials', async () => {
    const receiver = await startReceiver()
    names.set('rebind.test', ['127.0.0.1'])
    const domainId = await makeDomain()
    const { path } = await makeWebhook(domainId, `http://rebind.test:${receiver.port}/`)
    for (const answers of [['10.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['::ffff:10.0.0.1']]) {
      names.set('rebind.test', answers)
      await append(domainId, finished(1))
    }
    const refused = { status: 'failed', error: 'address is not public' }
    await expect
      .poll(async () => (await test.attempts(path)).filter(({ status }) => status === 'failed'))
      .toMatchObject([refused, refused, refused])
    expect(receiver.received).toEqual([])
    expect(dialled.filter((address) => !address.startsWith('127.'))).toEqual([])
  })
})

describe('an attempt succeeds by its status, whatever the body does', () => {
  it.each([200, 201, 202, 204, 299])('HTTP %i', async (status) => {
    const receiver = await startReceiver(answerWith(status))
    await expectAttempts((await deliverTo(receiver.url)).path, delivered(status))
  })

  it('after a word in between', async () => {
    const chatty = await startRawReceiver((socket) =>
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
    )
    await expectAttempts((await deliverTo(chatty.url)).path, delivered())
  })

  it('a body that dribbles, and is cut at the end of the time', async () => {
    const dribble = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    await expectAttempts((await deliverTo(dribble.url)).path, delivered())
    expect(isClosed(dribble.sockets[0])).toBe(false)
    clock.advance(10_000)
    await expect.poll(() => isClosed(dribble.sockets[0])).toBe(true)
  })

  it.each([
    ['has no end', 'transfer-encoding: chunked'],
    ['is a gigabyte', 'content-length: 1000000000'],
    ['ends with the connection, which never ends', 'connection: close'],
  ])('a body that %s, and is cut after 64 KiB', async (_what, header) => {
    const chunk = 'x'.repeat(16_384)
    const framed = header.includes('chunked') ? `4000\r\n${chunk}\r\n` : chunk
    const flood = await startRawReceiver((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`)
      const pour = () => {
        while (!socket.destroyed && socket.write(framed));
      }
      socket.on('drain', pour)
      pour()
    })
    await expectAttempts((await deliverTo(flood.url)).path, delivered())
    await expect.poll(() => isClosed(flood.sockets[0])).toBe(true)
    // As much as the buffers of two kernels hold, and no more.
    expect(flood.sockets[0]?.bytesWritten).toBeLessThan(16 * 1024 * 1024)
  })

  it('a body that breaks off', async () => {
    const broken = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf a')
      socket.destroySoon()
    })
    await expectAttempts((await deliverTo(broken.url)).path, delivered())
  })

  it('a short body, and the connection is used again', async () => {
    const receiver = await startReceiver((response) => response.end('x'.repeat(10_000)))
    const { path, domainId } = await deliverTo(receiver.url)
    await expectAttempts(path, delivered())
    const before = dialled.length
    await append(domainId, finished(2))
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(dialled).toHaveLength(before)
  })
})

it('a host of CRAWL_HOSTS_FILE is reached where the file says', async () => {
  await expectAttempts((await deliverTo('http://staged.test/hook')).path, delivered())
  expect(staged.received[0]?.headers.host).toBe('staged.test')
})

it('failures are in the log, and secrets are not', async () => {
  const receiver = await startReceiver(answerWith(500))
  const { path, secret } = await deliverTo(receiver.url)
  const [seen] = await expectAttempts(path, failure('HTTP 500', 500))
  const about = lines.filter((line) => 'delivery_id' in line && line.delivery_id === seen?.id)
  expect(about).toMatchObject([{ msg: 'a webhook delivery failed and is tried again', attempt: 1, error: 'HTTP 500' }])
  clock.advance(5_000)
  await expectAttempts(path, [{ attempt: 3 }, { attempt: 2 }, { attempt: 1 }])
  clock.advance(60_000)
  await expectAttempts(path, [{ attempt: 3, status: 'failed' }, { attempt: 2 }, { attempt: 1 }])
  expect(lines.map(({ msg }) => msg)).toContain('a webhook delivery failed for good')
  expect(JSON.stringify(lines)).not.toContain(secret)
})
