import { readdir, readFile } from 'node:fs/promises'

/**
 * Bytes of memory of all processes in a process group, without files that they share with others (programs, libraries).
 * 0 where the system has no /proc.
 */
export async function groupMemory(groupId: number): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const sizes = await Promise.all(ids.map((id) => memoryOf(id, groupId)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function memoryOf(id: string, groupId: number): Promise<number> {
  try {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8')
    // pid (name) state parent group ...; the name may have spaces and brackets.
    const group = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]
    if (Number(group) !== groupId) return 0
    const status = await readFile(`/proc/${id}/status`, 'utf8')
    const kilobytes = [...status.matchAll(/^(?:RssAnon|RssShmem):\s*(\d+) kB$/gm)]
    return 1024 * kilobytes.reduce((sum, [, size]) => sum + Number(size), 0)
  } catch {
    // It has ended meanwhile.
    return 0
  }
}
