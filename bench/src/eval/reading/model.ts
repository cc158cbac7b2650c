import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Claim } from '../../../../server/src/facts/claim.ts'
import { QuoteFinder } from '../../../../server/src/facts/find-quote.ts'
import { relationNamed } from '../../../../server/src/facts/relations.ts'
import { type Answer, readAnswer } from '../../../../server/src/pipeline/agentic/answer/answer.ts'
import { checkAnswer } from '../../../../server/src/pipeline/agentic/answer/check-answer.ts'
import type { Refusal } from '../../../../server/src/pipeline/agentic/answer/refusals.ts'
import { blocksToRead, type Portion } from '../../../../server/src/pipeline/agentic/prompt/blocks-to-read.ts'
import { PageBlocks } from '../../../../server/src/pipeline/agentic/prompt/page-blocks.ts'
import { answerSchema, renderPage, renderSystem } from '../../../../server/src/pipeline/agentic/prompt/prompt.ts'
import { packBlocks, unpackBlocks } from '../../../../server/src/reader/blocks/stored-blocks.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { recipePageOf } from '../../../../server/src/recipes/recipe-page.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import type { Row } from '../../measurement.ts'
import { type Corpus, type Evaluation, Score, scoreRow } from '../evaluation.ts'
import { type Marks, scorePage } from './prose.ts'
import { assignment, tokensOf } from './request-tokens.ts'

// Answers of a model about articles in which everything is marked: what is kept of them. Each is a file, named by the hash of its
// page as it is sent; one that is missing is written as a prompt, so that anyone with a model can fill it.

/** Written by hand, as a good model would: bench/answers/README.md. */
const ours = resolve(import.meta.dirname, '../../../answers')

/** An answer over that of today's instructions before: whole quotes, and every field that is empty. */
const outputTarget = 0.6
const typesTarget = 90

interface Asked {
  portion: Portion
  file: string
  prompt: string
  tokens: number
}

export const model: Evaluation = {
  name: 'model',
  describe: 'what is kept of the answers of a model, and what they cost; --answers DIR for those of another one',
  async run({ corpus, answers, progress }) {
    const folder = answers ?? ours
    const totals = new Totals()
    let missing = 0
    for (const file of corpus.list('prose/gold')) {
      const marks = JSON.parse(corpus.read(`prose/gold/${file}`).toString('utf8')) as Marks
      const page = readPage(corpus, marks)
      const asked = page.portions.map((portion) => askedOf(page, portion, folder))
      const unanswered = asked.filter(({ file }) => !existsSync(`${file}.json`))
      if (unanswered.length > 0) {
        if (answers !== undefined) for (const one of unanswered) writePrompt(one)
        missing += unanswered.length
        continue
      }
      progress(file)
      totals.add(marks, page, asked)
    }
    if (answers !== undefined && missing > 0) progress(`${missing} prompts without an answer are in ${answers}`)
    return totals.rows()
  },
}

type Page = ReturnType<typeof readPage>

function readPage(corpus: Corpus, { page, url }: Pick<Marks, 'page' | 'url'>) {
  const parsed = parsePage(decodeText(corpus.read(page), null, 'html').text, { url })
  const stored = packBlocks(parsed.blocks, parsed.records)
  const blocks = unpackBlocks(stored)
  const { lists } = recipePageOf(blocks, stored.lists, parsed.text)
  const readable = { text: parsed.text, blocks, lists }
  return { ...parsed, url, readable, portions: blocksToRead(readable, undefined).portions }
}

function askedOf(page: Page, portion: Portion, folder: string): Asked {
  const user = renderPage(page, portion.text)
  const prompt = [renderSystem(assignment), JSON.stringify(answerSchema(assignment).json), user].join('\n\n---\n\n')
  const name = createHash('sha256').update(user).digest('hex').slice(0, 16)
  return { portion, prompt, file: join(folder, name), tokens: tokensOf(prompt) }
}

function writePrompt({ file, prompt }: Asked): void {
  mkdirSync(resolve(file, '..'), { recursive: true })
  writeFileSync(`${file}.prompt.md`, `${prompt}\n`)
}

class Totals {
  readonly #scores = new Map<string, Score>()
  readonly #refusals = new Map<Refusal | 'kept', number>()
  readonly #types = new Score()
  #pages = 0
  readonly #tokens = { input: 0, output: 0, whole: 0 }

  add(marks: Marks, page: Page, asked: Asked[]): void {
    this.#pages++
    const claims: Claim[] = []
    const finder = new QuoteFinder(page.text)
    for (const { portion, file, tokens } of asked) {
      const text = readFileSync(`${file}.json`, 'utf8').trim()
      this.#tokens.input += tokens
      this.#tokens.output += tokensOf(text)
      const read = readAnswer(text)
      if (!('answer' in read)) throw new Error(`${file}.json: ${read.mistakes[0]}`)
      this.#tokens.whole += tokensOf(JSON.stringify(inWhole(read.answer, finder)))
      const checked = checkPortion(page, portion, read.answer, finder)
      claims.push(...checked.claims)
      for (const claim of checked.claims)
        if (claim.type === 'relationship') this.#types.add(claim.relation, relationNamed(claim.relation) !== undefined)
      for (const refusal of checked.refusals) this.#count(refusal)
    }
    this.#count('kept', claims.length)
    for (const [measure, score] of scorePage(marks, claims.map(withTitles))) {
      const total = this.#scores.get(measure) ?? new Score()
      this.#scores.set(measure, total)
      total.merge(score)
    }
  }

  #count(what: Refusal | 'kept', count = 1): void {
    this.#refusals.set(what, (this.#refusals.get(what) ?? 0) + count)
  }

  rows(): Row[] {
    if (this.#pages === 0) return []
    const { input, output, whole } = this.#tokens
    const refused = [...this.#refusals].map(([what, count]) => `${what} ${count}`).join(', ')
    const kept = this.#refusals.get('kept') ?? 0
    const all = [...this.#refusals.values()].reduce((sum, count) => sum + count, 0)
    return [
      ...[...this.#scores].sort().flatMap(([measure, score]) => scoreRow(`model, ${measure}`, { ours: score })),
      ...scoreRow('model, types of relations in the table', { ours: this.#types, least: typesTarget }),
      { measure: 'model, statements kept', unit: '%', ours: (100 * kept) / all, note: refused },
      {
        measure: 'model, tokens of an answer over those with whole quotes and empty fields',
        unit: '',
        ours: output / whole,
        target: { text: `<= ${outputTarget}`, met: output / whole <= outputTarget },
        note: `${output} over ${whole} for ${this.#pages} pages`,
      },
      { measure: 'model, tokens sent for a page', unit: '', ours: input / this.#pages, note: 'schema included' },
    ]
  }
}

/** The marks are compared by what rules call a role. */
function withTitles(claim: Claim): Claim {
  if (claim.type !== 'entity' || claim.attributes.role === undefined) return claim
  return { ...claim, attributes: { ...claim.attributes, job_title: claim.attributes.role } }
}

function checkPortion(page: Page, portion: Portion, answer: Answer, finder: QuoteFinder) {
  const blocks = new PageBlocks(page.readable)
  return checkAnswer(answer, {
    finder,
    title: page.title,
    language: page.language,
    published_at: page.published_at,
    ontology: assignment.ontology,
    blockAt: (start) => blocks.at(start),
    reads: portion.reads,
  })
}

/** The same facts as they were answered before quotes were shortened and empty attributes left out. */
function inWhole({ relevant, entities, relationships }: Answer, finder: QuoteFinder) {
  const whole = (quote: string | null) => finder.find(quote ?? '')?.text ?? quote
  return {
    relevant,
    entities: entities.map((entity) => ({
      ...entity,
      attributes: { role: null, occupation: null, website: null, ...entity.attributes },
      quote: whole(entity.quote),
    })),
    relationships: relationships.map(({ from, to, type, since, until, quote }) => ({
      ...{ from, to, type, since, until },
      quote: whole(quote),
    })),
  }
}
