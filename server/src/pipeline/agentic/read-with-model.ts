import type { Claim } from '../../facts/claim.ts'
import { QuoteFinder, type Span } from '../../facts/find-quote.ts'
import { estimateTokens } from '../../model/estimate-tokens.ts'
import type { Model } from '../../model/model.ts'
import type { ModelAnswer } from '../../model/model-request.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Answer, readAnswer } from './answer/answer.ts'
import { checkAnswer } from './answer/check-answer.ts'
import type { Refusal } from './answer/refusals.ts'
import { type Payer, payReading } from './pay-call.ts'
import type { Portion, ReadablePage } from './prompt/blocks-to-read.ts'
import { PageBlocks } from './prompt/page-blocks.ts'
import {
  type Assignment,
  answerSchema,
  type PageHead,
  renderPage,
  renderRepair,
  renderSystem,
} from './prompt/prompt.ts'
import type { RecentAnswers } from './recent-answers.ts'

// Reads a page, or its new blocks, with a model: one call for each portion, and one more when an answer does not fit
// the schema. Returns the claims that the page supports.

/** The model's answer could not be used, twice. */
export class AnswerUnusable extends Error {
  override name = 'AnswerUnusable'
}

export interface ModelReading {
  is_relevant: boolean
  claims: Claim[]
  refusals: Refusal[]
}

export interface ReadingTask {
  payer: Payer
  assignment: Assignment
  page: ReadablePage & PageHead
  portions: Portion[]
  is_diff: boolean
  signal: AbortSignal
}

/** An answer is longer than its input for a list of names, and shorter for prose. */
const thinkingTokens = 4096
const outputBounds = { times: 4, plus: 512, least: 1024, most: 8192 }

export interface ModelParts {
  db: Database
  model: Model
  answers: RecentAnswers
}

export async function readWithModel(parts: ModelParts, task: ReadingTask): Promise<ModelReading> {
  const finder = new QuoteFinder(task.page.text)
  const blocks = new PageBlocks(task.page)
  const reading: ModelReading = { is_relevant: false, claims: [], refusals: [] }
  for (const portion of task.portions) {
    const answer = await ask(parts, task, portion)
    // A page is relevant when one portion is. A diff cannot make a relevant page irrelevant.
    if (!answer.relevant && !task.is_diff) continue
    reading.is_relevant = true
    const { claims, refusals } = checkAnswer(answer, {
      finder,
      title: task.page.title,
      published_at: task.page.published_at,
      ontology: task.assignment.ontology,
      blockAt: (start) => blocks.at(start),
      reads: joinSpans(portion.reads),
    })
    reading.claims.push(...claims)
    reading.refusals.push(...refusals)
  }
  return reading
}

async function ask({ db, model, answers }: ModelParts, task: ReadingTask, portion: Portion): Promise<Answer> {
  const { payer, assignment, page, signal } = task
  const request = {
    system: renderSystem(assignment),
    messages: [{ role: 'user' as const, content: renderPage(page, portion.text) }],
    schema: answerSchema(assignment),
    max_output_tokens: outputTokens(portion.text) + (model.thinks ? thinkingTokens : 0),
    signal,
  }
  const known = answers.find(payer.domain_id, request)
  if (known) return known
  const action = task.is_diff ? 'read change' : 'read page'
  const first = await payReading(db, model, payer, { purpose: 'reading', action, subject: page.url }, request)
  const read = readFinished(first)
  if ('answer' in read) {
    answers.keep(payer.domain_id, request, read.answer)
    return read.answer
  }
  const repair = {
    ...request,
    messages: [
      ...request.messages,
      // An answer may be a megabyte long.
      { role: 'assistant' as const, content: first.text.slice(0, repairChars) || '(nothing)' },
      { role: 'user' as const, content: renderRepair(read.mistakes) },
    ],
  }
  const second = await payReading(
    db,
    model,
    payer,
    { purpose: 'repair', action: 'ask again', subject: page.url },
    repair,
  )
  const again = readFinished(second)
  if ('answer' in again) {
    answers.keep(payer.domain_id, request, again.answer)
    return again.answer
  }
  throw new AnswerUnusable(`the model's answer cannot be used: ${again.mistakes[0]}`)
}

/** Joins adjacent blocks into one span: a quote may cross their border. */
function joinSpans(spans: Span[]): Span[] {
  const joined: Span[] = []
  for (const { start, end } of spans) {
    const last = joined.at(-1)
    if (last && start <= last.end + 1) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

const repairChars = 4000

function outputTokens(text: string): number {
  const { times, plus, least, most } = outputBounds
  return Math.round(Math.min(most, Math.max(least, times * estimateTokens(text) + plus)))
}

function readFinished({ text, finish }: ModelAnswer): ReturnType<typeof readAnswer> {
  if (finish === 'refused') return { mistakes: ['it is a refusal'] }
  const read = readAnswer(text)
  if ('answer' in read || finish !== 'length') return read
  return { mistakes: ['it was cut off: give fewer facts, the most important ones'] }
}
