import { getEntity } from '../graph/read/entities.ts'
import { ApiError, fail } from '../platform/http/errors.ts'
import type { Curator } from './curator.ts'

export interface NamedTarget {
  id: string
  kind: string
  name: string
}

/** The entities that a body names. An error names the field and the entity. */
export async function requireEntities(
  { tx, moment }: Curator,
  ids: string[],
  fields: string[],
): Promise<NamedTarget[]> {
  const found: NamedTarget[] = []
  for (const [at, asked] of ids.entries()) {
    const path = fields[at] as string
    const shown = await getEntity(tx, moment, asked).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'entity_not_found') {
        throw fail('entity_not_found', { details: [{ path, message: `entity not found: ${asked}` }] })
      }
      throw error
    })
    const { id, kind, name } = shown
    if (id !== asked) throw fail('entity_merged', { text: `entity was merged into ${id}` })
    found.push({ id, kind, name })
  }
  return found
}
