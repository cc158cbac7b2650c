import { isId } from '@polegraph/sdk/find-by-name.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { wrongUsage } from '../failure.ts'
import type { Settings } from '../settings.ts'
import { chooseByName } from './choose-by-name.ts'

export interface FoundDomain {
  id: string
  name: string
}

/** The domain that a person means: by its id, by its name or a part of it, or `.` for that of `polegraph use`. */
export async function findDomain(client: Polegraph, settings: Settings, named: string): Promise<FoundDomain> {
  if (named === '.') {
    if (!settings.domain) throw wrongUsage('no domain is chosen for `.`; choose one with `polegraph use DOMAIN`')
    return settings.domain
  }
  if (isId(named)) {
    const { id, name } = await client.domains.get(named)
    return { id, name }
  }
  const domains: FoundDomain[] = []
  for await (const { id, name } of client.domains.list({ all: true })) domains.push({ id, name })
  return chooseByName('domain', named, domains)
}
