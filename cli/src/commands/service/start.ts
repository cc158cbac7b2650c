import { defineCommand } from '../../command.ts'
import { serviceEnvironment, settingOptions, spawnStart, untilEnded } from '../../service/service-program.ts'

export const startCommand = defineCommand({
  name: 'start',
  about: 'Starts the service, with the settings of the environment (docs/configuration.md). Ctrl-C stops it.',
  args: {},
  options: settingOptions,
  examples: ['polegraph start', 'polegraph start --port 9000 --data ./graphs'],
  run: ({ options }, { terminal }) =>
    untilEnded(spawnStart(serviceEnvironment(terminal.environment, options)), terminal),
})
