import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../sdk/test/support/pack.ts'
import { commands } from '../src/command-table.ts'
import { commandLine } from './support/command-line.ts'

// The scripts of completions, each in its shell: what a Tab offers behind the words of a line. A shell that is not installed
// is left out.

const { run } = commandLine()
const scriptFor = async (shell: string) => (await run(['completion', shell])).out

/** The home of a person, who stands in it. */
const home = mkdtempSync(join(tmpdir(), 'polegraph-shell-'))
afterAll(() => rmSync(home, { recursive: true }))
mkdirSync(join(home, 'a folder'))
writeFileSync(join(home, 'a file.backup'), '')

const runShell = async (shell: string, args: string[], environment: Record<string, string> = {}) => {
  const env = { PATH: process.env.PATH, HOME: home, TERM: 'dumb', LANG: 'C.UTF-8', ...environment }
  return (await promisify(execFile)(shell, args, { cwd: home, env })).stdout
}

/** The variables that bash sets for the function of a command: it breaks words at blanks, colons and equals signs. */
async function completeInBash(line: string): Promise<string[]> {
  const words = line.split(/\s+|([:=])/).filter((word) => word !== undefined)
  const given = words.filter((word, at) => word !== '' || at === words.length - 1).map((word) => `'${word}'`)
  const script = `${await scriptFor('bash')}
COMP_WORDS=(${given.join(' ')}); COMP_CWORD=${given.length - 1}; COMP_LINE='${line}'; COMP_POINT=${line.length}
_polegraph; printf '%s\\n' "\${COMPREPLY[@]}"`
  return (await runShell('bash', ['-c', script])).split('\n').filter(Boolean)
}

/** The first Tab of a zsh on a terminal of its own, which finds the script in a folder, as docs/cli.md has it. */
async function completeInZsh(line: string): Promise<string[]> {
  mkdirSync(join(home, '.zfunc'), { recursive: true })
  writeFileSync(join(home, '.zfunc/_polegraph'), await scriptFor('zsh'))
  writeFileSync(
    join(home, '.zshrc'),
    `fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit -u
compadd() {
  # Questions of the completion system to itself are not for people.
  if [[ "\${@[1,(i)(-|--)]}" == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a found; builtin compadd -O found "$@"; (( $#found )) && print -r -- "<<\${(pj:\\n<<:)found}"
  builtin compadd "$@"
}
tell() { zle complete-word; print -r -- '<END>' }
zle -N tell; bindkey '^I' tell; PS1='READY>'`,
  )
  const driver = `zmodload zsh/zpty; zpty z zsh -i; zpty -r z seen '*READY>*'
zpty -w -n z ${JSON.stringify(line)}$'\\t'; zpty -r z seen '*<END>*'; print -r -- $seen; zpty -d z`
  const seen = await runShell('zsh', ['-f', '-c', driver], { ZDOTDIR: home })
  return [...seen.matchAll(/<<([^\r\n]+)/g)].map(([, word = '']) => word)
}

async function completeInFish(line: string): Promise<string[]> {
  const script = join(home, 'polegraph.fish')
  writeFileSync(script, await scriptFor('fish'))
  const out = await runShell('fish', ['-c', `source ${script}; complete -C'${line}'`], { XDG_CONFIG_HOME: home })
  return out.split('\n').flatMap((offered) => offered.split('\t', 1)[0] || [])
}

const shells = { bash: completeInBash, zsh: completeInZsh, fish: completeInFish }

describe.each(Object.entries(shells))('%s', (shell, complete) => {
  it.skipIf(!findProgram(shell)).each([
    ['commands', 'polegraph do', ['doctor', 'domains']],
    ['second words', 'polegraph domains c', ['create']],
    ['second words without a first one', 'polegraph events f', ['follow']],
    [
      'options of the longer command',
      'polegraph domains create x --max',
      ['--max-depth', '--max-pages', '--max-spend-usd'],
    ],
    ['options of the shorter command', 'polegraph domains --a', ['--all']],
    ['values of options', 'polegraph export ports --format g', ['geojson', 'gexf', 'graphml']],
    ['what a command is about', 'polegraph help rest', ['restore']],
    ['the name of a shell', 'polegraph completion f', ['fish']],
    ['a command behind options of every command', 'polegraph --json --url http://127.0.0.1:80 keys ro', ['rotate']],
    ['nothing behind words that only look like a command', 'polegraph search sources ad', []],
  ])('completes %s', async (_name, line, offered) => {
    expect((await complete(line)).toSorted()).toEqual(offered)
  })

  it.skipIf(!findProgram(shell))('completes values behind an equals sign', async () => {
    // A shell takes the option for a part of the word, or not.
    const offered = await complete('polegraph export ports --format=g')
    expect(offered.map((word) => word.replace('--format=', '')).toSorted()).toEqual(['geojson', 'gexf', 'graphml'])
  })

  it.skipIf(!findProgram(shell))('completes files, whatever they are called', async () => {
    for (const line of ['polegraph restore a', 'polegraph start --data a']) {
      const offered = (await complete(line)).map((word) => word.replaceAll('\\', '').replace(/\/$/, ''))
      expect(offered.filter((word) => !word.startsWith('-')).toSorted()).toEqual(['a file.backup', 'a folder'])
    }
  })

  it('knows every command and option', async () => {
    const script = await scriptFor(shell)
    for (const { name, options } of commands) {
      for (const word of name.split(' ')) expect(script).toMatch(new RegExp(`\\b${word}\\b`))
      for (const option of Object.keys(options)) expect(script).toMatch(new RegExp(`(?:--|-l )${option}\\b`))
    }
  })
})

it('there are completions for no other shell', async () => {
  expect(await run(['completion', 'tcsh'])).toMatchObject({ code: 2, err: expect.stringContaining('bash, zsh, fish') })
})
