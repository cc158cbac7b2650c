import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command, OptionSpecs } from './command.ts'
import { type Printer, styled } from './output/printer.ts'
import { wrapText } from './output/text-width.ts'
import { globalOptions, usageOf } from './parse-arguments.ts'

// Help, from the table of commands.

const widest = 100
/** Of the repository, or of the package; a container has none. */
const documents = resolve(import.meta.dirname, '../../docs')

export function printOverview(out: Printer, commands: readonly Command[]): void {
  out.line(styled('bold', 'polegraph COMMAND'), ' [OPTIONS]')
  out.line('')
  out.text('Knowledge graphs of people, organizations, places and events, built from the open web.')
  out.line('')
  printPairs(
    out,
    commands.map((command) => [usageOf(command).slice('polegraph '.length), command.about]),
  )
  out.line('')
  out.line(styled('bold', 'Options of every command'))
  printPairs(out, optionPairs(globalOptions))
  out.line('')
  out.text('DOMAIN is an id, a name, or a part of one that only one domain has; `.` is the domain of `polegraph use`.')
  out.text(
    'The environment: POLEGRAPH_URL and POLEGRAPH_KEY stand for --url and --key; NO_COLOR takes the colours away.',
  )
  out.text('`polegraph COMMAND --help` explains one command.')
  if (existsSync(documents)) out.text(`The documents that are named here, docs/…, are in ${documents}`)
}

export function printCommandHelp(out: Printer, command: Command): void {
  out.line(styled('bold', usageOf(command)), ' [OPTIONS]')
  out.line('')
  out.text(command.about)
  const own = optionPairs(command.options)
  if (own.length > 0) {
    out.line('')
    out.line(styled('bold', 'Options'))
    printPairs(out, own)
  }
  out.line('')
  out.line(styled('bold', 'Options of every command'))
  printPairs(out, optionPairs(globalOptions))
  if (command.examples.length === 0) return
  out.line('')
  out.line(styled('bold', 'Examples'))
  for (const example of command.examples) out.line('  ', example)
}

/** `--format FORMAT` and what it is for. */
export function optionPairs(specs: OptionSpecs): [string, string][] {
  return Object.entries(specs).map(([name, { takes, choices, about }]) => [
    takes ? `--${name} ${takes}` : `--${name}`,
    choices ? `${about}: ${choices.join(', ')}` : about,
  ])
}

/** Two columns where there is room for them, else one below the other. */
function printPairs(out: Printer, pairs: readonly [string, string][]): void {
  const width = Math.min(out.width, widest)
  const left = Math.min(Math.max(...pairs.map(([name]) => name.length)), 36) + 4
  const isNarrow = width < left + 30
  for (const [name, about] of pairs) {
    const isBelow = isNarrow || name.length > left - 4
    const indent = isNarrow ? 4 : left
    const [first = '', ...others] = wrapText(about, width - indent)
    if (isBelow) out.line('  ', name)
    out.line(isBelow ? ' '.repeat(indent) : `  ${name.padEnd(left - 2)}`, first)
    for (const line of others) out.line(' '.repeat(indent), line)
  }
}
