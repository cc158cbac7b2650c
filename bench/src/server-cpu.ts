import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

// CPU of processes that the bench does not run itself: a PostgreSQL server on this machine with all its processes, those that
// have ended included, and programs that have ended.

/** The process that all processes of the server descend from; undefined when it is not on this machine. */
export async function findPostmaster(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return statOf(rows[0]?.pid ?? 0)?.parent
  } finally {
    await client.end()
  }
}

export function readServerCpu(postmaster: number): { milliseconds: number } {
  let ticks = statOf(postmaster)?.withEnded ?? 0
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    if (stat?.parent === postmaster) ticks += stat.own
  }
  return { milliseconds: ticks * tickMs }
}

/** CPU of the children of this process that have ended, in milliseconds. */
export function readEndedCpu(): number {
  const { own, withEnded } = statOf(process.pid) ?? { own: 0, withEnded: 0 }
  return (withEnded - own) * tickMs
}

/** Linux counts in hundredths of a second. */
const tickMs = 10

function statOf(pid: number): { parent: number; own: number; withEnded: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may have spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0] = fields.slice(1)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
    return { parent, own: user + system, withEnded: user + system + endedUser + endedSystem }
  } catch {
    return undefined
  }
}
