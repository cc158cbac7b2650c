import { readdirSync, readFileSync } from 'node:fs'

// CPU and memory of a program with all its processes: the service has a PostgreSQL among its children.

export interface TreeUse {
  /** CPU, user and system, of all processes, those that have ended included. */
  milliseconds: number
  /** Memory of those that live: what several share is counted once, in parts. */
  megabytes: number
}

/** Linux counts in hundredths of a second. */
const tickMs = 10

export function readTree(root: number | undefined): TreeUse {
  const ours = statsOfTree(root)
  return {
    milliseconds: ours.reduce((sum, { ticks }) => sum + ticks, 0) * tickMs,
    megabytes: ours.reduce((sum, { pid }) => sum + proportionalMb(pid), 0),
  }
}

/** The program's processes, the first and all below it. */
export const processesOf = (root: number): number[] => statsOfTree(root).map(({ pid }) => pid)

function statsOfTree(root: number | undefined): ProcessStat[] {
  const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []))
  const tree = new Set<number>([root ?? 0])
  // Children may have lower ids than their parents, so this goes on until nobody is found.
  for (let before = 0; before < tree.size; ) {
    before = tree.size
    for (const { pid, parent } of stats) if (tree.has(parent)) tree.add(pid)
  }
  return stats.filter(({ pid }) => tree.has(pid))
}

/** CPU of the children of this process that have ended, in milliseconds. */
export function readEndedCpu(): number {
  const { ticks = 0, own = 0 } = statOf(process.pid) ?? {}
  return (ticks - own) * tickMs
}

interface ProcessStat {
  pid: number
  parent: number
  own: number
  ticks: number
}

function statOf(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may have spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0] = fields.slice(1)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
    return { pid, parent, own: user + system, ticks: user + system + endedUser + endedSystem }
  } catch {
    return undefined
  }
}

function proportionalMb(pid: number): number {
  try {
    const shares = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    return Number(shares?.[1]) / 1024
  } catch {
    return 0
  }
}
