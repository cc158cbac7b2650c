import { defineCommand } from '../../command.ts'
import { followProgram } from '../../service/follow-program.ts'
import { refuseAddress } from '../../service/refuse-address.ts'
import { databaseOptions, serviceEnvironment, spawnUpgradeDatabase } from '../../service/service-program.ts'

export const upgradeDatabaseCommand = defineCommand({
  name: 'upgrade-database',
  about:
    'Moves the embedded database to the PostgreSQL that comes with this version, after a start has said that it is one of another. Stop the service first; the old database is kept.',
  args: {},
  options: {
    data: databaseOptions.data,
    programs: {
      about: 'Folder that holds bin/postgres of the old version, such as /usr/lib/postgresql/17',
      takes: 'FOLDER',
      isPath: true,
    },
  },
  examples: ['polegraph upgrade-database --data ./graphs --programs /usr/lib/postgresql/17'],
  run: async ({ options }, context) => {
    const { terminal, out, notes, json } = context
    refuseAddress(context)
    const environment = serviceEnvironment(terminal.environment, { ...options, 'database-url': undefined })
    const child = spawnUpgradeDatabase(environment, options.programs)
    const moved = await followProgram<{ from: string; to: string; kept: string; rows?: number }>(child, context)
    if (json) out.json(moved)
    else {
      const rows = moved.rows === undefined ? '' : `, with ${moved.rows.toLocaleString('en')} rows`
      notes.line(`The database is one of PostgreSQL ${moved.to} now${rows}.`)
      notes.line(
        `That of PostgreSQL ${moved.from} is kept in ${moved.kept}: delete it when the service has run on the new one.`,
      )
    }
    return undefined
  },
})
