import { getEntity } from '../graph/read/entities/entities.ts'
import { ApiError, fail } from '../platform/http/errors.ts'
import type { Curator } from './curator.ts'

export interface NamedTarget {
  id: string
  kind: string
  name: string
}

/** Entities that fields of the body name. An error names the field. */
export async function inField<Found>(path: string, found: Promise<Found>): Promise<Found> {
  try {
    return await found
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    throw fail(error.code, { details: [{ path, message: error.message }] })
  }
}

/** The entities that a body names. */
export async function requireEntities(
  { tx, moment }: Curator,
  ids: string[],
  fields: string[],
): Promise<NamedTarget[]> {
  const found: NamedTarget[] = []
  for (const [at, asked] of ids.entries()) {
    const { id, kind, name } = await inField(fields[at] as string, getEntity(tx, moment, asked))
    if (id !== asked) throw fail('entity_merged', { text: `entity was merged into ${id}` })
    found.push({ id, kind, name })
  }
  return found
}
