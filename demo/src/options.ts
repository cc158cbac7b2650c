import { parseArgs } from 'node:util'

export interface DemoOptions {
  /** Port of the service; 0 takes a free one, and so does one that is taken. */
  port: number
  /** Whether the graph is left to the visitor. */
  empty: boolean
  /** Whether the folder is kept in the end. */
  keep: boolean
  /** Whether it goes on until it is stopped. */
  wait: boolean
}

export const help = `Usage: npm run demo -- [options]

Serves a small made-up web on this machine, starts Polegraph with a folder of its own, and makes a graph of it.

  --port N     port of the service, and the next one that of the made-up web; free ones by default
  --empty      make no graph: an empty service and the made-up web, to try calls on
  --keep       keep the folder in the end, and say how to start from it
  --no-wait    end after the report
  --help       this text
`

/** Thrown for arguments that are none; the message says which. */
export class WrongArguments extends Error {}

/** The options, or `help`. */
export function readOptions(args: string[]): DemoOptions | 'help' {
  const { values } = parse(args)
  if (values.help) return 'help'
  if (values.empty && (values.keep || values['no-wait'])) {
    throw new WrongArguments('--empty goes with neither --keep nor --no-wait')
  }
  const port = values.port ?? '0'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new WrongArguments(`--port must be a whole number from 0 to 65535, not ${port}`)
  }
  return { port: Number(port), empty: values.empty, keep: values.keep, wait: !values['no-wait'] }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string' },
        empty: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        'no-wait': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    })
  } catch (error) {
    throw new WrongArguments((error as Error).message)
  }
}
