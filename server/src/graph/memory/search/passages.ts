import { passageAddress } from '../../../claims/quote-address.ts'
import { baseOfKind } from '../../../facts/kinds.ts'
import { foldName } from '../../../language/fold-name.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Moment } from '../../read/moment/graph-at.ts'
import { bestPassages, type Cut, cutPassages, wordsIn } from './cut-passage.ts'
import type { FoundPassage } from './found-passage.ts'
import { selectDeletedIn, selectHeldQuotes, selectPagesWith, selectSpokenOf } from './passage-queries.ts'

// Finds passages that answer a question. The database finds pages by words; this module picks the pages and the
// sentences that say the most. Texts of an earlier time are gone, so a question with `as_of` reads the quotes of the
// claims that held then: each of them was text of its page.

export interface PassageQuery {
  words: string
  /** Entities that the question probably means. */
  entities: { id: string; name: string; kind?: string }[]
  /** Only passages about entities of these kinds. */
  kind?: string[] | undefined
  /** Only passages about these entities. */
  among?: ReadonlySet<string> | undefined
  limit: number
  /** A question: no page may have all of its words, and a page may answer by a sentence without the name. */
  is_question?: true
}

const pagesRead = 20
/** Passages of one page that a search lists. */
const passagesOfPage = 3
const wordsTried = 8
const leastWordChars = 3

export async function findPassages(db: Queryable, moment: Moment, query: PassageQuery): Promise<FoundPassage[]> {
  if (moment.as_of !== undefined) return heldQuotes(db, moment, query)
  const { words, entities, kind, among, limit } = query
  const names = entities.map(({ name }) => name)
  const wanted = Math.max(pagesRead, Math.min(limit, 2 * pagesRead))
  const each = wordsIn(words)
    .filter((word) => word.length >= leastWordChars)
    .slice(0, wordsTried)
  let pages = await selectPagesWith(db, moment, [words, ...names], each, wanted)
  // No page has all of the words: look for pages with one of them.
  const isMissed = query.is_question ? !pages.some(({ hits }) => hits === each.length) : pages.length === 0
  if (isMissed && each.length > 1) pages = await selectPagesWith(db, moment, [...each, ...names], each, wanted)
  const found = pages.flatMap((page) => {
    const cuts = query.is_question
      ? cutPassages(page.text, words, names)
      : bestPassages(page.text, words, names, passagesOfPage)
    const best = Math.max(...cuts.map(({ score }) => score))
    return cuts.map((cut) => ({
      page_id: page.id,
      url: passageAddress(page.url, page.page_starts, cut.start),
      ...cut,
      /** In a search all passages of a page stand together. */
      place: query.is_question ? cut.score : best,
      people: peopleOf(cut, page.text, entities),
    }))
  })
  const best = found.sort((a, b) => b.place - a.place)
  if (!kind && !among) {
    const some = await withEntities(db, moment, best.slice(0, 2 * limit), undefined)
    return (await withoutDeleted(db, moment, some, words)).slice(0, limit).map(passageOf)
  }
  const about = await withoutDeleted(db, moment, await withEntities(db, moment, best, kind), words)
  return about
    .map((cut) => (among ? { ...cut, entity_ids: cut.entity_ids.filter((id) => among.has(id)) } : cut))
    .filter(({ entity_ids }) => entity_ids.length > 0)
    .slice(0, limit)
    .map(passageOf)
}

/** The people whose whole name the page has, and the passage a part of it: `Ada Berg`, then `Ada`. */
function peopleOf({ quote }: Cut, text: string, entities: PassageQuery['entities']): string[] {
  const page = text.toLowerCase()
  const said = new Set(wordsIn(quote))
  return entities.flatMap(({ id, name, kind }) => {
    if (kind === undefined || baseOfKind(kind) !== 'person' || !page.includes(name.toLowerCase())) return []
    return wordsIn(name).some((word) => word.length >= leastWordChars && said.has(word)) ? [id] : []
  })
}

async function withEntities(
  db: Queryable,
  moment: Moment,
  cuts: (Cut & { page_id: string; url: string; people: string[] })[],
  kinds: string[] | undefined,
) {
  const spoken = cuts.length === 0 ? [] : await selectSpokenOf(db, moment, cuts, kinds)
  return cuts.map(({ people, ...cut }) => {
    const own = spoken.filter(({ page_id, first }) => page_id === cut.page_id && first === cut.start)
    return { ...cut, entity_ids: [...new Set([...own.map(({ entity_id }) => entity_id), ...people])] }
  })
}

type CutPassage = FoundPassage & Cut

const passageOf = ({ page_id, url, quote, start, end, entity_ids }: CutPassage): FoundPassage => ({
  ...{ page_id, url, quote, start, end, entity_ids },
})

/**
 * Leaves out passages about what a person has deleted: those that speak of nothing else, and those that are found by its
 * name.
 */
async function withoutDeleted(
  db: Queryable,
  moment: Moment,
  passages: CutPassage[],
  words: string,
): Promise<CutPassage[]> {
  if (passages.length === 0) return []
  const deleted = Map.groupBy(await selectDeletedIn(db, moment, passages), ({ page_id }) => page_id)
  const asked = new Set(foldName(words).split(' '))
  const isAsked = ({ name }: { name: string }) =>
    foldName(name)
      .split(' ')
      .some((word) => word.length >= leastWordChars && asked.has(word))
  return passages.filter(({ page_id, entity_ids }) => {
    const names = deleted.get(page_id)
    return !names || (entity_ids.length > 0 && !names.some(isAsked))
  })
}

async function heldQuotes(db: Queryable, moment: Moment, { entities, limit }: PassageQuery): Promise<FoundPassage[]> {
  if (entities.length === 0) return []
  const rows = await selectHeldQuotes(
    db,
    moment,
    entities.map(({ id }) => id),
    limit,
  )
  const passages = new Map<string, FoundPassage>()
  for (const { entity_id, ...row } of rows) {
    const key = `${row.page_id} ${row.quote}`
    const passage = passages.get(key) ?? { ...row, entity_ids: [] }
    passage.entity_ids.push(entity_id)
    passages.set(key, passage)
  }
  return [...passages.values()].slice(0, limit)
}
