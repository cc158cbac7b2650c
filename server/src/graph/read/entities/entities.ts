import type { Queryable } from '../../../platform/db/database.ts'
import { fail } from '../../../platform/http/errors.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'
import { entityColumns, type ShownEntityRow, toEntity } from './entity-rows.ts'

/** For a merged entity, returns the one that it was merged into. */
export async function getEntity(db: Queryable, moment: Moment, id: string) {
  const at = new GraphAt(moment)
  const [row] = await db.query<ShownEntityRow>(
    `select ${entityColumns(at)} from ${at.entities} e where e.id = ${at.standingFor('entities', `${at.add(id)}::uuid`)}`,
    at.values,
  )
  if (!row) throw fail('entity_not_found')
  return toEntity(row)
}

/** The id of the entity that this one was merged into, or its own. */
export async function standingFor(db: Queryable, moment: Moment, id: string): Promise<string> {
  const shown = await selectStanding(db, moment, 'entities', id)
  if (!shown) throw fail('entity_not_found')
  return shown
}

export async function relationshipStandingFor(db: Queryable, moment: Moment, id: string): Promise<string> {
  const shown = await selectStanding(db, moment, 'relationships', id)
  if (!shown) throw fail('relationship_not_found')
  return shown
}

async function selectStanding(
  db: Queryable,
  moment: Moment,
  table: 'entities' | 'relationships',
  id: string,
): Promise<string | undefined> {
  const at = new GraphAt(moment)
  const [row] = await db.query<{ id: string }>(
    `select n.id from ${table === 'entities' ? at.entities : at.allRelationships} n where n.id = ${at.standingFor(table, `${at.add(id)}::uuid`)}`,
    at.values,
  )
  return row?.id
}
