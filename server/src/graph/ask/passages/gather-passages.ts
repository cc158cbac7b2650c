import { cutText } from '../../../language/cut-text.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { FindNames } from '../../read/entities/find-names.ts'
import type { Moment } from '../../read/moment/graph-at.ts'
import type { Question } from '../question/question.ts'
import type { Candidate, Passage, RankedPassage } from './passage.ts'
import { type EntityBrief, selectEntityBriefs, selectQuotes } from './queries.ts'
import { rankPassages } from './rank-passages.ts'
import { sentenceAround } from './sentence-around.ts'

// Gathers what may answer a question: quotes about the entities that it names, and passages with its words.

export type FindPassages = (
  db: Queryable,
  moment: Moment,
  query: { words: string; entities: EntityBrief[]; limit: number; is_question: true },
) => Promise<Passage[]>

export interface FindingParts {
  find_names: FindNames
  find_passages: FindPassages
}

const entitiesMax = 5
const hitsPerName = 4
/** Names with a lower score are other names. */
const leastScore = 0.5
/**
 * Share of the best score that an entity needs: where one has the very name, entities with similar names are not meant.
 */
const leastShare = 0.9
const passagesFound = 20
const quoteMax = 600

/** The best first. */
export async function gatherPassages(
  db: Queryable,
  parts: FindingParts,
  moment: Moment,
  question: Question,
): Promise<RankedPassage[]> {
  const scores = await findEntities(db, parts, moment, question)
  const quotes = await quotesOf(db, moment, [...scores.keys()], question)
  const named = await selectEntityBriefs(db, moment, [...scores.keys()])
  const found =
    question.words.length === 0
      ? []
      : await parts.find_passages(db, moment, {
          words: question.words.join(' '),
          entities: named,
          limit: passagesFound,
          is_question: true,
        })
  const passages = joinSame([...found, ...quotes])
  const briefs = await selectEntityBriefs(db, moment, [...new Set(passages.flatMap(({ entity_ids }) => entity_ids))])
  const byId = new Map(briefs.map((entity) => [entity.id, entity]))
  const candidates: Candidate[] = passages.map((passage) => ({
    ...passage,
    entities: passage.entity_ids.flatMap((id) => byId.get(id) ?? []),
    entity_score: Math.max(0, ...passage.entity_ids.map((id) => scores.get(id) ?? 0)),
  }))
  return rankPassages(question, candidates, named)
}

/** The entities that a question names, with their scores. */
async function findEntities(
  db: Queryable,
  { find_names }: FindingParts,
  moment: Moment,
  { names }: Question,
): Promise<Map<string, number>> {
  const scores = new Map<string, number>()
  for (const name of names) {
    const found = await find_names(db, moment, name)
    const least = Math.max(leastScore, (found[0]?.score ?? 0) * leastShare)
    const hits = found.filter(({ score }) => score >= least)
    for (const { id, score } of hits.slice(0, hitsPerName)) scores.set(id, Math.max(score, scores.get(id) ?? 0))
  }
  return new Map([...scores].sort(([, a], [, b]) => b - a).slice(0, entitiesMax))
}

async function quotesOf(db: Queryable, moment: Moment, ids: string[], { words }: Question): Promise<Passage[]> {
  if (ids.length === 0) return []
  const rows = await selectQuotes(db, moment, ids, words)
  return rows.map(({ url, quote, entity_ids, context, ...position }) => ({
    url,
    quote: context === null ? quote : sentenceAround(quote, { text: context, ...position }),
    entity_ids,
  }))
}

/** Joins passages with the same sentence, from several claims or several pages. */
function joinSame(passages: Passage[]): Passage[] {
  const joined = new Map<string, Passage>()
  for (const { url, quote, entity_ids } of passages) {
    const short = cutText(quote, quoteMax).trim()
    if (short === '') continue
    const key = short.replace(/\s+/g, ' ').toLowerCase()
    const known = joined.get(key)
    if (known) known.entity_ids = [...new Set([...known.entity_ids, ...entity_ids])]
    else joined.set(key, { url, quote: short, entity_ids: [...new Set(entity_ids)] })
  }
  return [...joined.values()]
}
