import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBinaries } from '../../../src/platform/embedded/binaries.ts'
import {
  isRoot,
  mayMount,
  newFolder,
  nobody,
  processesOn,
  refusedStart,
  startAndStop,
  startEmbedded,
  whenReady,
} from '../../support/embedded-service.ts'

// Who starts it, and whose folder it is: PostgreSQL does not run as root. All of it needs root, to become somebody else.

/** A user who has no name on this machine, as many in containers. */
const somebody = 12_345

/** A PATH with an unshare that fails, as where the kernel or a container forbids namespaces. */
function withoutNamespaces(): { PATH: string } {
  const commands = newFolder()
  writeFileSync(join(commands, 'unshare'), '#!/bin/sh\necho "unshare: Operation not permitted" >&2\nexit 1\n', {
    mode: 0o755,
  })
  return { PATH: `${commands}:${process.env.PATH}` }
}

/** The users that the files of PostgreSQL belong to. */
const ownersIn = (folder: string) => [
  ...new Set(
    readdirSync(join(folder, 'postgres'), { recursive: true, encoding: 'utf8' }).map(
      (path) => statSync(join(folder, 'postgres', path)).uid,
    ),
  ),
]

/** The user whose rights PostgreSQL has, seen from outside. */
const usersOn = (folder: string) => [
  ...new Set(
    processesOn(folder)
      .filter(({ title }) => title.startsWith('postgres:'))
      .map(({ pid }) => statSync(`/proc/${pid}`).uid),
  ),
]

describe.runIf(isRoot)('the embedded PostgreSQL', { timeout: 180_000 }, () => {
  it('writes for root only where the owner of the folder may', async () => {
    const folder = join(newFolder(), 'data')
    mkdirSync(folder)
    chownSync(folder, somebody, somebody)
    await startAndStop(folder, { uid: somebody })
    const [roots, file] = [newFolder(), join(newFolder(), 'file')]
    writeFileSync(file, 'of root')
    rmSync(join(folder, 'libraries'), { recursive: true })
    symlinkSync(roots, join(folder, 'libraries'))
    expect(await refusedStart(folder)).toMatchObject({ code: 78, err: expect.stringContaining('may not write there') })
    rmSync(join(folder, 'libraries'))
    symlinkSync(file, join(folder, 'lock.json'))
    expect(await refusedStart(folder)).toMatchObject({ code: 78, err: expect.stringContaining('may not write there') })
    expect({ owner: statSync(roots).uid, there: readdirSync(roots), text: readFileSync(file, 'utf8') }).toEqual({
      ...{ owner: 0, there: [], text: 'of root' },
    })
  })

  it('is given no folder that holds other things', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'important'))
    const { code, err } = await refusedStart(folder, { environment: withoutNamespaces() })
    expect({ code, err }).toMatchObject({
      ...{
        code: 78,
        err: expect.stringContaining('holds other things (important); set DATA_DIR to a folder of its own'),
      },
    })
    expect(statSync(join(folder, 'important')).uid).toBe(0)
  })

  it('runs for a user without rights', async () => {
    const folder = join(newFolder(), 'data')
    mkdirSync(folder)
    chownSync(folder, somebody, somebody)
    await startAndStop(folder, { uid: somebody })
    await startAndStop(folder, { uid: somebody })
    expect(ownersIn(folder)).toEqual([somebody])
    const key = join(folder, 'secrets.key')
    chownSync(key, 0, 0)
    expect(await refusedStart(folder, { uid: somebody })).toEqual({
      code: 1,
      err: `${key} cannot be read by this user; give it to the user of the service (chown)\n`,
    })
    expect(processesOn(folder)).toEqual([])
  })

  it('says what to do for a user who has no name, where there are no namespaces', async () => {
    const folder = join(newFolder(), 'data')
    mkdirSync(folder)
    chownSync(folder, somebody, somebody)
    for (const uid of [somebody, 0])
      expect(await refusedStart(folder, { uid, environment: withoutNamespaces() })).toEqual({
        code: 1,
        err: `PostgreSQL makes no database for user ${somebody}, who has no name on this machine; add one to /etc/passwd, start as a user who has one, or set DATABASE_URL to a PostgreSQL server\n`,
      })
  })

  it('runs for root in a folder that is closed to all others', async () => {
    const closed = newFolder()
    chmodSync(closed, 0o700)
    const folder = join(closed, 'data')
    await startAndStop(folder)
    await startAndStop(folder)
    expect(ownersIn(folder)).toEqual([0])
  })

  it('runs for root in a folder of another user as that user, who can go on with it', async () => {
    const folder = join(newFolder(), 'data')
    mkdirSync(folder)
    chownSync(folder, somebody, somebody)
    const program = startEmbedded(folder)
    await whenReady(program)
    expect(usersOn(folder)).toEqual([somebody])
    program.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(ownersIn(folder)).toEqual([somebody])
    await startAndStop(folder, { uid: somebody })
    // Killed: what it leaves is no hindrance either.
    const killed = startEmbedded(folder)
    await whenReady(killed)
    killed.kill('SIGKILL')
    await killed.ended
    await startAndStop(folder, { uid: somebody })
  })

  it('runs for root without namespaces as nobody, to whom the folder is given, and then with them again', async () => {
    const environment = withoutNamespaces()
    const parent = newFolder()
    const folder = join(parent, 'data')
    const program = startEmbedded(folder, { environment })
    await whenReady(program)
    expect(usersOn(folder)).toEqual([nobody])
    program.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(ownersIn(folder)).toEqual([nobody])
    await startAndStop(folder)
    await startAndStop(folder, { environment })
    expect(ownersIn(folder)).toEqual([nobody])
  })

  it('takes a folder of root that it ran in with namespaces, named by a link, where they are forbidden', async () => {
    const parent = newFolder()
    await startAndStop(join(parent, 'data'))
    symlinkSync('data', join(parent, 'link'))
    await startAndStop(join(parent, 'link'), { environment: withoutNamespaces() })
    expect(ownersIn(join(parent, 'data'))).toEqual([nobody])
  })

  it('says what to do where nobody may reach the folder, and gives it to nobody', async () => {
    const closed = newFolder()
    chmodSync(closed, 0o700)
    const folder = join(closed, 'data')
    expect(await refusedStart(folder, { environment: withoutNamespaces() })).toEqual({
      code: 78,
      err: `PostgreSQL does not run as root, and user ${nobody} may not reach ${closed}; start the service as another user, with a data folder of its own, or set DATABASE_URL to a PostgreSQL server\n`,
    })
    expect(statSync(folder).uid).toBe(0)
  })

  it('says so where the folder and its database belong to two users', async () => {
    const folder = join(newFolder(), 'data')
    await startAndStop(folder)
    // As after a restore of files by root.
    lchownSync(folder, somebody, somebody)
    expect(await refusedStart(folder)).toEqual({
      code: 1,
      err: `the database in ${folder} belongs to user 0, and the folder to user ${somebody}; give all of it to the one who shall run it (chown -R)\n`,
    })
    execFileSync('chown', ['-R', `${somebody}:${somebody}`, folder])
    await startAndStop(folder)
  })

  it.runIf(mayMount())('runs with little shared memory, and from packages that cannot be written to', async () => {
    const packages = findBinaries().folder
    const mounts = [
      'mount -t tmpfs -o size=64k none /dev/shm',
      `mount --bind '${packages}' '${packages}'`,
      `mount -o remount,ro,bind '${packages}'`,
      `! touch '${packages}/x' 2>/dev/null`,
    ]
    const prefix = ['unshare', '--mount', 'sh', '-c', `${mounts.join(' && ')} && exec "$@"`, 'sh']
    await startAndStop(join(newFolder(), 'data'), { prefix })
  })
})
