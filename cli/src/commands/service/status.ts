import { cliVersion } from '../../cli-version.ts'
import { defineCommand } from '../../command.ts'
import { describeVersions, statusOf } from '../../service/connect.ts'

export const statusCommand = defineCommand({
  name: 'status',
  about: 'Shows whether the service is well, and what waits in it. Needs no key.',
  args: {},
  options: {},
  examples: ['polegraph status', 'polegraph status --json'],
  run: async (_, { settings, out, notes, json }) => {
    const status = await statusOf(settings)
    if (status.version !== cliVersion) notes.line(describeVersions(settings.url, status.version))
    if (json) return void out.json(status)
    out.fields({
      Service: settings.url,
      Version: status.version,
      Database: status.database,
      Waiting: status.queue.queued,
      Running: status.queue.running,
      Model: status.has_model ? 'yes' : 'none',
      'Web search': status.has_search ? 'yes' : 'Wikipedia alone',
    })
    for (const problem of status.problems) out.line({ style: 'yellow', text: `! ${problem}` })
    return undefined
  },
})

export const whoamiCommand = defineCommand({
  name: 'whoami',
  about: 'Shows which service and project commands talk to, and what they may do there.',
  args: {},
  options: {},
  examples: ['polegraph whoami'],
  run: async (_, { connect, settings, out, json }) => {
    const client = await connect()
    const project = await client.project.get()
    if (json) return void out.json({ url: settings.url, project, domain: settings.domain ?? null })
    out.fields({
      Service: settings.url,
      Project: project.name,
      Role: project.role,
      Scope: project.scope,
      Domain: settings.domain?.name,
    })
    return undefined
  },
})
