import { defineCommand } from '../../command.ts'
import { followProgram } from '../../service/follow-program.ts'
import { refuseAddress } from '../../service/refuse-address.ts'
import { databaseOptions, serviceEnvironment, spawnDistribute } from '../../service/service-program.ts'

interface Distributed {
  nodes: { node: string; domains: number }[]
  moved: string[]
}

export const distributeCommand = defineCommand({
  name: 'distribute',
  about:
    'Deals the domains of a database out to the nodes of its cluster (Citus). The database may be new or filled; stop the service first. May be called again, also after it was killed.',
  args: {},
  options: {
    'database-url': { ...databaseOptions['database-url'], about: 'Address of the coordinator (DATABASE_URL)' },
  },
  examples: ['polegraph distribute --database-url postgres://polegraph@coordinator/polegraph'],
  run: async ({ options }, context) => {
    const { terminal, out, notes, json } = context
    refuseAddress(context)
    const child = spawnDistribute(serviceEnvironment(terminal.environment, { ...options, data: undefined }))
    const made = await followProgram<Distributed>(child, context, 'call it again, and it goes on where it was')
    if (json) out.json(made)
    else {
      const { nodes, moved } = made
      notes.line(moved.length === 0 ? 'All tables were in their places.' : `${moved.length} tables were dealt out.`)
      for (const { node, domains } of nodes)
        notes.line(`${node} has ${domains} ${domains === 1 ? 'domain' : 'domains'}.`)
    }
    return undefined
  },
})
