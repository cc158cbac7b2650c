import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fencedCode } from '../../server/test/docs/markdown.ts'
import { markdownFiles } from '../../server/test/docs/repository.ts'
import { commands } from '../src/command-table.ts'
import { exitCodeMeanings, exitCodes } from '../src/exit-codes.ts'
import { optionPairs } from '../src/help.ts'
import { globalOptions, parseLine, usageOf } from '../src/parse-arguments.ts'
import { root } from './support/command-line.ts'

// docs/cli.md against the table of commands, and every command line of every document against the parser.

const text = readFileSync(join(root, 'docs/cli.md'), 'utf8')

/** The words of a line of a shell: quotes keep words together, and a comment or a pipe ends it. */
function wordsOf(line: string): string[] {
  const [, command = ''] = /\bpolegraph(?: ((?:"[^"]*"|'[^']*'|[^#|>;)])*))?/.exec(line) ?? []
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )
}

describe('docs/cli.md', () => {
  it('has every command with its words, what it does, its options and its examples', () => {
    const missing = commands.flatMap((command) => {
      const wanted = [
        `\`${usageOf(command)}\``,
        command.about,
        ...optionPairs(command.options).map(([option, about]) => `\`${option}\`: ${about}`),
        ...command.examples,
      ]
      return wanted.filter((words) => !text.includes(words))
    })
    expect(missing).toEqual([])
    for (const [option] of optionPairs(globalOptions)) expect(text).toContain(`\`${option}\``)
  })

  it('has no other command', () => {
    const headings = [...text.matchAll(/^### `(polegraph [^`]+)`$/gm)].map(([, usage]) => usage)
    expect(headings.toSorted()).toEqual(commands.map(usageOf).toSorted())
  })

  it('has every exit code with its meaning, and no other', () => {
    const rows = [...text.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, code, meaning]) => [Number(code), meaning])
    const wanted = Object.entries(exitCodes).map(([name, code]) => [
      code,
      exitCodeMeanings[name as keyof typeof exitCodes],
    ])
    expect(rows).toEqual(wanted)
  })
})

const examples = [
  ...markdownFiles.flatMap(({ path, text: page }) => {
    const lines = fencedCode(page).split('\n')
    return lines.flatMap((line) => (/^(?:\$ |npx |source <\()?polegraph\b/.test(line) ? [[path, line] as const] : []))
  }),
  ...commands.flatMap(({ name, examples: own }) => own.map((line) => [`the help of ${name}`, line] as const)),
]

it('every document with a command line has one that can be typed', () => {
  expect(examples.length).toBeGreaterThan(80)
  const wrong = examples.flatMap(([where, line]) => {
    try {
      parseLine(commands, wordsOf(line))
      return []
    } catch (error) {
      return [`${where}: ${line}: ${(error as Error).message}`]
    }
  })
  expect(wrong).toEqual([])
})
