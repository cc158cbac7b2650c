import { defineCommand } from '../../command.ts'
import { followProgram } from '../../service/follow-program.ts'
import { refuseAddress } from '../../service/refuse-address.ts'
import { databaseOptions, serviceEnvironment, spawnRecover } from '../../service/service-program.ts'

export const recoverCommand = defineCommand({
  name: 'recover',
  about:
    'Lets you in again where keys and passwords are lost: makes an invite for an owner of a project. It needs the database itself, and no key; the service may run.',
  args: {},
  options: {
    ...databaseOptions,
    project: { about: 'Name or id of the project, where there are several', takes: 'PROJECT' },
  },
  examples: ['polegraph recover', 'polegraph recover --data ./graphs --project default'],
  run: async ({ options }, context) => {
    const { terminal, out, notes, json } = context
    refuseAddress(context)
    const child = spawnRecover(serviceEnvironment(terminal.environment, options), options.project)
    const made = await followProgram<{ project: string; invite: string; days: number }>(child, context)
    if (json) out.json(made)
    else {
      out.line(made.invite)
      notes.line(`It makes an owner of the project ${made.project}, once, within ${made.days} days.`)
      notes.line('Open it in a browser while the service runs.')
    }
    return undefined
  },
})
