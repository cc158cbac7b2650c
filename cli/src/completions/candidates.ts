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

export const allOptions = ({ options }: Pick<Command, 'options'>): OptionSpecs => ({ ...options, ...globalOptions })

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
