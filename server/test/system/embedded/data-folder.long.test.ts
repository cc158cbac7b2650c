import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { isRoot, mayMount, mountDisk, newFolder, nobody } from '../../support/embedded-service.ts'

// A data folder that cannot be used ends a start with one sentence, however it is started.

const root = resolve(import.meta.dirname, '../../../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
const bare = 'exec node --disable-warning=ExperimentalWarning server/src/main.ts'
const path = `${dirname(process.execPath)}:${process.env.PATH}`

async function start(folder: string, { command = bare, uid }: { command?: string; uid?: number } = {}) {
  const child = spawn('sh', ['-c', command], {
    cwd: root,
    env: { PATH: path, DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
    // One that hangs hears no other signal.
    ...{ timeout: 60_000, killSignal: 'SIGKILL' },
  })
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number | null]>])
  return { code, err }
}

const refusal = (folder: string, reason: string) => ({
  code: 78,
  err: `the data folder ${folder} cannot be used: ${reason}; set DATA_DIR to another one\n`,
})
/** Not told as a wrong setting: there may be room at the next try. */
const full = (folder: string) => ({
  code: 1,
  err: `the data folder ${folder} cannot be used: no room is left on the disk; make room, or set DATA_DIR to another one\n`,
})

describe('a data folder', { timeout: 120_000 }, () => {
  it.each([
    ['npm start', scripts.start],
    ['the program itself', bare],
  ])('below /proc, where none can be made, is refused by %s', async (_, command) => {
    for (const folder of ['/proc/polegraph', '/proc/self/a/b'])
      expect(await start(folder, { command })).toEqual(refusal(folder, 'no folder can be made there'))
  })

  it('that is a file, or below one, is refused', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect(await start(file)).toEqual(refusal(file, 'it is a file'))
    expect(await start(join(file, 'a/b'))).toEqual(refusal(join(file, 'a/b'), 'it is below a file'))
  })

  it.runIf(isRoot)('in which only another user may write is refused', async () => {
    const folder = newFolder()
    for (const one of [folder, join(folder, 'a/b')])
      expect(await start(one, { uid: nobody })).toEqual(refusal(one, 'this user may not write there'))
  })

  it('on a disk without room for the first file is refused', async () => {
    const folder = newFolder()
    symlinkSync('/dev/full', join(folder, 'lock.json'))
    expect(await start(folder)).toEqual(full(folder))
  })

  it.runIf(mayMount())('on a full disk, or one that is full soon, is refused', async () => {
    for (const bytes of [4_096, 65_536, 20_000_000]) {
      const folder = join(mountDisk(bytes), 'data')
      expect(await start(folder)).toEqual(full(folder))
    }
  })

  it.runIf(mayMount())('on a disk that is read-only is refused', async () => {
    const disk = mountDisk(65_536)
    const folder = join(disk, 'data')
    mkdirSync(folder)
    execFileSync('mount', ['-o', 'remount,ro', disk])
    expect(await start(folder)).toEqual(refusal(folder, 'the disk is read-only'))
    expect(await start(join(disk, 'other'))).toEqual(refusal(join(disk, 'other'), 'the disk is read-only'))
  })
})
