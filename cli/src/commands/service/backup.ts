import { lstatSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineCommand } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { CommandFailed } from '../../failure.ts'
import type { Printer } from '../../output/printer.ts'
import { shellWord } from '../../output/shell-word.ts'
import { followProgram } from '../../service/follow-program.ts'
import { refuseAddress } from '../../service/refuse-address.ts'
import { databaseOptions, serviceEnvironment, spawnBackup, spawnRestore } from '../../service/service-program.ts'
import { writeWhole } from '../../write-whole.ts'

interface Backup {
  version: string
  made_at: string
  rows: number
  unreadable_secrets: number
}

/** For the owner alone. */
const privateFile = 0o600

const backupCommand = defineCommand({
  name: 'backup',
  about:
    'Writes all that the service holds to a file, while it runs. The file holds its secrets too: keep it as you keep the database.',
  args: { file: 'one' },
  options: { ...databaseOptions, force: { about: 'Replaces a file that is there' } },
  examples: ['polegraph backup monday.backup', 'polegraph backup graphs.backup --data ./graphs --force'],
  run: async ({ args: { file }, options }, context) => {
    const { terminal, out, notes, json } = context
    refuseAddress(context)
    if (!options.force) refuseExisting(file)
    const child = spawnBackup(serviceEnvironment(terminal.environment, options))
    const followed = followProgram<Backup>(child, context)
    // Whoever waits for the bytes gets the error; this only prevents an unhandled rejection.
    followed.catch(() => undefined)
    async function* readPieces(): AsyncGenerator<Uint8Array> {
      yield* child.stdout
      // A file that is not complete must not get its name.
      await followed
    }
    try {
      const bytes = await writeWhole(file, readPieces(), { mode: privateFile })
      const result = await followed
      if (json) out.json({ file, bytes, ...result })
      else {
        notes.line(`${file}: ${count(result.rows)} rows, ${count(bytes)} bytes`)
        notes.line('It holds secrets and the key that opens them: keep it as you keep the database.')
        warnOfSecrets(notes, result, 'set SECRETS_KEY to that of the service, and make the backup again')
      }
      return undefined
    } finally {
      child.kill('SIGTERM')
    }
  },
})

const restoreCommand = defineCommand({
  name: 'restore',
  about:
    'Restores a backup into an empty database: a new folder, or a new database of a PostgreSQL. All of it is written, or nothing.',
  args: { file: 'one' },
  options: databaseOptions,
  examples: [
    'polegraph restore monday.backup --data ./restored',
    'polegraph restore monday.backup --database-url postgres://127.0.0.1/polegraph',
  ],
  run: async ({ args: { file }, options }, context) => {
    const { terminal, out, notes, json } = context
    refuseAddress(context)
    const child = spawnRestore(serviceEnvironment(terminal.environment, options), resolve(file))
    const result = await followProgram<Backup>(child, context)
    if (json) out.json({ file, ...result })
    else {
      notes.line(`${file}: ${count(result.rows)} rows restored, as they were at ${result.made_at}`)
      if (options.data !== undefined) notes.line(`Start it with: polegraph start --data ${shellWord(options.data)}`)
      warnOfSecrets(notes, result, 'rotate the secrets of the webhooks, and make the share links anew')
    }
    return undefined
  },
})

export const backupCommands = [backupCommand, restoreCommand]

const count = (number: number) => number.toLocaleString('en')

function refuseExisting(file: string): void {
  if (!lstatSync(file, { throwIfNoEntry: false })) return
  const message = `${file} is there already; choose another name, or replace it with --force`
  throw new CommandFailed(message, { exit_code: exitCodes.file, code: 'EEXIST' })
}

function warnOfSecrets(notes: Printer, { unreadable_secrets }: Backup, advice: string): void {
  if (unreadable_secrets === 0) return
  notes.line(
    `${count(unreadable_secrets)} secrets of webhooks and share links cannot be read with the key that is set here; ${advice}`,
  )
}
