import { defineCommand, portValue } from '../command.ts'
import { spawnDemo, untilEnded } from '../service-program.ts'

export const demoCommand = defineCommand({
  name: 'demo',
  about:
    'Serves a small made-up web on this machine, makes a graph of it, asks it questions, and opens it to look around (docs/demo.md). Ctrl-C ends it, and removes what it has made.',
  args: {},
  options: {
    port: { about: 'Port of the service; a free one by default', ...portValue },
    keep: { about: 'Keep the folder with the graph in the end, and say how to start from it' },
    'no-wait': { about: 'End after the report instead of waiting for Ctrl-C' },
  },
  examples: ['polegraph demo', 'polegraph demo --keep --no-wait'],
  run: ({ options }, { terminal }) => {
    const args = [
      ...(options.port === undefined ? [] : ['--port', String(options.port)]),
      ...(options.keep ? ['--keep'] : []),
      ...(options['no-wait'] ? ['--no-wait'] : []),
    ]
    return untilEnded(spawnDemo(terminal.environment, args), terminal)
  },
})
