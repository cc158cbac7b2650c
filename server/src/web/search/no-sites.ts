import { readWords } from '../../language/word-lists.ts'

const hosts = new Set([
  ...readWords('no-sites', 'wikis'),
  ...readWords('no-sites', 'archives'),
  ...readWords('no-sites', 'identifiers'),
  ...readWords('no-sites', 'maps'),
])

/** Whether the host, or a domain above it, is a wiki of Wikimedia, an archive, a register of identifiers or a map. */
export function isNoSite(host: string): boolean {
  for (let rest = host; rest !== ''; rest = rest.slice(rest.indexOf('.') + 1)) {
    if (hosts.has(rest)) return true
    if (!rest.includes('.')) return false
  }
  return false
}
