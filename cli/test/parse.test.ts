import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../src/command-table.ts'
import { parseLine } from '../src/parse-arguments.ts'
import { commandLine } from './support/command-line.ts'

// The table of commands: what it makes of command lines, and its help.

const parse = (...argv: string[]) => parseLine(commands, argv)
const { run } = commandLine()

describe('a command line', () => {
  it('is read by the table', () => {
    expect(parse('sources', 'add', 'ports', 'https://a/', 'https://b/', '--json', '--url', 'http://x')).toMatchObject({
      command: { name: 'sources add' },
      args: { domain: 'ports', url: ['https://a/', 'https://b/'] },
      globals: { url: 'http://x', json: true },
    })
    expect(parse('crawl', 'Baltic ports', '--again')).toMatchObject({
      command: { name: 'crawl' },
      args: { domain: 'Baltic ports', url: [] },
      options: { again: true, 'no-follow': false },
    })
    expect(parse('autopilot', '--max-pages', '20', 'Ports', 'of', 'Riga')).toMatchObject({
      args: { prompt: ['Ports', 'of', 'Riga'] },
      options: { 'max-pages': 20 },
    })
  })

  it('may begin with options of every command', () => {
    expect(parse('--url', 'http://x', '--json', 'keys', 'create', 'a')).toMatchObject({
      command: { name: 'keys create' },
    })
  })

  it('takes what stands behind -- as it is', () => {
    expect(parse('search', 'ports', '--', '--weird')).toMatchObject({ args: { domain: 'ports', words: ['--weird'] } })
  })

  it.each([
    [['nothing'], 'there is no command "nothing"'],
    [['source'], 'there is no command "source" (did you mean `sources`?); `polegraph help` lists all'],
    [['domian'], '(did you mean `domains`?)'],
    [['events', 'ports'], '(did you mean `events follow`?)'],
    [['keys', 'creat', 'x'], 'too many words, from "creat" on (did you mean `keys create`?): polegraph keys'],
    [['start', '--prot', '9000'], 'there is no option --prot of `polegraph start` (did you mean `--port`?)'],
    [['domains', '--colour'], 'there is no option --colour of `polegraph domains`'],
    [['domains', '-x'], 'there is no option -x'],
    [['search', 'ports'], 'WORDS is missing: polegraph search DOMAIN WORDS...'],
    [['whoami', 'now'], 'too many words, from "now" on: polegraph whoami'],
    [
      ['export', 'ports', '--output', 'ports.docx'],
      '--format is needed, which the name ports.docx does not tell: jsonld',
    ],
    [['export', 'ports', '--format'], '--format needs a value: --format FORMAT'],
    [['export', 'ports', '--format', '--json'], '--format needs a value'],
    [['export', 'ports', '--format', 'xml'], '--format must be one of jsonld, turtle'],
    [['search', 'ports', 'x', '--limit', 'many'], '--limit must be a number of at least 1'],
    [['webhooks', 'listen', '--secret', 'whsec_x', '--port', '70000'], '--port must be at most 65535'],
    [['entity', 'set', 'x', 'y', '--attribute', 'a=1', '--attribute', 'b=2'], '--attribute is given twice'],
    [['status', '--constructor'], 'there is no option --constructor'],
    [['export', 'ports', '--output', 'constructor'], '--format is needed'],
    [['domains', '--all=yes'], '--all takes no value'],
    [['domains', '--url', 'ftp://x'], 'must begin with http:// or https://'],
    [['domains', '--url', 'http://a:b@x'], 'must not contain a password'],
    [['domains', '--key', 'a b', '--url', 'http://127.0.0.1:1'], 'must be one word'],
  ])('that is wrong is explained: %j', async (argv, message) => {
    const { code, out, err } = await run(argv)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  })

  it('that is wrong is explained to programs, too', async () => {
    const { code, err } = await run(['domains', '--colour', '--json'])
    expect(code).toBe(2)
    expect(JSON.parse(err)).toEqual({ error: expect.stringContaining('--colour'), code: 'usage', exit_code: 2 })
  })
})

describe('help', () => {
  it('names every command, and where the address and the key come from', async () => {
    const { code, out } = await run(['help'])
    expect(code).toBe(0)
    for (const { name } of commands) expect(out).toContain(`  ${name}`)
    const [, documents = ''] = /are in (\S+)$/m.exec(out) ?? []
    expect(existsSync(join(documents, 'configuration.md'))).toBe(true)
    for (const word of ['--url', '--key', 'POLEGRAPH_URL', 'POLEGRAPH_KEY', 'polegraph login'])
      expect(out).toContain(word)
    expect((await run([])).out).toBe(out)
    expect((await run(['--help'])).out).toBe(out)
  })

  it.each(commands.map((command) => [command.name, command] as const))('explains %s', async (name, command) => {
    const { code, out } = await run([...name.split(' '), '--help'])
    expect(code).toBe(0)
    for (const option of Object.keys(command.options)) expect(out).toContain(`--${option}`)
    expect(command.examples.length).toBeGreaterThan(0)
    for (const example of command.examples) expect(out).toContain(example)
    expect((await run(['help', ...name.split(' ')])).out).toBe(out)
  })

  it('fits into a narrow terminal', async () => {
    const { out } = await run(['help'], { columns: 40, environment: { NO_COLOR: '1' } })
    expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(40)
  })
})

it('tells its version', async () => {
  expect(await run(['--version'])).toMatchObject({ code: 0, out: '0.1.0\n' })
})
