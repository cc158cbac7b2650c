import type { CallOptions } from '@polegraph/sdk/call-options.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { ToolMistake } from './tool.ts'

const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of a domain that is given by its id or its name. Whether an id is known is left to the call that uses it. */
export async function domainIdOf(client: Polegraph, given: unknown, options: CallOptions): Promise<string> {
  if (typeof given !== 'string' || given.trim() === '') {
    throw new ToolMistake('domain must be the id or the exact name of a domain; list_domains shows them')
  }
  const wanted = given.trim().normalize('NFC')
  if (idShape.test(wanted)) return wanted
  const found: string[] = []
  for await (const { id, name } of client.domains.list({ all: true, limit: 500 }, options)) {
    if (name === wanted) found.push(id)
  }
  const [id, ...others] = found
  if (id === undefined) throw new ToolMistake('no domain has exactly this name; list_domains shows them')
  if (others.length > 0)
    throw new ToolMistake(`${found.length} domains have this name; give the id: ${found.join(', ')}`)
  return id
}
