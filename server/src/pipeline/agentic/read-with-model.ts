import type { Claim } from '../../facts/claim.ts'
import { QuoteFinder, type Span } from '../../facts/find-quote.ts'
import { estimateTokens } from '../../model/estimate-tokens.ts'
import type { Model } from '../../model/model.ts'
import type { ModelAnswer, ModelRequest } from '../../model/model-request.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Answer, type ReadAnswer, readAnswer } from './answer/answer.ts'
import { checkAnswer } from './answer/check-answer.ts'
import type { Refusal } from './answer/refusals.ts'
import { type CallPurpose, type Payer, payReading } from './pay-call.ts'
import type { Portion, ReadablePage } from './prompt/blocks-to-read.ts'
import { PageBlocks } from './prompt/page-blocks.ts'
import {
  type Assignment,
  answerSchema,
  type PageHead,
  renderGoOn,
  renderPage,
  renderRepair,
  renderSystem,
} from './prompt/prompt.ts'
import type { RecentAnswers } from './recent-answers.ts'

// Reads a page, or its new blocks, with a model: one call for each portion, one more when nothing of an answer can be used,
// and some for the rest of an answer that was cut off. Returns the claims that the page supports.

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
  language: string | null
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
      language: task.language,
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

async function ask(parts: ModelParts, task: ReadingTask, portion: Portion): Promise<Answer> {
  const { model, answers } = parts
  const { payer, assignment, page, signal } = task
  const request: ModelRequest = {
    system: renderSystem(assignment),
    messages: [{ role: 'user', content: renderPage(page, portion.text) }],
    schema: answerSchema(assignment),
    max_output_tokens: outputTokens(portion.text) + (model.thinks ? thinkingTokens : 0),
    signal,
  }
  const known = answers.find(payer.domain_id, request)
  if (known) return known
  const read = await askTwice(parts, task, request)
  const answer = read.is_cut ? await askForRest(parts, task, request, read.answer) : read.answer
  answers.keep(payer.domain_id, request, answer)
  return answer
}

/** Asks, and once more with its mistakes where nothing of the answer can be used. */
async function askTwice(
  { db, model }: ModelParts,
  { payer, page, is_diff }: ReadingTask,
  request: ModelRequest,
): Promise<Finished> {
  const asking: CallPurpose = { purpose: 'reading', action: is_diff ? 'read change' : 'read page', subject: page.url }
  const first = await payReading(db, model, payer, asking, request)
  const read = readFinished(first)
  if ('answer' in read) return read
  // An answer may be a megabyte long.
  const shown = first.text.slice(0, repairChars) || '(nothing)'
  const repair = withAnswer(request, shown, renderRepair(read.mistakes))
  const mending: CallPurpose = { purpose: 'repair', action: 'ask again', subject: page.url }
  const again = readFinished(await payReading(db, model, payer, mending, repair))
  if ('answer' in again) return again
  throw new AnswerUnusable(`the model's answer cannot be used: ${again.mistakes[0]}`)
}

/** What was cut off is asked for behind what arrived, so that nothing is paid for twice. */
async function askForRest(
  { db, model }: ModelParts,
  { payer, page }: ReadingTask,
  request: ModelRequest,
  first: Answer,
): Promise<Answer> {
  const whole: Answer = { ...first, entities: [...first.entities], relationships: [...first.relationships] }
  for (let asked = 0; asked < restsMax; asked++) {
    const before = whole.entities.length + whole.relationships.length
    const rest = withAnswer(request, JSON.stringify(outlineOf(whole)), renderGoOn())
    const going: CallPurpose = { purpose: 'reading', action: 'go on', subject: page.url }
    const read = readFinished(await payReading(db, model, payer, going, rest))
    if (!('answer' in read)) break
    whole.unreadable += read.answer.unreadable
    addNew(whole.entities, read.answer.entities)
    addNew(whole.relationships, read.answer.relationships)
    // A model that repeats itself has no more to say.
    if (!read.is_cut || whole.entities.length + whole.relationships.length === before) return whole
  }
  return { ...whole, is_partial: true }
}

/** Enough to tell what is missing. */
function outlineOf({ relevant, entities, relationships }: Answer) {
  return {
    relevant,
    entities: entities.map(({ ref, kind, name }) => ({ ref, kind, name })),
    relationships: relationships.map(({ from, to, type }) => ({ from, to, type })),
  }
}

function addNew<Item>(items: Item[], more: Item[]): void {
  const known = new Set(items.map((item) => JSON.stringify(item)))
  items.push(...more.filter((item) => !known.has(JSON.stringify(item))))
}

const withAnswer = (request: ModelRequest, answer: string, content: string): ModelRequest => ({
  ...request,
  messages: [...request.messages, { role: 'assistant', content: answer }, { role: 'user', content }],
})

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
/** How often the rest of an answer is asked for. */
const restsMax = 3

function outputTokens(text: string): number {
  const { times, plus, least, most } = outputBounds
  return Math.round(Math.min(most, Math.max(least, times * estimateTokens(text) + plus)))
}

type Finished = Extract<ReadAnswer, { answer: Answer }>

function readFinished({ text, finish }: ModelAnswer): ReadAnswer {
  return finish === 'refused' ? { mistakes: ['it is a refusal'] } : readAnswer(text)
}
