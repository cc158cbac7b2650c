import { parseArgs } from 'node:util'
import type { Command, OptionSpec, OptionSpecs } from './command.ts'
import { wrongUsage } from './failure.ts'
import { nearest } from './nearest.ts'

/** Options of every command. */
export const globalOptions = {
  url: {
    about: 'Address of the service (else POLEGRAPH_URL, else that of `polegraph login`, else http://127.0.0.1:8080)',
    takes: 'URL',
  },
  key: { about: 'API key (else POLEGRAPH_KEY, else what `polegraph login` kept)', takes: 'KEY' },
  'key-file': {
    about: 'File with the API key, which the list of processes then does not show; /dev/stdin for a pipe',
    takes: 'FILE',
    isPath: true,
  },
  json: { about: 'Prints JSON for programs: one document, or a line for each event of a stream' },
  help: { about: 'Explains the command' },
  version: { about: 'Prints the version of the command line' },
} as const satisfies OptionSpecs

/** The options of every command that say which service is meant, and as whom. */
export interface GlobalValues {
  url?: string
  key?: string
  key_file?: string
}

export interface ParsedCommand {
  command: Command
  args: Record<string, string | string[] | undefined>
  options: Record<string, string | number | boolean | undefined>
  globals: GlobalValues & { json: boolean }
}

export type ParsedLine = ParsedCommand | { asks: 'help'; about: Command | undefined } | { asks: 'version' }

/** What a command line means. Throws `CommandFailed` with what is wrong with it. */
export function parseLine(commands: readonly Command[], argv: readonly string[]): ParsedLine {
  const { command, rest } = findCommand(commands, argv)
  const specs: OptionSpecs = { ...globalOptions, ...command?.options }
  const { values, words } = readOptions(specs, rest, command)
  if (values.version) return { asks: 'version' }
  if (values.help || (command === undefined && words.length === 0)) return { asks: 'help', about: command }
  if (command === undefined) throw unknownCommand(commands, words)
  const { url, key, 'key-file': keyFile, json, help: _, version: __, ...options } = values
  return {
    command,
    args: assignWords(commands, command, words),
    options,
    globals: {
      json: json === true,
      ...(typeof url === 'string' && { url }),
      ...(typeof key === 'string' && { key }),
      ...(typeof keyFile === 'string' && { key_file: keyFile }),
    },
  }
}

/** The command whose words come first, the longest name that fits. Options may come before it. */
function findCommand(commands: readonly Command[], argv: readonly string[]) {
  const words = leadingWords(argv)
  for (const count of [2, 1]) {
    const taken = words.slice(0, count)
    const name = taken.map((at) => argv[at]).join(' ')
    const command = taken.length === count ? commands.find((one) => one.name === name) : undefined
    if (command) return { command, rest: argv.filter((_, at) => !taken.includes(at)) }
  }
  return { command: undefined, rest: [...argv] }
}

/** Where the first two words stand that are neither options nor their values. */
function leadingWords(argv: readonly string[]): number[] {
  const found: number[] = []
  for (let at = 0; at < argv.length && found.length < 2; at++) {
    const word = argv[at] ?? ''
    if (word === '--') break
    if (!word.startsWith('-')) found.push(at)
    // Only options of every command may stand before its name.
    else if (found.length === 0 && (word === '--url' || word === '--key')) at++
    else if (found.length > 0) break
  }
  return found
}

function readOptions(specs: OptionSpecs, argv: readonly string[], command: Command | undefined) {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { takes }]) => [
      name,
      { type: takes ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true, allowPositionals: true })
  const values: ParsedCommand['options'] = Object.fromEntries(
    Object.entries(specs).map(([name, { takes }]) => [name, takes ? undefined : false]),
  )
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined
    if (!spec || token.rawName !== `--${token.name}`) throw unknownOption(token.rawName, specs, command)
    // The first of two values would be lost without a word.
    if (spec.takes && values[token.name] !== undefined) throw wrongUsage(`${token.rawName} is given twice`)
    values[token.name] = readValue(token.rawName, spec, token.value, token.inlineValue === true)
  }
  return { values, words }
}

function readValue(name: string, spec: OptionSpec, value: string | undefined, isInline: boolean) {
  if (!spec.takes) {
    if (isInline) throw wrongUsage(`${name} takes no value`)
    return true
  }
  // `--key --json` is a forgotten value; `--key=--x` is meant.
  if (value === undefined || (!isInline && value.startsWith('-') && value !== '-')) {
    throw wrongUsage(`${name} needs a value: ${name} ${spec.takes}`)
  }
  if (spec.choices && !spec.choices.includes(value))
    throw wrongUsage(`${name} must be one of ${spec.choices.join(', ')}`)
  if (spec.least === undefined) return value
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  const { least, most = Number.POSITIVE_INFINITY } = spec
  if (!(number >= least)) throw wrongUsage(`${name} must be a number of at least ${least}`)
  if (number > most) throw wrongUsage(`${name} must be at most ${most}`)
  return number
}

function assignWords(commands: readonly Command[], command: Command, words: readonly string[]): ParsedCommand['args'] {
  const rest = [...words]
  const args: ParsedCommand['args'] = {}
  for (const [name, count] of Object.entries(command.args)) {
    const isMissing = rest.length === 0 && (count === 'one' || count === 'some')
    if (isMissing) throw wrongUsage(`${name.toUpperCase()} is missing: ${usageOf(command)}`)
    args[name] = count === 'some' || count === 'any' ? rest.splice(0) : rest.shift()
  }
  if (rest.length > 0) {
    const meant = commands.filter(({ name }) => name.startsWith(`${command.name} `)).map(({ name }) => name)
    const hint = didYouMean(nearest(`${command.name} ${words[0]}`, meant))
    throw wrongUsage(`too many words, from "${rest[0]}" on${hint}: ${usageOf(command)}`)
  }
  return args
}

/** `polegraph sources add DOMAIN URL...` */
export function usageOf({ name, args }: Command): string {
  const words = Object.entries(args).map(([arg, count]) => {
    const word = arg.toUpperCase()
    return { one: word, optional: `[${word}]`, some: `${word}...`, any: `[${word}...]` }[count]
  })
  return ['polegraph', name, ...words].join(' ')
}

function unknownCommand(commands: readonly Command[], words: readonly string[]) {
  const [first = ''] = words
  const names = commands.map(({ name }) => name)
  const [meant = first] = nearest(first, [...names.map((name) => name.split(' ', 1).join()), ...names])
  const near = names.includes(meant) ? [meant] : names.filter((name) => name.startsWith(`${meant} `))
  return wrongUsage(`there is no command "${first}"${didYouMean(near)}; \`polegraph help\` lists all`)
}

function unknownOption(name: string, specs: OptionSpecs, command: Command | undefined) {
  const help = command ? `polegraph ${command.name} --help` : 'polegraph help'
  const [near] = nearest(name.replace(/^-+/, ''), Object.keys(specs))
  const of = command ? ` of \`polegraph ${command.name}\`` : ''
  return wrongUsage(`there is no option ${name}${of}${didYouMean(near ? [`--${near}`] : [])}; see \`${help}\``)
}

const didYouMean = (near: readonly string[]) =>
  near.length > 0 ? ` (did you mean ${near.map((one) => `\`${one}\``).join(', ')}?)` : ''
