import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { newDatabase } from '../../server/test/support/backup-programs.ts'
import { callService, startTestService } from '../../server/test/support/harness.ts'
import { spawnService } from '../../server/test/support/spawn-service.ts'
import { commandLine, goOn } from './support/command-line.ts'

// `polegraph backup` and `polegraph restore`: their files, what they say, and their exit codes.

const { environment, call, key } = await startTestService()
await call('POST', '/v1/domains', { key, body: { name: 'kept' } })
const cli = commandLine(environment)
const folder = mkdtempSync(join(tmpdir(), 'polegraph-backup-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'a.backup')

async function empty(): Promise<Record<string, string>> {
  const database = await newDatabase('embedded')
  afterAll(database.remove)
  return { ...database.environment, DATABASE_URL: '' }
}

describe('polegraph backup', { timeout: 120_000 }, () => {
  it('writes a file for its owner alone, and says that it is secret', async () => {
    const { code, out, err } = await cli.run(['backup', file])
    expect([code, out]).toEqual([0, ''])
    expect(err).toMatch(/a\.backup: [\d,]+ rows, [\d,]+ bytes/)
    expect(err).toContain('It holds secrets and the key that opens them')
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    expect(readdirSync(folder)).toEqual(['a.backup'])
  })

  it('does not replace a file unless it is told to', async () => {
    const before = readFileSync(file)
    const { code, err } = await cli.run(['backup', file])
    expect([code, err]).toEqual([
      74,
      `polegraph: ${file} is there already; choose another name, or replace it with --force\n`,
    ])
    expect(readFileSync(file).equals(before)).toBe(true)
    const forced = await cli.run(['backup', file, '--force', '--json'])
    expect(forced.json).toMatchObject({ file, bytes: statSync(file).size, version: '0.1.0', unreadable_secrets: 0 })
    expect(readFileSync(file).equals(before)).toBe(false)
  })

  it('says so when the disk is full, or there is no folder', async () => {
    // By a link: a command that went wrong would replace the link, and not the device.
    const full = join(mkdtempSync(join(folder, 'full-')), 'full.backup')
    symlinkSync('/dev/full', full)
    expect(await cli.run(['backup', full, '--force'])).toMatchObject({
      ...{ code: 74, err: `polegraph: ${full} cannot be written: no room is left on the disk\n` },
    })
    expect(readdirSync(dirname(full))).toEqual(['full.backup'])
    const nowhere = join(folder, 'none', 'a.backup')
    expect(await cli.run(['backup', nowhere])).toMatchObject({
      ...{ code: 74, err: `polegraph: ${nowhere} cannot be written: there is no such folder\n` },
    })
  })

  it('leaves nothing behind when it is interrupted', async () => {
    const here = mkdtempSync(join(folder, 'interrupted-'))
    const going = goOn(cli, ['backup', join(here, 'a.backup')])
    going.interrupt()
    expect(await going.ended).toMatchObject({ code: 130, err: 'polegraph: interrupted: nothing was written\n' })
    expect(readdirSync(here)).toEqual([])
  })

  it('does not take the address of a service, which would not be asked', async () => {
    const none = join(folder, 'of-elsewhere')
    for (const command of [['backup', none], ['restore', none], ['recover']]) {
      const { code, err } = await cli.run([...command, '--url', 'http://127.0.0.1:1'])
      expect([code, err]).toEqual([
        2,
        expect.stringContaining('uses a database and not a service: name its folder with --data'),
      ])
    }
    expect(existsSync(none)).toBe(false)
  })

  it('names a database that is not there, or cannot be reached, and a wrong setting', async () => {
    const none = join(folder, 'no-data')
    const missing = await cli.run(['backup', join(folder, 'b'), '--data', none], { environment: { DATABASE_URL: '' } })
    expect(missing).toMatchObject({
      code: 1,
      err: expect.stringContaining(`there is no database in ${none}; name its folder`),
    })
    expect(existsSync(none)).toBe(false)
    const away = await cli.run(['backup', join(folder, 'b'), '--database-url', 'postgres://127.0.0.1:1/none'])
    expect(away).toMatchObject({ code: 1, err: expect.stringContaining('the database cannot be reached or used: ') })
    const wrong = await cli.run(['backup', join(folder, 'b')], { environment: { PORT: 'many' } })
    expect(wrong).toMatchObject({ code: 78, err: expect.stringContaining('PORT must be') })
    expect(existsSync(join(folder, 'b'))).toBe(false)
  })

  it('makes two at once', async () => {
    const files = [join(folder, 'one'), join(folder, 'two')]
    const ended = await Promise.all(files.map((path) => cli.run(['backup', path, '--json'])))
    expect(ended.map(({ code, json }) => [code, json.rows])).toEqual(Array(2).fill([0, ended[0]?.json.rows]))
  })
})

describe('polegraph restore', { timeout: 120_000 }, () => {
  it('gives a database that the service starts on, and refuses it from then on', async () => {
    const target = await empty()
    const { code, err } = await cli.run(['restore', file, '--data', target.DATA_DIR as string], { environment: target })
    expect([code, err]).toEqual([0, expect.stringMatching(/a\.backup: [\d,]+ rows restored, as they were at 2/)])
    expect(err).toContain(`Start it with: polegraph start --data ${target.DATA_DIR}\n`)
    expect((statSync(target.DATA_DIR as string).mode & 0o777).toString(8)).toBe('700')
    const service = await spawnService(target)
    const { body } = await callService(service.url, 'GET', '/v1/domains', { key })
    expect(body.domains).toMatchObject([{ name: 'kept' }])
    const busy = await cli.run(['restore', file], { environment: target })
    expect(busy).toMatchObject({ code: 1, err: expect.stringContaining('is in use by process') })
    service.child.kill('SIGTERM')
    await service.ended
    const again = await cli.run(['restore', file, '--json'], { environment: target })
    expect([again.code, JSON.parse(again.err)]).toMatchObject([1, { code: 'database', exit_code: 1 }])
    expect(JSON.parse(again.err).error).toContain('the database is not empty')
  })

  it.each([
    ['cut', () => readFileSync(file).subarray(0, -1), 'is damaged or was cut short: take another backup'],
    ['something else', () => Buffer.from('hello'), 'is no backup of Polegraph'],
  ])('refuses a file that is %s, before it makes anything', async (name, bytes, message) => {
    const target = await empty()
    const path = join(folder, name)
    writeFileSync(path, bytes())
    const { code, err } = await cli.run(['restore', path], { environment: target })
    expect([code, err]).toEqual([74, expect.stringContaining(`polegraph: ${path} ${message}`)])
    expect(existsSync(target.DATA_DIR as string)).toBe(false)
  })
})
