import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** The address and port to connect to. */
export interface Target {
  address: string
  port: number
  /** The operator has named it for its host. */
  is_named?: true
}

/** Lines `host address:port`; `#` begins a comment. */
export function parseHostsFile(text: string): { hosts: Map<string, Target>; mistakes: string[] } {
  const hosts = new Map<string, Target>()
  const mistakes: string[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const content = line.replace(/#.*/, '').trim()
    if (content === '') continue
    const entry = parseLine(content)
    if (!entry) {
      mistakes.push(`line ${index + 1} must be "host address:port", such as "site.test 127.0.0.1:8081"`)
    } else if (hosts.has(entry.host)) {
      mistakes.push(`line ${index + 1} names ${entry.host} again`)
    } else hosts.set(entry.host, entry.target)
  }
  return { hosts, mistakes }
}

function parseLine(content: string): { host: string; target: Target } | undefined {
  const match = /^(\S+)\s+(?:\[([\da-f:.]+)\]|([\d.]+)):(\d{1,5})$/i.exec(content)
  if (!match) return undefined
  const [, name = '', v6, v4, digits] = match
  const address = v6 ?? v4 ?? ''
  const port = Number(digits)
  if (isIP(address) !== (v6 === undefined ? 4 : 6) || port < 1 || port > 65_535) return undefined
  // As URL parsing spells the host.
  const host = isIP(name) ? name : domainToASCII(name.replace(/\.$/, ''))
  return host === '' ? undefined : { host: host.toLowerCase(), target: { address, port } }
}
