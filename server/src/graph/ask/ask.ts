import { CallStopped, OverBudget } from '../../budget/pay-call.ts'
import type { Model } from '../../model/model.ts'
import { ModelFailed } from '../../model/model-failed.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { LoadedDomain } from '../../platform/http/handlers.ts'
import type { Log } from '../../platform/log.ts'
import { SharedSlots, SlotsTaken } from '../../platform/shared-slots.ts'
import type { Moment } from '../read/moment/graph-at.ts'
import type { CitedAnswer } from './cited-answer.ts'
import { findFacts } from './facts/find-facts.ts'
import { answerWithModel, type FoundEvidence } from './model-answer.ts'
import { type FindingParts, gatherPassages } from './passages/gather-passages.ts'
import { answerPlainly } from './plain-answer.ts'
import { readQuestion } from './question/question.ts'
import { RecentQuestions } from './recent-questions.ts'

// Everybody who may read may ask, and a model costs money: each call is reserved against the domain's monthly cap, at
// most `callsMax` run at once, and answers are cached for a minute. When the model fails, facts and passages answer instead.

export interface AskParts extends FindingParts {
  model: Model | undefined
  clock: Clock
  log: Log
  /** Aborted when the process stops: open questions are then answered without the model. */
  stopping: AbortSignal
  /** How long a question waits for the model. */
  within_ms?: number
}

const withinMs = 20_000
/** Calls of all domains at a time, and of one. */
const callsMax = 16
const callsOfDomain = 4

/** Why a question is answered without the model. */
const plainReasons = [CallStopped, OverBudget, ModelFailed, SlotsTaken]

/** `may_spend`: whether this caller's question may use the model. */
type AskedDomain = LoadedDomain & { may_spend: boolean }

export class Asker {
  readonly #parts: AskParts
  readonly #recent: RecentQuestions
  readonly #calls = new SharedSlots({ total: callsMax, per_holder: callsOfDomain, waiting_per_holder: 0 })

  constructor(parts: AskParts) {
    this.#parts = parts
    this.#recent = new RecentQuestions(parts.clock)
  }

  /** Every sentence has a citation; empty when nothing was found. */
  ask(db: Database, domain: AskedDomain, moment: Moment, text: string): Promise<CitedAnswer> {
    const question = readQuestion(text)
    const asked = [domain.id, domain.archived, domain.may_spend, moment.as_of, question.text]
    const key = `${domain.project_id} ${JSON.stringify(asked)}`
    return this.#recent.find(key, moment.graph_seq, async () => {
      const passages = await gatherPassages(db, this.#parts, moment, question)
      const facts = await findFacts(db, this.#parts.find_names, moment, { question, passages })
      const found = { question, facts, passages }
      const worded = domain.archived || !domain.may_spend ? undefined : await this.#askModel(db, domain, found)
      const isWorded = worded !== undefined && worded !== 'busy'
      return { answer: isWorded ? worded : answerPlainly(question, facts, passages), is_kept: worded !== 'busy' }
    })
  }

  /** Busy when others of the domain ask the model: the same question may get its answer in a moment. */
  async #askModel(db: Database, { id }: LoadedDomain, found: FoundEvidence): Promise<CitedAnswer | 'busy' | undefined> {
    const { model, log, stopping, within_ms = withinMs } = this.#parts
    if (!model || found.facts.length + found.passages.length === 0) return undefined
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(within_ms)])
    try {
      return await this.#calls.run(id, () => answerWithModel(db, model, { domain_id: id, ...found, signal }))
    } catch (error) {
      if (!plainReasons.some((reason) => error instanceof reason)) throw error
      log.warn({ domain_id: id, reason: (error as Error).message }, 'a question was answered without the model')
      return error instanceof SlotsTaken ? 'busy' : undefined
    }
  }
}
