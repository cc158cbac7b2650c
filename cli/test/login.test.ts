import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../server/test/support/harness.ts'
import { commandLine, deadAddress, spawnTerminal } from './support/command-line.ts'

// Who a command is: what is given, what the environment says, and what was kept.

const { url, key, call, makeMember, makeProject } = await startTestService()
const other = await startTestService()

const fileOf = (config: string) => join(config, 'polegraph/login.json')
const keptIn = (config: string) => JSON.parse(readFileSync(fileOf(config), 'utf8'))
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

it('takes a key from a file, so that the list of processes does not show it', async () => {
  const { run, config } = commandLine()
  const file = join(config, 'key')
  writeFileSync(file, `${key}\n`)
  expect((await run(['whoami', '--url', url, '--key-file', file])).out).toMatch(/Role +owner\n/)
  expect(await run(['whoami', '--url', url, '--key-file', file, '--key', key])).toMatchObject({
    ...{ code: 2, err: expect.stringContaining('give --key or --key-file, not both') },
  })
  writeFileSync(file, 'two words')
  expect((await run(['whoami', '--url', url, '--key-file', file])).err).toContain('must hold one key and nothing else')
  expect((await run(['whoami', '--key-file', `${file}.none`])).err).toContain('cannot be read: ENOENT')
})

describe('login', () => {
  it('keeps a key that works, for the person alone', async () => {
    const { run, config } = commandLine()
    const { code, out } = await run(['login', '--url', `${url}/`, '--key', key])
    expect([code, out]).toEqual([0, expect.stringContaining(`Signed in at ${url}: project default, as owner.`)])
    expect(keptIn(config)).toEqual({ url, key })
    expect([modeOf(fileOf(config)), modeOf(join(config, 'polegraph'))]).toEqual(['600', '700'])
    expect((await run(['whoami', '--json'])).json).toMatchObject({ url, project: { name: 'default', role: 'owner' } })
    expect(await run(['logout'])).toMatchObject({ code: 0 })
    expect(await run(['whoami', '--url', url])).toMatchObject({ code: 3 })
    expect((await call('GET', '/v1/project', { key })).status).toBe(200)
  })

  it('keeps no key that does not work', async () => {
    const { run, config } = commandLine()
    const { code, err } = await run(['login', '--url', url, '--key', `svc_${'x'.repeat(40)}`])
    expect([code, err]).toEqual([3, expect.stringMatching(/does not take this key: it is wrong or was revoked\n$/)])
    expect(() => keptIn(config)).toThrow('ENOENT')
    expect(await run(['login', '--url', url], { input: '' })).toMatchObject({ code: 2 })
  })

  it('lasts when its key is rotated', async () => {
    const { run, config } = commandLine()
    const made = (await run(['keys', 'create', 'mine', '--url', url, '--key', key, '--json'])).json
    await run(['login', '--url', url, '--key', made.key])
    expect((await run(['keys', 'rotate', 'mine'])).out).toContain('It is shown only now, and kept:')
    expect(keptIn(config).key).not.toBe(made.key)
    expect(await run(['whoami'])).toMatchObject({ code: 0 })
    await run(['keys', 'create', 'of others'])
    expect((await run(['keys', 'rotate', 'of others'])).out).toMatch(/^It is shown only now\.$/m)
    expect(await run(['whoami'])).toMatchObject({ code: 0 })
  })

  it('reads the key from a pipe', async () => {
    const { run, config } = commandLine()
    expect(await run(['login', '--url', url], { input: `${key}\n` })).toMatchObject({ code: 0 })
    expect(keptIn(config).key).toBe(key)
  })

  it('takes an email and a password, and logout ends the session', async () => {
    const member = await makeMember(key, 'editor')
    const { run, config } = commandLine({ POLEGRAPH_URL: url })
    const wrong = await run(['login', '--email', member.email], { input: 'not the password\n' })
    expect([wrong.code, wrong.err]).toEqual([3, 'polegraph: wrong email or password\n'])
    const { code, out } = await run(['login', '--email', member.email], { input: `${member.password}\n` })
    expect([code, out]).toEqual([0, expect.stringContaining('project default, as editor')])
    const { cookie } = keptIn(config)
    expect(readFileSync(fileOf(config), 'utf8')).not.toContain(member.password)
    // Changes work with a session, too.
    expect(await run(['domains', 'create', 'by a session'])).toMatchObject({ code: 0 })
    const refused = await run(['keys', 'create', 'x'])
    expect([refused.code, refused.err]).toEqual([3, 'polegraph: owner access required\n'])
    await run(['logout'])
    expect((await call('GET', '/v1/session', { cookie })).status).toBe(401)
  })

  it('goes to the project that is named', async () => {
    const second = await makeProject('second')
    const member = await makeMember(key, 'owner')
    const invite = await call('POST', '/v1/project/invites', { key: second.key, body: { role: 'viewer' } })
    const body = { email: member.email, name: 'x', password: member.password }
    await call('POST', invite.body.accept_path, { body })
    const { run } = commandLine({ POLEGRAPH_URL: url })
    const { out } = await run(['login', '--email', member.email, '--project', 'second'], { input: member.password })
    expect(out).toContain('project second, as viewer')
    const unknown = await run(['login', '--email', member.email, '--project', 'third'], { input: member.password })
    expect(unknown).toMatchObject({ code: 4, err: expect.stringContaining('no project is called "third"') })
  })

  it('does not show what is typed', async () => {
    const member = await makeMember(key, 'viewer')
    const { config } = commandLine()
    const environment = { POLEGRAPH_URL: url, XDG_CONFIG_HOME: config }
    const session = spawnTerminal(['login', '--email', member.email], environment)
    await expect.poll(() => session.written.out).toContain('not shown')
    session.type(`${member.password}x\u007f\r`)
    const { code, out } = await session.ended
    expect([code, out]).toEqual([0, expect.stringContaining('Signed in')])
    expect(out).not.toContain(member.password.slice(0, 8))
  })

  it('is given up by Ctrl-C', async () => {
    const { config } = commandLine()
    const session = spawnTerminal(['login'], { POLEGRAPH_URL: url, XDG_CONFIG_HOME: config })
    await expect.poll(() => session.written.out).toContain('not shown')
    session.type('svc_half\u0003')
    expect((await session.ended).code).toBe(130)
    expect(() => keptIn(config)).toThrow('ENOENT')
  })

  it('names a service that is away before it asks for a password', async () => {
    const { run } = commandLine({ POLEGRAPH_URL: await deadAddress() })
    expect(await run(['login', '--email', 'a@example.org'])).toMatchObject({ code: 69 })
  })
})

describe('settings', () => {
  it('are options, then the environment, then what was kept', async () => {
    const { run } = commandLine()
    await run(['login', '--url', url, '--key', key])
    const mine = await makeProject('mine')
    expect((await run(['whoami'])).out).toMatch(/Project +default/)
    expect((await run(['whoami'], { environment: { POLEGRAPH_KEY: mine.key } })).out).toMatch(/Project +mine/)
    expect((await run(['whoami', '--key', key], { environment: { POLEGRAPH_KEY: mine.key } })).out).toMatch(
      /Project +default/,
    )
    const away = await run(['whoami'], { environment: { POLEGRAPH_URL: await deadAddress() } })
    expect(away.code).toBe(69)
    expect(await run(['whoami', '--url', url], { environment: { POLEGRAPH_URL: await deadAddress() } })).toMatchObject({
      code: 0,
    })
  })

  it('tell no service the key of another', async () => {
    const { run } = commandLine()
    await run(['login', '--url', url, '--key', key])
    // Both services know the key: only the command line keeps it from being used.
    expect((await other.call('GET', '/v1/project', { key })).status).toBe(200)
    expect(await run(['domains', '--url', other.url])).toMatchObject({
      code: 3,
      err: expect.stringContaining('not signed in'),
    })
    expect(await run(['use', 'x', '--url', other.url, '--key', key])).toMatchObject({ code: 4 })
  })

  it.each([
    ['an address that is none', { url: 'nowhere' }],
    ['a key that fits into no header', { url, key: 'svc_secret\n' }],
    ['a key that is no text', { url, key: 5 }],
    ['a domain without an id', { url, key, domain: 'graph' }],
    ['a list', []],
  ])('with %s are named, and nothing in them is shown', async (_name, kept) => {
    const { run, config } = commandLine()
    await run(['login', '--url', url, '--key', key])
    writeFileSync(fileOf(config), JSON.stringify(kept))
    const broken = await run(['search', '.', 'x'])
    expect([broken.code, broken.err]).toEqual([
      78,
      `polegraph: ${fileOf(config)} is not what \`polegraph login\` writes; sign in again, or delete it\n`,
    ])
  })

  it('that are broken can be replaced', async () => {
    const { run, config } = commandLine()
    await run(['login', '--url', url, '--key', key])
    writeFileSync(fileOf(config), '{"url": ')
    const broken = await run(['domains'])
    expect([broken.code, broken.err]).toEqual([78, expect.stringContaining('is not what `polegraph login` writes')])
    expect(await run(['login', '--url', url, '--key', key])).toMatchObject({ code: 0 })
    expect(await run(['domains'])).toMatchObject({ code: 0 })
  })
})
