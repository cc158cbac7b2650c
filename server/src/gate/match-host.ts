import { hostName } from '@polegraph/contract/crawl/gate.ts'

/**
 * Returns the rule that names a host, in the form of `URL.host`: the host itself first, then the nearest `*.` above it.
 */
export type FindHost = (host: string) => string | undefined

export function compileHosts(rules: string[]): FindHost {
  const hosts = new Map<string, string>()
  const above = new Map<string, string>()
  for (const rule of rules) {
    const name = hostName(rule)
    if (name !== undefined) (rule.startsWith('*.') ? above : hosts).set(name, rule)
  }
  return (host) => {
    const name = host.replace(/\.$/, '')
    const exact = hosts.get(name)
    if (exact !== undefined) return exact
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const rule = above.get(name.slice(dot + 1))
      if (rule !== undefined) return rule
    }
    return undefined
  }
}
