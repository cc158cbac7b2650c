import { cliVersion } from './cli-version.ts'
import type { Command, CommandContext } from './command.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { type CommandFailed, toFailure } from './failure.ts'
import { printCommandHelp, printOverview } from './help.ts'
import { plainJson } from './output/plain-text.ts'
import { Printer } from './output/printer.ts'
import { type ParsedCommand, parseLine } from './parse-arguments.ts'
import { connectTo } from './service/connect.ts'
import { readSettings, type Settings, takeKeyFile } from './settings.ts'
import type { Terminal } from './terminal.ts'

/** Runs one command line; resolves with the exit code, and never rejects. */
export async function runLine(
  commands: readonly Command[],
  argv: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const out = new Printer(terminal.stdout, terminal)
  const notes = new Printer(terminal.stderr, terminal)
  let settings: Settings = { url: '' }
  let other_version: string | undefined
  let json = argv.includes('--json')
  try {
    const parsed = parseLine(commands, argv)
    if ('asks' in parsed) {
      if (parsed.asks === 'version') out.line(cliVersion)
      else if (parsed.about) printCommandHelp(out, parsed.about)
      else printOverview(out, commands)
      return exitCodes.done
    }
    json = parsed.globals.json
    takeKeyFile(parsed.globals)
    const context = makeContext({
      ...{ parsed, terminal, out, notes },
      onSettings: (read) => (settings = read),
      onOtherVersion: (version) => (other_version = version),
    })
    return (await runParsed(parsed, context)) ?? exitCodes.done
  } catch (error) {
    return report(toFailure(error, { ...settings, ...(other_version && { other_version }) }), notes, terminal, json)
  }
}

/** The parser has made of the words what the command asks for. */
const runParsed = ({ command, args, options }: ParsedCommand, context: CommandContext) =>
  command.run({ args, options } as Parameters<Command['run']>[0], context)

function makeContext(parts: {
  parsed: ParsedCommand
  terminal: Terminal
  out: Printer
  notes: Printer
  onSettings(settings: Settings): void
  onOtherVersion(version: string): void
}): CommandContext {
  const { parsed, terminal, out, notes } = parts
  let settings: Settings | undefined
  // Read when they are first needed: a broken file must not keep anybody from signing in again.
  const read = () => {
    settings ??= readSettings(parsed.globals, terminal.environment)
    parts.onSettings(settings)
    return settings
  }
  return {
    ...{ terminal, out, notes, json: parsed.globals.json, globals: parsed.globals },
    get settings() {
      return read()
    },
    connect: () => connectTo(read(), notes, parts.onOtherVersion),
  }
}

function report(failure: CommandFailed, notes: Printer, terminal: Terminal, json: boolean): ExitCode {
  const { message, code, exit_code } = failure
  if (json) terminal.stderr.write(`${plainJson({ error: message, code, exit_code })}\n`)
  else notes.text(`polegraph: ${message}`)
  return exit_code
}
