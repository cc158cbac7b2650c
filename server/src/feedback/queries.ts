import type { feedbackKinds } from '@polegraph/contract/project/feedback.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'

export interface FeedbackRow {
  id: string
  kind: (typeof feedbackKinds)[number]
  message: string
  domain_id: string | null
  context: Record<string, unknown> | null
  created_at: string
  created_by: string
}

const columns = 'id, kind, message, subject_domain_id as domain_id, context, created_at, created_by'

export async function insertFeedback(
  tx: Transaction,
  projectId: string,
  feedback: Omit<FeedbackRow, 'created_at'>,
): Promise<void> {
  await tx.query(
    `insert into feedback (project_id, id, kind, message, subject_domain_id, context, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      projectId,
      feedback.id,
      feedback.kind,
      feedback.message,
      feedback.domain_id,
      feedback.context && JSON.stringify(feedback.context),
      tx.now,
      feedback.created_by,
    ],
  )
}

export function selectFeedback(db: Queryable, projectId: string, before: string | undefined, limit: number) {
  return db.query<FeedbackRow>(
    `select ${columns} from feedback
     where project_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [projectId, before ?? null, limit],
  )
}

export async function selectOneFeedback(db: Queryable, projectId: string, id: string) {
  const [row] = await db.query<FeedbackRow>(`select ${columns} from feedback where project_id = $1 and id = $2`, [
    projectId,
    id,
  ])
  return row
}
