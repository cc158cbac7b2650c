import { findByName, foldWords, isId } from '@polegraph/sdk/find-by-name.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { exitCodes } from '../exit-codes.ts'
import { CommandFailed } from '../failure.ts'
import { ambiguous } from './choose-by-name.ts'

export type ChosenEntity = Awaited<ReturnType<Polegraph['entities']['get']>>

const candidates = 20

/** The entity that a person means: by its id, or by its name, an alias, or what the search takes for it. */
export async function findEntity(
  client: Polegraph,
  domainId: string,
  named: string,
  kind?: string,
): Promise<ChosenEntity> {
  if (isId(named)) return client.entities.get(domainId, named)
  const { entities } = await client.entities.list(domainId, { q: named, limit: candidates, ...(kind && { kind }) })
  const wanted = foldWords(named)
  const byName = findByName(named, entities, { isWhole: true })
  const byAlias = entities.filter(({ aliases }) => aliases.some((alias) => foldWords(alias) === wanted))
  const found = [byName, byAlias, entities].find(({ length }) => length > 0) ?? []
  const [only] = found
  if (!only) {
    const message = `no entity is called "${named}"${kind ? ` among those of the kind ${kind}` : ''}`
    throw new CommandFailed(message, { exit_code: exitCodes.not_found, code: 'entity_not_found' })
  }
  if (found.length > 1)
    throw ambiguous('entity', named, found, (entity) => `"${entity.name}" (${entity.kind}, ${entity.id})`)
  return only
}
