import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runProgram } from '../../../test/support/spawn-service.ts'
import { readConfig } from '../../settings/config.ts'
import { parseHostsFile } from './hosts-file.ts'

describe('a hosts file', () => {
  it('has lines, comments and gaps', () => {
    const { hosts, mistakes } = parseHostsFile(
      '# staging\r\nsite.test 127.0.0.1:8081\n\n  Other.TEST.\t[::1]:443 # six\nbücher.test 10.0.0.7:80\n',
    )
    expect(mistakes).toEqual([])
    expect([...hosts]).toEqual([
      ['site.test', { address: '127.0.0.1', port: 8081 }],
      ['other.test', { address: '::1', port: 443 }],
      ['xn--bcher-kva.test', { address: '10.0.0.7', port: 80 }],
    ])
  })

  it.each([
    'site.test',
    'site.test 127.0.0.1',
    '127.0.0.1:80',
    '127.0.0.1:80 site.test',
    'site.test 127.0.0.1:0',
    'site.test 127.0.0.1:65536',
    'site.test 127.0.0.1:http',
    'site.test 127.1:80',
    'site.test 300.0.0.1:80',
    'site.test ::1:80',
    'site.test [::1]',
    'site.test [127.0.0.1]:80',
    'site.test other.test:80',
    'site.test 127.0.0.1:80 more',
    'http://site.test 127.0.0.1:80',
  ])('names the line of a mistake: %s', (line) => {
    expect(parseHostsFile(`good.test 127.0.0.1:1\n${line}\n`).mistakes).toEqual([
      'line 2 must be "host address:port", such as "site.test 127.0.0.1:8081"',
    ])
  })

  it('is read at the start, which a mistake in it stops', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'polegraph-hosts-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'hosts')
    await writeFile(file, 'good.test 127.0.0.1:1\n')
    expect(readConfig({ CRAWL_HOSTS_FILE: file }).CRAWL_HOSTS_FILE).toEqual(
      new Map([['good.test', { address: '127.0.0.1', port: 1 }]]),
    )
    await writeFile(file, 'good.test 127.0.0.1:1\nbad.test\nworse.test 1:1\n')
    const program = runProgram({ CRAWL_HOSTS_FILE: file })
    expect(await program.ended).toBe(78)
    const rule = 'must be "host address:port", such as "site.test 127.0.0.1:8081"'
    expect(program.output()).toContain(
      `CRAWL_HOSTS_FILE ${file} line 2 ${rule}\nCRAWL_HOSTS_FILE ${file} line 3 ${rule}`,
    )
    expect(() => readConfig({ CRAWL_HOSTS_FILE: join(folder, 'none') })).toThrow(/none cannot be read: ENOENT$/)
  })

  it('tells of a host that is named twice', () => {
    expect(parseHostsFile('a.test 127.0.0.1:1\nA.test. 127.0.0.1:2').mistakes).toEqual(['line 2 names a.test again'])
  })
})
