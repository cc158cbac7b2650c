import { once } from 'node:events'
import { defineCommand } from '../command.ts'
import type { ExitCode } from '../exit-codes.ts'
import { serviceEnvironment, settingOptions, spawnStart } from '../service-program.ts'

export const startCommand = defineCommand({
  name: 'start',
  about: 'Starts the service, with the settings of the environment (docs/configuration.md). Ctrl-C stops it.',
  args: {},
  options: settingOptions,
  examples: ['polegraph start', 'polegraph start --port 9000 --data ./graphs'],
  run: async ({ options }, { terminal }) => {
    const environment = serviceEnvironment(terminal.environment, options)
    const child = spawnStart(environment)
    const release = terminal.onInterrupt(() => child.kill('SIGTERM'))
    try {
      const [code] = (await once(child, 'exit')) as [number | null]
      return (code ?? 1) as ExitCode
    } finally {
      release()
    }
  },
})
