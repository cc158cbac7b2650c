import type { MailTime } from '@polegraph/contract/events/watches.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'

/** The time between two mails. */
export const mailMs: Record<MailTime, number> = { hour: 3_600_000, day: 86_400_000 }

/** A mail of a person about a watch. */
export interface MailKey {
  domain_id: string
  watch_id: string
  /** `user:<id>` */
  reader: string
}

export interface DueMail extends MailKey {
  every: MailTime
  graph_seq: number
  failures: number
}

/** News begin with the next change; whoever gets mails already only has them at other times. */
export async function upsertMail(tx: Transaction, mail: MailKey & { every: MailTime; due_at: Date }): Promise<void> {
  await tx.query(
    `insert into watch_mails (domain_id, watch_id, reader, every, graph_seq, due_at)
     select $1, $2, $3, $4, graph_seq, $5 from domains where id = $1
     on conflict (domain_id, watch_id, reader) do update set every = excluded.every, due_at = excluded.due_at`,
    [mail.domain_id, mail.watch_id, mail.reader, mail.every, mail.due_at],
  )
}

export async function deleteMail(tx: Transaction, { domain_id, watch_id, reader }: MailKey): Promise<void> {
  await tx.query('delete from watch_mails where domain_id = $1 and watch_id = $2 and reader = $3', [
    domain_id,
    watch_id,
    reader,
  ])
}

/** The mail of the domain that is due for the longest time, locked; one that another process holds is left to it. */
export async function lockDueMail(tx: Transaction, domainId: string): Promise<DueMail | undefined> {
  const [row] = await tx.query<DueMail>(
    `select m.domain_id, m.watch_id, m.reader, m.every, m.graph_seq, m.failures from watch_mails m
     where m.domain_id = $2 and m.due_at <= $1 and exists (
       select from domains d join projects p on p.id = d.project_id
       where d.id = $2 and d.archived_at is null and p.archived_at is null)
     order by m.due_at, m.watch_id, m.reader limit 1 for update of m skip locked`,
    [tx.now, domainId],
  )
  return row
}

/** When the first mail of the domain is due. */
export async function selectNextMail(tx: Transaction, domainId: string): Promise<string | null> {
  const [row] = await tx.query<{ due_at: string | null }>(
    'select min(due_at) as due_at from watch_mails where domain_id = $1',
    [domainId],
  )
  return row?.due_at ?? null
}

export async function updateMailDue(tx: Transaction, key: MailKey, dueAt: Date): Promise<void> {
  await tx.query('update watch_mails set due_at = $4 where domain_id = $1 and watch_id = $2 and reader = $3', [
    key.domain_id,
    key.watch_id,
    key.reader,
    dueAt,
  ])
}

export interface MailOutcome {
  graph_seq: number
  due_at: Date
  failures: number
  error: string | null
}

/** What became of a mail that was taken until then; the next one is due when the person says who has asked for it anew meanwhile. */
export async function updateMailSettled(
  tx: Transaction,
  key: MailKey,
  takenUntil: Date,
  { graph_seq, due_at, failures, error }: MailOutcome,
): Promise<void> {
  await tx.query(
    `update watch_mails set graph_seq = greatest(graph_seq, $5), failures = $7, error = $8,
       due_at = case when due_at = $4 then $6 else due_at end
     where domain_id = $1 and watch_id = $2 and reader = $3`,
    [key.domain_id, key.watch_id, key.reader, takenUntil, graph_seq, due_at, failures, error],
  )
}

export interface MailRecipient {
  email: string
  domain_name: string
  watch_name: string
}

/** Undefined when the person is no member any more, or the watch is gone. */
export async function selectRecipient(db: Queryable, mail: MailKey): Promise<MailRecipient | undefined> {
  const [row] = await db.query<MailRecipient>(
    `select u.email, d.name as domain_name, w.name as watch_name
     from watches w join domains d on d.id = w.domain_id
     join members m on m.project_id = d.project_id join users u on u.id = m.user_id
     where w.domain_id = $1 and w.id = $2 and m.user_id = $3`,
    [mail.domain_id, mail.watch_id, mail.reader.replace('user:', '')],
  )
  return row
}
