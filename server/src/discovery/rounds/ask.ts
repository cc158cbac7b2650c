import { type Bill, CallStopped, OverBudget, payCall } from '../../budget/pay-call.ts'
import { holdForCrawl } from '../../domains/domains.ts'
import { appendActivity } from '../../events/event-log.ts'
import type { Model } from '../../model/model.ts'
import { ModelFailed } from '../../model/model-failed.ts'
import type { ModelRequest } from '../../model/model-request.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { type RoundAnswer, readRound, roundSchema } from './answer.ts'
import { leftIn, type RoundProgress, type RoundsEnd } from './progress.ts'
import { renderRoundRepair, roundSystem } from './question.ts'

// One question of a discovery to the model, paid for by the domain, and one more when the answer does not fit. An answer
// is kept in the transaction that books its cost: whoever goes on after a killed process finds it, and pays nothing again.

/** No answer is to be had any more; the rounds end with this. */
export class RoundsOver extends Error {
  readonly end: RoundsEnd

  constructor(end: RoundsEnd) {
    super(end.note)
    this.end = end
  }
}

export interface AskingParts {
  db: Database
  model: Model
}

export interface Asking {
  project_id: string
  domain_id: string
  progress: RoundProgress
  /** Throws when the domain was stopped. */
  requireGoing(): Promise<void>
  /** Whether it was, or may have been, as far as this process knows. */
  hasStopped(): boolean
  /** Keeps the progress in the row of the discovery. */
  save(tx: Transaction): Promise<void>
  signal: AbortSignal
  /** Aborted when the time of the rounds is over. */
  deadline: AbortSignal
}

export interface RoundQuestion {
  text: string
  /** What is shown as the subject of the call. */
  subject: string
  languages: string[]
}

const answerTokens = 1500
const thinkingTokens = 4096
const repairChars = 4000
/** Reservations of calls under way may be released. */
const waitMs = 10_000
/** How often a call is begun again after a notice that meant something else than a stop. */
const doubtsMax = 5

export async function ask(parts: AskingParts, asking: Asking, question: RoundQuestion): Promise<RoundAnswer> {
  const { progress } = asking
  for (;;) {
    const last = progress.answers.at(-1)
    const read = last?.read
    if (read && 'answer' in read) return read.answer
    if (read && progress.answers.length > 1) {
      throw new RoundsOver({ by: 'failed', note: `its answer could not be used, twice (${read.mistakes[0]})` })
    }
    if (leftIn(progress).calls === 0) throw new RoundsOver({ by: 'limit', note: 'no call was left' })
    await callOnce(parts, asking, question, read?.mistakes)
  }
}

async function callOnce(
  parts: AskingParts,
  asking: Asking,
  question: RoundQuestion,
  mistakes: string[] | undefined,
): Promise<void> {
  const { progress, deadline, signal, requireGoing } = asking
  for (let doubts = 0; ; doubts++) {
    await requireGoing()
    signal.throwIfAborted()
    // Counted before it begins, so that processes which are killed in calls make no more of them.
    progress.calls++
    await parts.db.transaction((tx) => asking.save(tx))
    try {
      await payCall(
        parts.db,
        parts.model,
        billOf(asking, question, mistakes),
        requestOf(parts, asking, question, mistakes),
      )
      return
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof OverBudget) {
        progress.calls--
        const whose = { domain: 'of the domain', project: 'of the project', installation: 'of the installation' }
        throw new RoundsOver({
          by: 'budget',
          note: `the monthly spend cap ${whose[error.of]} leaves no room for the call`,
        })
      }
      if (deadline.aborted) throw new RoundsOver({ by: 'failed', note: 'it took too long to answer' })
      const isUnsent = error instanceof ModelFailed && error.kind === 'aborted' && !error.may_be_billed
      if ((error instanceof CallStopped || isUnsent) && doubts < doubtsMax) progress.calls--
      else if (error instanceof ModelFailed) throw new RoundsOver({ by: 'failed', note: error.message })
      else throw error
    }
  }
}

function requestOf(
  { model }: AskingParts,
  { progress, signal, deadline }: Asking,
  { text }: RoundQuestion,
  mistakes: string[] | undefined,
): ModelRequest {
  const last = progress.answers.at(-1)
  const repair =
    last && mistakes
      ? [
          { role: 'assistant' as const, content: last.text || '(nothing)' },
          { role: 'user' as const, content: renderRoundRepair(mistakes) },
        ]
      : []
  return {
    ...{ system: roundSystem, schema: roundSchema, messages: [{ role: 'user', content: text }, ...repair] },
    max_output_tokens: answerTokens + (model.thinks ? thinkingTokens : 0),
    signal: AbortSignal.any([signal, deadline]),
  }
}

function billOf(asking: Asking, { subject, languages }: RoundQuestion, mistakes: string[] | undefined): Bill {
  const { project_id, domain_id, progress, hasStopped } = asking
  const isFirst = progress.tried.length === 0
  const action = mistakes ? 'ask again' : isFirst ? 'plan searches' : 'judge sites'
  return {
    ...{ domain_id, purpose: 'discovery', wait_ms: waitMs, hasStopped },
    mayBegin: async (tx) => {
      const domain = await holdForCrawl(tx, domain_id)
      return domain !== undefined && !domain.archived && domain.crawl_state !== 'paused'
    },
    note: async (tx, { tokens_input, tokens_output, spend_usd }, detail, answer) => {
      progress.tokens += tokens_input + tokens_output
      progress.spend_usd = Number((progress.spend_usd + spend_usd).toFixed(6))
      if (answer) progress.answers.push({ text: keepable(answer.text), read: readRound(answer, languages) })
      await asking.save(tx)
      const usage = { tokens: tokens_input + tokens_output, spend_usd }
      await appendActivity(tx, project_id, domain_id, { agent: 'discoverer', action, subject, detail, ...usage })
    },
  }
}

/** As the database can store it; an answer may be a megabyte long. */
const keepable = (text: string) => text.slice(0, repairChars).toWellFormed().replaceAll('\0', ' ')
