import { hash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { startService } from '../../src/service/start.ts'
import { readConfig } from '../../src/settings/config.ts'
import { newDatabase } from '../support/backup-programs.ts'
import { type CallOptions, callService, closedNetwork, copyDatabase, TestClock } from '../support/harness.ts'
import { keepLog } from '../support/log-lines.ts'
import { startReceiver } from '../support/web/receiver.ts'

// Whoever reads the database, or a copy of it, must not be able to sign deliveries or to open share links.

const { key } = inject('template')
const firstKey = { SECRETS_KEY: 'a first key of thirty-two characters' }
const otherKey = { SECRETS_KEY: 'another key of thirty-two characters' }

async function startOn(environment: Record<string, string>) {
  const { log, lines } = keepLog()
  const config = readConfig({ PORT: '0', RATE_LIMIT: '0', CRAWL_ALLOW_PRIVATE: '127.0.0.0/8', ...environment })
  const service = await startService({ config, clock: new TestClock(), log, network: closedNetwork })
  await service.working
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await service.stop()
    isStopped = true
  }
  onTestFinished(stop)
  const call = (method: string, path: string, options: CallOptions = {}) =>
    callService(service.url as string, method, path, { key, ...options })
  return { call, stop, lines, db: service.db }
}

type Running = Awaited<ReturnType<typeof startOn>>

async function copy(): Promise<Record<string, string>> {
  const made = await copyDatabase()
  onTestFinished(made.remove)
  return made.environment
}

/** A service on it has the first project and the key of the tests, as on the others. */
async function emptyFolder(): Promise<Record<string, string>> {
  const made = await newDatabase('embedded')
  onTestFinished(made.remove)
  return { ...made.environment, BOOTSTRAP_KEY: key }
}

async function makeSecrets({ call }: Running) {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const domain = `/v1/domains/${(await call('POST', '/v1/domains', { body: { name: 'sealed' } })).body.id}`
  const body = { url: receiver.url, events: ['crawl.finished'] }
  const webhook = (await call('POST', `${domain}/webhooks`, { body })).body
  const share = (await call('POST', `${domain}/share`, { body: { views: ['map'] } })).body
  return { receiver, domain, webhook, share }
}

const readStored = async ({ db }: Running) =>
  JSON.stringify([await db.query('select * from webhooks'), await db.query('select * from shares')])

describe('with SECRETS_KEY', () => {
  it('secrets of webhooks and tokens of shares are stored sealed, and work', async () => {
    const running = await startOn({ ...(await copy()), ...firstKey })
    const { call } = running
    const { domain, webhook, share, receiver } = await makeSecrets(running)
    const rotated = (await call('POST', `${domain}/webhooks/${webhook.id}/rotate-secret`)).body
    const stored = await readStored(running)
    for (const secret of [webhook.secret, rotated.secret, share.token]) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret).toString('base64').slice(4, -4))
    }
    expect((await call('GET', `${domain}/share`)).body.shares).toMatchObject([share])
    expect((await call('GET', share.public_base)).status).toBe(200)
    expect((await call('POST', `${domain}/webhooks/${webhook.id}/test`)).body.status).toBe('delivered')
    const [received] = receiver.received
    const signature = hash('sha256', `${rotated.secret}.${received?.body}`, 'hex')
    expect(received?.headers['x-service-signature']).toBe(signature)
  })

  it('a sealed secret is of no use in another row', async () => {
    const running = await startOn({ ...(await copy()), ...firstKey })
    const { call, db } = running
    const [one, other] = [await makeSecrets(running), await makeSecrets(running)]
    const moved = '(select secret from webhooks where id = $2)'
    await db.query(`update webhooks set secret = ${moved} where id = $1`, [one.webhook.id, other.webhook.id])
    const tested = (await call('POST', `${one.domain}/webhooks/${one.webhook.id}/test`)).body
    expect(tested).toMatchObject({ status: 'failed', error: 'the secret of the webhook cannot be read' })
    expect(one.receiver.received).toEqual([])
  })

  it('another key reads nothing, says so, and hinders nothing else', async () => {
    const environment = await copy()
    const before = await startOn({ ...environment, ...firstKey })
    const { domain, webhook, share, receiver } = await makeSecrets(before)
    await before.stop()
    const after = await startOn({ ...environment, ...otherKey })
    expect((await after.call('GET', share.public_base)).status).toBe(200)
    const { shares } = (await after.call('GET', `${domain}/share`)).body
    expect(shares).toMatchObject([{ id: share.id, token: null, public_base: null }])
    const tested = (await after.call('POST', `${domain}/webhooks/${webhook.id}/test`)).body
    expect(tested).toMatchObject({ status: 'failed', error: 'the secret of the webhook cannot be read' })
    expect(receiver.received).toEqual([])
    const said = after.lines.filter(({ msg }) => msg.includes('SECRETS_KEY'))
    expect(said).toMatchObject([{ level: 50 }])
    // A secret of its own works again.
    await after.call('POST', `${domain}/webhooks/${webhook.id}/rotate-secret`)
    expect((await after.call('POST', `${domain}/webhooks/${webhook.id}/test`)).body.status).toBe('delivered')
    expect((await after.call('DELETE', `${domain}/share/${share.id}`)).status).toBe(200)
  })
})

describe('with the embedded database and no SECRETS_KEY', () => {
  it('the key is made once, in the data folder, for the owner alone', async () => {
    const environment = await emptyFolder()
    const first = await startOn(environment)
    const made = await makeSecrets(first)
    expect(await readStored(first)).not.toContain(made.share.token)
    await first.stop()
    const file = join(environment.DATA_DIR as string, 'secrets.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const content = await readFile(file, 'utf8')
    const second = await startOn(environment)
    expect(await readFile(file, 'utf8')).toBe(content)
    expect((await second.call('GET', `${made.domain}/share`)).body.shares).toMatchObject([made.share])
    expect((await second.call('POST', `${made.domain}/webhooks/${made.webhook.id}/test`)).body.status).toBe('delivered')
  })
})

it('a damaged key is named at the start, and not replaced', async () => {
  const environment = await emptyFolder()
  const folder = environment.DATA_DIR as string
  const file = join(folder, 'secrets.key')
  await mkdir(folder, { mode: 0o700 })
  await writeFile(file, 'half a k')
  await expect(startOn(environment)).rejects.toThrow(`${file} is damaged`)
  expect(await readFile(file, 'utf8')).toBe('half a k')
})

describe('with PostgreSQL and no SECRETS_KEY', () => {
  it('secrets are stored as they are, with a warning, and can still be read with a key', async () => {
    const environment = await copy()
    const before = await startOn(environment)
    expect(before.lines.filter(({ msg }) => msg.includes('SECRETS_KEY'))).toMatchObject([{ level: 40 }])
    const { domain, webhook, share } = await makeSecrets(before)
    expect(await readStored(before)).toContain(share.token)
    await before.stop()
    const after = await startOn({ ...environment, ...firstKey })
    expect((await after.call('GET', `${domain}/share`)).body.shares).toMatchObject([share])
    expect((await after.call('POST', `${domain}/webhooks/${webhook.id}/test`)).body.status).toBe('delivered')
  })
})
