import type { Claim } from '../../../../server/src/facts/claim.ts'
import type { QuoteFinder } from '../../../../server/src/facts/find-quote.ts'
import { isKnownRelation, relationNamed } from '../../../../server/src/facts/relations.ts'
import type { Answer } from '../../../../server/src/pipeline/agentic/answer/answer.ts'
import type { Refusal } from '../../../../server/src/pipeline/agentic/answer/refusals.ts'
import type { Row } from '../../measurement.ts'
import { examplesOfPage, leaveClaimsOut } from '../../train/answers/model-confidence-learn.ts'
import { type Evaluation, Score, scoreRow } from '../evaluation.ts'
import { calibrationRows } from './calibration.ts'
import { type AnsweredPage, ourAnswers, readAnswers, writePrompt } from './model-answers.ts'
import { scorePage } from './prose.ts'
import { idOf, readersOfPages } from './prose-left-out.ts'
import { tokensOf } from './request-tokens.ts'

// Answers of a model about articles in which everything is marked: what is kept of them. Each is a file, named by the hash of its
// page as it is sent; one that is missing is written as a prompt, so that anyone with a model can fill it.

/** An answer over that of today's instructions before: whole quotes, and every field that is empty. */
const outputTarget = 0.6
const typesTarget = 90

export const model: Evaluation = {
  name: 'model',
  describe:
    'what is kept of the answers of a model, how sure it is, and what it costs; --answers DIR for those of another one',
  async run({ corpus, training, answers, progress }) {
    const { pages, unanswered } = readAnswers(corpus, answers ?? ourAnswers)
    if (answers !== undefined && unanswered.length > 0) {
      for (const one of unanswered) writePrompt(one)
      progress(`${unanswered.length} prompts without an answer are in ${answers}`)
    }
    if (pages.length === 0) return []
    const totals = new Totals()
    for (const page of pages) totals.add(page)
    // Signs go by what rules read, so pages that rules have learned from are read without them.
    const readerOf = readersOfPages(corpus, { ids: pages.map(({ file }) => idOf(file)), training, progress })
    const examples = pages.flatMap((page) => examplesOfPage(page, readerOf(idOf(page.file))))
    return [...totals.rows(), ...calibrationRows(examples, leaveClaimsOut(examples))]
  },
}

class Totals {
  readonly #scores = new Map<string, Score>()
  readonly #refusals = new Map<Refusal | 'kept', number>()
  readonly #given = new Score()
  readonly #types = new Score()
  #pages = 0
  readonly #tokens = { input: 0, output: 0, whole: 0 }

  add({ marks, answers, finder }: AnsweredPage): void {
    this.#pages++
    const claims: Claim[] = []
    for (const { text, tokens, answer, checked } of answers) {
      this.#tokens.input += tokens
      this.#tokens.output += tokensOf(text)
      this.#tokens.whole += tokensOf(JSON.stringify(inWhole(answer, finder)))
      claims.push(...checked.claims)
      for (const { type } of answer.relationships) this.#given.add(type, isKnownRelation(type))
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
    const { input, output, whole } = this.#tokens
    const refused = [...this.#refusals].map(([what, count]) => `${what} ${count}`).join(', ')
    const kept = this.#refusals.get('kept') ?? 0
    const all = [...this.#refusals.values()].reduce((sum, count) => sum + count, 0)
    return [
      ...[...this.#scores].sort().flatMap(([measure, score]) => scoreRow(`model, ${measure}`, { ours: score })),
      ...scoreRow('model, types of relations given, in the table or a synonym', {
        ours: this.#given,
        least: typesTarget,
      }),
      ...scoreRow('model, types of relations kept, in the table', { ours: this.#types, least: typesTarget }),
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
