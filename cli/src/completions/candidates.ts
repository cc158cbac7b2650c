import type { Command, OptionSpecs } from '../command.ts'
import { globalOptions } from '../parse-arguments.ts'

// Words that can come next on a line, for the scripts of all shells.

/** First words of commands. */
export const firstWords = (commands: readonly Command[]): string[] => [
  ...new Set(commands.map(({ name }) => name.split(' ', 1)[0] as string)),
]

/** Second words of the commands that begin with a word. */
export const secondWords = (commands: readonly Command[], first: string): string[] =>
  commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))

/** Words that may follow a command: second words, arguments that are known, and options. */
export function wordsBehind(commands: readonly Command[], { name, options, choices }: Command): string[] {
  const all: OptionSpecs = { ...options, ...globalOptions }
  return [...secondWords(commands, name), ...(choices?.() ?? []), ...Object.keys(all).map((option) => `--${option}`)]
}

/** Options that may stand before a command and take a value, which is no word of it. */
export const leadingValues = Object.entries(globalOptions).flatMap(([name, spec]) => ('takes' in spec ? [name] : []))

/** Options whose values are known, or are paths, by name; one name means the same in all commands. */
export function optionValues(commands: readonly Command[]): { name: string; choices: readonly string[] | 'paths' }[] {
  const found = new Map<string, readonly string[] | 'paths'>()
  for (const { options } of commands) {
    for (const [name, { choices, isPath }] of Object.entries(options)) {
      if (choices) found.set(name, choices)
      else if (isPath) found.set(name, 'paths')
    }
  }
  return [...found].map(([name, choices]) => ({ name, choices }))
}

/** Whether an argument of the command is a file, which the shell itself can complete. */
export const takesFile = ({ args }: Pick<Command, 'args'>): boolean => 'file' in args
