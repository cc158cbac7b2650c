import type { EntityDoc } from '../graph/store/facts/documents.ts'
import type { Queryable } from '../platform/db/database.ts'
import { openView } from '../shares/public-views.ts'
import { isEntityId } from './entity-id.ts'
import { selectAskedEntities } from './queries.ts'
import { visibleTo } from './scope.ts'

/** An entity as a link shows it; undefined where the link or the graph does not have it. */
export async function readSharedEntity(db: Queryable, token: string, id: string): Promise<EntityDoc | undefined> {
  const { moment, show } = await openView(db, token, 'search')
  if (!isEntityId(id)) return undefined
  const [row] = await selectAskedEntities(db, moment, [id])
  return row && visibleTo({ has_facts: show.includes('facts') }, row.doc)
}
