import type { CallOptions } from '@polegraph/sdk/call-options.ts'
import { findByName, isId } from '@polegraph/sdk/find-by-name.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { ToolMistake } from './tool.ts'

/** The id of a domain that is given by its id or its name. Whether an id is known is left to the call that uses it. */
export async function domainIdOf(client: Polegraph, wanted: string, options: CallOptions): Promise<string> {
  if (isId(wanted)) return wanted
  const domains: { id: string; name: string }[] = []
  for await (const { id, name } of client.domains.list({ all: true, limit: 500 }, options)) domains.push({ id, name })
  const found = findByName(wanted, domains, { isWhole: true }).map(({ id }) => id)
  const [id, ...others] = found
  if (id === undefined) throw new ToolMistake('no domain has this name; list_domains shows them')
  if (others.length > 0)
    throw new ToolMistake(`${found.length} domains have this name; give the id: ${found.join(', ')}`)
  return id
}
