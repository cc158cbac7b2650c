import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { askForCopy, type DatabaseCopy } from './ask-for-copy.ts'
import { openEmbedded } from './embedded.ts'
import { FolderCopies } from './folder-copies.ts'

const log = createLog({ level: 'silent' })

function makeFolder(below = ''): string {
  const scratch = mkdtempSync(join(tmpdir(), 'polegraph-copies-'))
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }))
  return join(scratch, below, 'data')
}

async function openWithCopies(folder: string) {
  const db = await openEmbedded({ folder, clock: systemClock, log })
  const copies = new FolderCopies({ db, folder, log })
  await copies.start()
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await copies.stop()
    await db.close()
  }
  onTestFinished(close)
  return { db, close }
}

const copiesIn = (folder: string) => readdirSync(join(folder, 'copies')).filter((name) => name !== 'socket')

async function ask(folder: string): Promise<DatabaseCopy> {
  const copy = await askForCopy(folder)
  if (!copy) throw new Error('nobody answered')
  return copy
}

async function readNumbers(folder: string): Promise<number[]> {
  const db = await openEmbedded({ folder, clock: systemClock, log })
  const rows = await db.query<{ n: number }>('select n from numbers order by n')
  await db.close()
  return rows.map(({ n }) => n)
}

describe('a copy of the embedded database', { timeout: 120_000 }, () => {
  it('holds what was committed, and nothing of a transaction that is open; two can be made at once', async () => {
    // Longer than the address of a socket may be.
    const folder = makeFolder('a'.repeat(120))
    const { db } = await openWithCopies(folder)
    await db.query('create table numbers (n integer)')
    await db.query('insert into numbers values (1)')
    const begun = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const writing = db.transaction(async (tx) => {
      await tx.query('insert into numbers values (2)')
      begun.resolve()
      await asked.promise
      await tx.query('insert into numbers values (3)')
      throw new Error('taken back')
    })
    await begun.promise
    const copying = [ask(folder), ask(folder)]
    asked.resolve()
    await expect(writing).rejects.toThrow('taken back')
    const copies = await Promise.all(copying)
    await db.query('insert into numbers values (4)')
    for (const copy of copies) {
      // A reader of another user would make a lock that the service cannot open, to see whether the copy is still read.
      expect(existsSync(join(copy.folder, 'lock.sqlite'))).toBe(true)
      expect(copy.stood_still_ms).toBeGreaterThan(0)
      expect(await readNumbers(copy.folder)).toEqual([1])
      await copy.remove()
    }
    expect(copiesIn(folder)).toEqual([])
    expect((statSync(join(folder, 'copies')).mode & 0o777).toString(8)).toBe('700')
    expect((statSync(join(folder, 'copies', 'socket')).mode & 0o777).toString(8)).toBe('600')
  })

  it('is removed when whoever asked for it is killed, and left to them when the service ends', async () => {
    const folder = makeFolder()
    const { close } = await openWithCopies(folder)
    const program = `
      import { askForCopy } from '${pathToFileURL(join(import.meta.dirname, 'ask-for-copy.ts'))}'
      const copy = await askForCopy(process.argv[1])
      console.log(copy.folder)
      setInterval(() => undefined, 1000)`
    const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript']
    const child = spawn(process.execPath, [...flags, '-e', program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect(copiesIn(folder)).toHaveLength(1)
    child.kill('SIGKILL')
    await expect.poll(() => copiesIn(folder)).toEqual([])
    const copy = await ask(folder)
    await close()
    expect(existsSync(join(copy.folder, 'database', 'PG_VERSION'))).toBe(true)
    await copy.remove()
    expect(copiesIn(folder)).toEqual([])
    expect(await askForCopy(folder)).toBeUndefined()
  })

  it('that a killed service has left, and its socket, are gone after the next start', async () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'copies', 'half'), { recursive: true })
    writeFileSync(join(folder, 'copies', 'half', 'file'), 'x')
    writeFileSync(join(folder, 'copies', 'socket'), '')
    expect(await askForCopy(folder)).toBeUndefined()
    await openWithCopies(folder)
    expect(copiesIn(folder)).toEqual([])
    const copy = await ask(folder)
    await copy.remove()
  })

  it('is refused where there is no room for it, before it is begun', async () => {
    const folder = makeFolder()
    const { db } = await openWithCopies(folder)
    // A file without blocks: the disk need not be as large.
    const hole = join(folder, 'database', 'hole')
    writeFileSync(hole, '')
    truncateSync(hole, 4 * 1024 ** 4)
    await expect(askForCopy(folder)).rejects.toThrow(
      /^a backup copies the database first: that needs 4,194,\d+ MB in .+ MB are free$/,
    )
    expect(copiesIn(folder)).toEqual([])
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })
})
