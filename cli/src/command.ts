import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Printer } from './output/printer.ts'
import type { Settings } from './settings.ts'
import type { Terminal } from './terminal.ts'

// A command is data and one function. Parsing, help, completions and docs/cli.md all come from the data.

/** How often an argument comes: once, once or not at all, at least once, or any number of times. Those of many come last. */
export type ArgumentCount = 'one' | 'optional' | 'some' | 'any'
export type ArgumentSpecs = Record<string, ArgumentCount>

export interface OptionSpec {
  about: string
  /** The word that stands for its value in help; an option without one is a flag. */
  takes?: string
  /** The value is a number, of at least this. */
  least?: number
  /** And of at most this. */
  most?: number
  /** The only values. */
  choices?: readonly string[]
  /** The value is a path, for completions. */
  isPath?: true
}
export type OptionSpecs = Record<string, OptionSpec>

/** The value of an option that is a port. */
export const portValue = { takes: 'PORT', least: 0, most: 65_535 } as const

type ArgumentsOf<Specs> = {
  [Name in keyof Specs]: Specs[Name] extends 'one'
    ? string
    : Specs[Name] extends 'optional'
      ? string | undefined
      : string[]
}

type ValueOf<Spec> = Spec extends { least: number }
  ? number | undefined
  : Spec extends { choices: readonly (infer Choice)[] }
    ? Choice | undefined
    : Spec extends { takes: string }
      ? string | undefined
      : boolean

type OptionsOf<Specs> = { [Name in keyof Specs]: ValueOf<Specs[Name]> }

/** Arguments and options, as the line was understood. */
export interface Given<Arguments, Options> {
  args: ArgumentsOf<Arguments>
  options: OptionsOf<Options>
}

/** The things that a command works with. */
export interface CommandContext {
  terminal: Terminal
  /** The result. */
  out: Printer
  /** Lines beside the result, for a person. */
  notes: Printer
  /** Whether the result is for programs. */
  json: boolean
  settings: Settings
  /** The options of every command, as they were given. */
  globals: { url?: string; key?: string }
  /** The client of a service that has answered; fails in one line where none does, or nobody is signed in. */
  connect(): Promise<Polegraph>
}

export interface Command<Arguments extends ArgumentSpecs = ArgumentSpecs, Options extends OptionSpecs = OptionSpecs> {
  /** One word or two: `sources add`. */
  name: string
  about: string
  args: Arguments
  options: Options
  /** Words that its argument may be, for completions. */
  choices?: () => readonly string[]
  /** Lines that work, for help. */
  examples: readonly string[]
  /** Resolves with an exit code, where it is not 0. */
  run(given: Given<Arguments, Options>, context: CommandContext): Promise<ExitCode | undefined>
}

/** Infers what `run` is given from the arguments and options of the command. */
export function defineCommand<const Arguments extends ArgumentSpecs, const Options extends OptionSpecs>(
  command: Command<Arguments, Options>,
): Command {
  return command as unknown as Command
}
