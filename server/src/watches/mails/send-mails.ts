import { limits } from '@polegraph/contract/limits.ts'
import type { GraphEvent } from '../../graph/events/graph-event.ts'
import type { FindNames } from '../../graph/read/entities/find-names.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, DatabaseUnavailable, type Transaction } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { openWork, takeWork } from '../../waiting/waiting-work.ts'
import { openWatch } from '../news/open-watch.ts'
import { readWatchNews } from '../news/watch-news.ts'
import { type MailNews, renderMail } from './mail-text.ts'
import {
  type DueMail,
  deleteMail,
  lockDueMail,
  type MailOutcome,
  type MailRecipient,
  mailMs,
  selectNextMail,
  selectRecipient,
  updateMailDue,
  updateMailSettled,
} from './queries.ts'

// Mails with the news of watches. Nothing waits for them in the database: what is due is read from the log of changes. A mail
// that was sent by a process which died before it could say so is sent again, with the same id.

export interface MailParts {
  db: Database
  clock: Clock
  log: Log
  find_names: FindNames
  /** Where the console is. */
  base_url: string
  openMailer(): Promise<Mailer>
  stopping: AbortSignal
}

/** A process that took a mail has this long to send it. */
const leaseMs = 10 * 60_000
const firstRetryMs = 5 * 60_000
/** Portions of the log that are looked at for one mail; the rest is in the next one. */
const portions = 10
const newsAtOnce = 500

export async function sendDueMails(parts: MailParts): Promise<void> {
  const { db, stopping } = parts
  let mailer: Mailer | undefined
  try {
    while (!stopping.aborted) {
      const taken = await takeMail(parts)
      if (!taken) return
      const { mail, until } = taken
      const found = await findNews(parts, mail)
      if (found === 'nobody') {
        await db.transaction((tx) => deleteMail(tx, mail))
        continue
      }
      const outcome = await sendOne(parts, mail, found, async () => {
        mailer ??= await parts.openMailer()
        return mailer
      })
      await db.transaction(async (tx) => {
        await updateMailSettled(tx, mail, until, outcome)
        await openWork(tx, 'mails', mail.domain_id, outcome.due_at)
      })
      // A server that is away is away for all others too: they stay due.
      if (outcome.is_away) return
    }
  } finally {
    mailer?.close()
  }
}

interface TakenMail {
  mail: DueMail
  until: Date
}

function takeMail({ db, clock }: MailParts): Promise<TakenMail | undefined> {
  const now = clock.now()
  const times = { now, lease_ends: new Date(now.getTime() + leaseMs) }
  return takeWork<TakenMail>(db, 'mails', times, { take: takeMailOf, next: selectNextMail, is_alone: false })
}

async function takeMailOf(tx: Transaction, domainId: string): Promise<TakenMail | undefined> {
  const mail = await lockDueMail(tx, domainId)
  if (!mail) return undefined
  const until = new Date(tx.now.getTime() + leaseMs)
  await updateMailDue(tx, mail, until)
  return { mail, until }
}

interface FoundNews extends MailNews {
  recipient: MailRecipient
  /** Everything up to this change was looked at. */
  cursor: number
}

/** What one mail tells; nobody is told who is no member any more. */
async function findNews({ db, find_names }: MailParts, mail: DueMail): Promise<FoundNews | 'nobody'> {
  const { domain_id, watch_id, graph_seq } = mail
  const recipient = await selectRecipient(db, mail)
  const watch = recipient && (await openWatch(db, find_names, domain_id, watch_id))
  if (!watch) return 'nobody'
  const events: GraphEvent[] = []
  let count = 0
  let cursor = graph_seq
  for (let portion = 0; portion < portions; portion++) {
    const read = await readWatchNews(db, watch, { since: cursor, limit: newsAtOnce })
    events.push(...read.events.slice(0, Math.max(0, limits.mail_entries - events.length)))
    count += read.events.length
    cursor = read.cursor
    if (!read.more) break
  }
  const { domain_name, watch_name } = recipient
  return { recipient, domain_id, domain_name, watch_id, watch_name, events, count, cursor }
}

async function sendOne(
  { clock, log, base_url }: MailParts,
  mail: DueMail,
  news: FoundNews,
  mailer: () => Promise<Mailer>,
): Promise<MailOutcome & { is_away?: boolean }> {
  const next = (ms: number) => new Date(clock.now().getTime() + ms)
  const sent = { graph_seq: news.cursor, due_at: next(mailMs[mail.every]), failures: 0, error: null }
  if (news.count === 0) return sent
  const { domain_id, watch_id, reader, graph_seq } = mail
  const id = `${watch_id}.${reader.replace(':', '-')}.${graph_seq}-${news.cursor}`
  try {
    const message = { to: news.recipient.email, message_id: `<${id}@${new URL(base_url).hostname}>` }
    await (await mailer()).send({ ...message, ...renderMail(news, base_url) })
    return sent
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    const { is_away, said } = failureOf(error)
    const failures = mail.failures + 1
    const due_at = next(Math.min(mailMs.day, firstRetryMs * 2 ** Math.min(failures - 1, 20)))
    log.warn({ domain_id, watch_id, reader, error: said, failures, next_due_at: due_at }, 'a mail was not sent')
    return { graph_seq, due_at, failures, error: said, is_away }
  }
}

interface SmtpError {
  code?: string
  responseCode?: number
  response?: string
}

/** In words for whoever waits for the mail; how the service reaches its mail server is not theirs. */
function failureOf(error: unknown): { is_away: boolean; said: string } {
  const { code, responseCode, response } = error as SmtpError
  if (code === 'EAUTH') return { is_away: true, said: 'the mail server refused the name or password of the service' }
  if (responseCode === undefined) return { is_away: true, said: 'the mail server could not be reached' }
  const first = (response ?? '').split('\n')[0]?.slice(0, 200)
  return { is_away: false, said: `the mail server refused it: ${first || responseCode}` }
}
