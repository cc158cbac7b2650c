import { extensionQuery, reconciliationBatch } from '@polegraph/contract/graph/reconcile.ts'
import type { GraphIndexes } from '../graph/memory/load/graph-indexes.ts'
import { invalidField } from '../graph/read/entities/invalid-field.ts'
import type { Queryable } from '../platform/db/database.ts'
import { parseJsonBody } from '../platform/http/json-body.ts'
import { validateValue } from '../platform/http/validate.ts'
import { extendEntities } from './extend.ts'
import { reconcileBatch } from './reconcile.ts'
import type { ReconcileScope } from './scope.ts'

export interface SentFields {
  queries?: string | undefined
  extend?: string | undefined
}

/** What a request asks for, if it asks for anything. */
export async function answerRequest(
  db: Queryable,
  indexes: GraphIndexes,
  scope: ReconcileScope,
  { queries, extend }: SentFields,
) {
  if (queries !== undefined && extend !== undefined)
    throw invalidField('queries', 'and extend cannot be asked for at once')
  if (queries !== undefined) {
    return reconcileBatch(
      db,
      indexes,
      scope,
      validateValue('queries', reconciliationBatch, readJson('queries', queries)),
    )
  }
  if (extend !== undefined) {
    return extendEntities(db, scope, validateValue('extend', extensionQuery, readJson('extend', extend)))
  }
  return undefined
}

function readJson(field: string, text: string): unknown {
  try {
    return parseJsonBody(Buffer.from(text))
  } catch {
    throw invalidField(field, 'must be JSON')
  }
}
