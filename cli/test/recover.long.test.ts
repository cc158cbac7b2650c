import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { newDatabase } from '../../server/test/support/backup-programs.ts'
import { callService, cookieOf } from '../../server/test/support/harness.ts'
import { spawnService } from '../../server/test/support/spawn-service.ts'
import { commandLine } from './support/command-line.ts'

// `polegraph recover`: for whoever has the database, and neither key nor password.

const database = await newDatabase('embedded')
afterAll(database.remove)
const environment: Record<string, string> = { ...database.environment, DATABASE_URL: '' }
const cli = commandLine(environment)
const recover = (...args: string[]) => cli.run(['recover', ...args])

describe('polegraph recover', { timeout: 120_000 }, () => {
  it('names a folder without a database, and makes none', async () => {
    const none = join(environment.DATA_DIR as string, 'none')
    expect(await recover('--data', none)).toMatchObject({
      ...{ code: 1, err: `polegraph: there is no database in ${none}; name its folder with --data or DATA_DIR\n` },
    })
    expect(existsSync(none)).toBe(false)
  })

  it('gives an invite that makes an owner, while the service runs and while it does not', async () => {
    const first = await spawnService(environment)
    const beside = await recover()
    expect(beside).toMatchObject({ code: 0, err: expect.stringContaining('It makes an owner of the project default') })
    await expectOwner(first.url, beside.out, 'ada@example.org')
    first.child.kill('SIGTERM')
    await first.ended

    const { out, err } = await recover('--project', 'default')
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/invite\/inv_\w+\n$/)
    expect(err).toContain('It makes an owner of the project default, once, within 14 days.')
    const again = await spawnService(environment)
    await expectOwner(again.url, out, 'grace@example.org')
    again.child.kill('SIGTERM')
    await again.ended
  })

  async function expectOwner(url: string, invite: string, email: string): Promise<void> {
    const person = { email, name: 'Ada', password: 'correct horse battery' }
    const path = `/v1/invites/${/inv_\w+/.exec(invite)?.[0]}/accept`
    const cookie = cookieOf(await callService(url, 'POST', path, { body: person }))
    const { body: project } = await callService(url, 'GET', '/v1/project', { cookie })
    expect(project).toMatchObject({ name: 'default', role: 'owner' })
  }
})
