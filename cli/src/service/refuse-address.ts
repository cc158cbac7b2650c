import type { CommandContext } from '../command.ts'
import { wrongUsage } from '../failure.ts'

/** Whoever names a service means one that may be elsewhere; a command that opens a database would use the one that is here. */
export function refuseAddress({ globals }: CommandContext): void {
  if (globals.url === undefined) return
  throw wrongUsage(
    'this command uses a database and not a service: name its folder with --data or its address with --database-url, on the machine that has it',
  )
}
