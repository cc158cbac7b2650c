import { statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder, processesOn, startAndStop } from '../../support/embedded-service.ts'

// Where a data folder may be, and what may stand around the program: the embedded PostgreSQL runs all the same.

const names = [
  ['blanks, umlauts and quotes', `Dät ä "quoted" 'folder'`],
  // The loader of libraries splits its list of folders at colons and semicolons, and fills in what begins with a dollar sign.
  ['a colon, a semicolon and a dollar sign', 'C:data;$HOME$LIB'],
  ['a newline and a backslash', 'two\nlines\\n'],
  ['more bytes than a socket may have in its address', 'a'.repeat(120)],
  ['more than 200 bytes', `${'ä'.repeat(70)}/${'b'.repeat(150)}`],
] as const

describe('the embedded PostgreSQL', { timeout: 120_000 }, () => {
  it.each(names)('runs in a folder whose path has %s', async (_, name) => {
    const folder = join(newFolder(), name)
    expect(await startAndStop(folder)).toContain('First start')
    expect(await startAndStop(folder)).not.toContain('First start')
    expect(processesOn(folder)).toEqual([])
  })

  it('runs in a folder that is named relatively, and in one behind a link', async () => {
    const folder = newFolder()
    expect(await startAndStop('some/data', { cwd: folder })).toContain('First start')
    symlinkSync('some', join(folder, 'link'))
    expect(await startAndStop(join(folder, 'link/data'))).not.toContain('First start')
    symlinkSync('some/data', join(folder, 'other'))
    expect(await startAndStop(join(folder, 'other'))).not.toContain('First start')
  })

  it.each(['000', '077'])('closes its files to others under umask %s', async (mask) => {
    const folder = join(newFolder(), 'data')
    await startAndStop(folder, { setUp: `umask ${mask}` })
    for (const path of [folder, join(folder, 'postgres')]) expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  it('hears nothing of settings that are for other PostgreSQLs, and needs no place for temporary files', async () => {
    const folder = join(newFolder(), 'data')
    const environment = {
      ...{ PGDATA: '/nowhere', PGPORT: '1', PGHOST: '127.0.0.1', PGUSER: 'stranger', PGPASSWORD: 'secret' },
      ...{ PGDATABASE: 'other', PGOPTIONS: '-c statement_timeout=1', PGSSLMODE: 'require', PGSERVICE: 'none' },
      ...{
        LC_ALL: 'tr_TR.UTF-8',
        LANG: 'xx',
        LD_LIBRARY_PATH: '/nowhere',
        LD_PRELOAD: '/nowhere.so',
        TZ: 'Asia/Tokyo',
        TMPDIR: '/proc',
      },
    }
    await startAndStop(folder, { environment })
    await startAndStop(folder, { environment })
  })

  it.each([undefined, '', '/nowhere'])('finds the commands of the system where PATH is %o', async (path) => {
    await startAndStop(join(newFolder(), 'data'), { environment: { PATH: path } })
  })
})
