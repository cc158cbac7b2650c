import type { Transaction } from '../../../platform/db/database.ts'
import { selectRelationTypes } from '../state/relation-type-queries.ts'
import type { RelationTypeChange } from './decide.ts'

/** The decision that makes a type of relationships the same as another, or with null one of its own again. */
export async function planRelationType(
  tx: Transaction,
  domainId: string,
  type: string,
  after: string | null,
): Promise<RelationTypeChange> {
  const known = (await selectRelationTypes(tx, domainId)).find((one) => one.type === type)
  return { type: 'relation_type', id: type, before: known?.same_as ?? null, after }
}
