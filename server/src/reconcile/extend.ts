import type { ExtensionQuery } from '@polegraph/contract/graph/reconcile.ts'
import type { Queryable } from '../platform/db/database.ts'
import { isEntityId } from './entity-id.ts'
import { nameOf } from './known-properties.ts'
import { type PropertyValue, propertyId, relationshipType, valuesOf } from './property-values.ts'
import { selectAskedEntities, selectRelated } from './queries.ts'
import { type ReconcileScope, visibleTo } from './scope.ts'

/** The values of properties of entities: a row for every id that was asked for, empty where nothing is known. */
export async function extendEntities(db: Queryable, scope: ReconcileScope, { ids, properties }: ExtensionQuery) {
  const wanted = properties.map(({ id }) => ({ id, property: propertyId(id) }))
  const known = [...new Set(ids.filter((id) => isEntityId(id)).map((id) => id.toLowerCase()))]
  const rows = known.length === 0 ? [] : await selectAskedEntities(db, scope.moment, known)
  const types = [...new Set(wanted.flatMap(({ property }) => relationshipType(property) ?? []))]
  const isRelated = types.length > 0 && rows.length > 0 && scope.has_relationships
  const related = isRelated
    ? await selectRelated(
        db,
        scope.moment,
        rows.map(({ id }) => id),
        types,
      )
    : []
  const byEntity = Map.groupBy(related, ({ entity_id }) => entity_id)
  const byId = new Map(rows.map((row) => [row.asked, row]))
  const answer: Record<string, Record<string, PropertyValue[]>> = Object.create(null)
  for (const id of ids) {
    const row = byId.get(id.toLowerCase())
    const valuesFor = (property: string) =>
      row ? valuesOf(visibleTo(scope, row.doc), byEntity.get(row.id) ?? [], property) : []
    answer[id] = Object.fromEntries(wanted.map((one) => [one.id, valuesFor(one.property)]))
  }
  return { meta: wanted.map(({ id, property }) => ({ id, name: nameOf(property) })), rows: answer }
}
