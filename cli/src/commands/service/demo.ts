import { defineCommand, portValue } from '../../command.ts'
import { spawnDemo, untilEnded } from '../../service/service-program.ts'

export const demoCommand = defineCommand({
  name: 'demo',
  about:
    'Serves a small made-up web on this machine, makes a graph of it, asks it questions, and opens it to look around (docs/demo.md). Ctrl-C ends it, and removes what it has made.',
  args: {},
  options: {
    port: {
      about: 'Port of the service, and the next one that of the made-up web; free ones by default',
      ...portValue,
    },
    empty: { about: 'Make no graph: an empty service and the made-up web, to try calls on' },
    keep: { about: 'Keep the folder with the graph in the end, and say how to start from it' },
    'no-wait': { about: 'End after the report instead of waiting for Ctrl-C' },
  },
  examples: ['polegraph demo', 'polegraph demo --keep --no-wait', 'polegraph demo --empty --port 8080'],
  run: ({ options }, { terminal }) => {
    const args = [
      ...(options.port === undefined ? [] : ['--port', String(options.port)]),
      ...(options.empty ? ['--empty'] : []),
      ...(options.keep ? ['--keep'] : []),
      ...(options['no-wait'] ? ['--no-wait'] : []),
    ]
    return untilEnded(spawnDemo(terminal.environment, args), terminal)
  },
})
