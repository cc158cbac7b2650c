import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findBinaries } from './binaries.ts'
import { startKeeper } from './keeper.ts'
import { layoutOf } from './layout.ts'
import { chooseUser } from './run-as.ts'
import { serverSettings } from './settings.ts'

describe('the programs of PostgreSQL', () => {
  it('are not looked for on machines that they do not run on', () => {
    const server = 'set DATABASE_URL to a PostgreSQL server'
    expect(() => findBinaries({ platform: 'linux', arch: 'riscv64' })).toThrow(
      `there is no embedded database for linux on riscv64; ${server}`,
    )
    expect(() => findBinaries({ platform: 'darwin', arch: 'arm64' })).toThrow(
      `there is no embedded database for darwin on arm64; ${server}`,
    )
    // Of the two kinds of machine each lacks the loader of the other.
    const other = process.arch === 'arm64' ? 'x64' : 'arm64'
    expect(() => findBinaries({ platform: 'linux', arch: other })).toThrow(
      `there is no embedded database for a Linux without glibc; ${server}`,
    )
  })

  it('run where install scripts were not, from a folder that is read-only, in one with a colon and a dollar sign', async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'polegraph-programs-'))
    onTestFinished(() => rmSync(scratch, { recursive: true }))
    const installed = join(scratch, 'C:native')
    cpSync(findBinaries().folder, installed, { recursive: true })
    for (const name of readdirSync(join(installed, 'lib'))) {
      const path = join(installed, 'lib', name)
      if (lstatSync(path).isSymbolicLink()) rmSync(path)
    }
    execFileSync('chmod', ['-R', 'a-w', installed])
    const folder = join(scratch, 'da:ta;$ORIGIN')
    mkdirSync(folder)
    const binaries = {
      folder: installed,
      postgres: join(installed, 'bin/postgres'),
      initdb: join(installed, 'bin/initdb'),
    }
    const layout = layoutOf(folder)
    const runAs = chooseUser(layout, binaries)
    const keeper = startKeeper({ layout, binaries, runAs, settings: serverSettings })
    const said = text(keeper.stderr)
    const closed = once(keeper, 'close')
    const pid = await Promise.race([once(keeper.stdout, 'data').then(String), closed.then(() => undefined)])
    if (pid === undefined) expect(await said).toBe('')
    // Its pipe ends, as when the service was killed.
    keeper.stdin.destroy()
    expect(await closed).toEqual([0, null])
    expect(await said).toContain('database system is shut down')
  })
})
