import { foldName } from '../../language/fold-name.ts'
import type { ItemRule, TextPart } from '../recipe.ts'
import { type PositionValue, partOf, separators } from '../template-positions.ts'
import type { ReadEntity } from './gather-entities.ts'
import { keyOf } from './indexed-positions.ts'
import { commonRules, isPrecise, labelledRules, type PlaceInside, placesIn, type RuleCheck } from './learn-fields.ts'
import { textInside } from './learn-inline.ts'
import { rulePrecision, type SamplePage } from './sample-page.ts'

// Learns at which positions of a template entities beside its subject stand, and their relation to it.

/** `known` are entities that other rules read. */
export function learnItems(pages: SamplePage[], known: ReadonlySet<ReadEntity>): ItemRule[] {
  const candidates = [
    ...commonRules(pages, (page) => itemsOf(page, known)),
    ...labelledRules(pages.flatMap((page) => itemsInside(page, known))),
  ]
  const right = candidates
    .filter((rule) => isPrecise(pages, rulePrecision, (page) => checkItem(rule, page)))
    .sort((a, b) => yieldOf(b, pages) - yieldOf(a, pages))
  const rules: ItemRule[] = []
  const covered = new Set<string>()
  for (const rule of right) {
    const gives = pages.flatMap((page, at) =>
      page.positions.at(rule.position).map((value) => `${at} ${foldName(value.text)}`),
    )
    if (gives.every((name) => covered.has(name))) continue
    for (const name of gives) covered.add(name)
    rules.push({ ...rule, attributes: learnItemAttributes(rule, pages) })
  }
  return rules
}

function itemsOf(page: SamplePage, known: ReadonlySet<ReadEntity>): ItemRule[] {
  return page.entities.all.flatMap((entity) => {
    if (entity === page.subject || known.has(entity)) return []
    const relation = page.subject ? relationTo(page.subject, entity) : null
    return page.positionsOf(entity.name).map((position) => ({ kind: entity.kind, position, relation, attributes: [] }))
  })
}

/** Entities that are looked for inside blocks. A page with more of them has lists. */
const insideMax = 20

/** Entities that share their block with a label: `<div><span>Town</span> <em>Norhaven</em></div>`. */
function itemsInside(page: SamplePage, known: ReadonlySet<ReadEntity>): PlaceInside<ItemRule>[] {
  const isInside = (entity: ReadEntity) =>
    entity !== page.subject && !known.has(entity) && page.positionsOf(entity.name).length === 0
  return page.entities.all
    .filter(isInside)
    .slice(0, insideMax)
    .flatMap((entity) => {
      const { kind, name } = entity
      const relation = page.subject ? relationTo(page.subject, entity) : null
      const others = page.entities.all.filter((other) => other !== entity).map((other) => other.name)
      return placesIn(page, (text) => textInside(text, name)).map(({ position, place }) => ({
        rule: { kind, position, relation, attributes: [] },
        ...{ place, others },
      }))
    })
}

function relationTo(subject: ReadEntity, entity: ReadEntity): ItemRule['relation'] {
  for (const { from, to, type } of subject.relations) {
    if (from === subject.ref && to === entity.ref) return { type, direction: 'from_subject' }
    if (to === subject.ref && from === entity.ref) return { type, direction: 'to_subject' }
  }
  return null
}

function checkItem({ kind, position, relation }: ItemRule, page: SamplePage): RuleCheck {
  let right = 0
  const values = page.positions.at(position)
  for (const { text } of values) {
    const entity = page.entities.named(kind, text)
    const isSame = entity && (!page.subject || keyOf(relationTo(page.subject, entity)) === keyOf(relation))
    if (isSame || entity === page.subject) right++
  }
  return { right, wrong: values.length - right }
}

/** Rules with more values come first, and among those the simpler ones. */
function yieldOf({ position }: ItemRule, pages: SamplePage[]): number {
  const count = pages.reduce((sum, page) => sum + page.positions.at(position).length, 0)
  return 2 * count + (position.part === undefined ? 1 : 0)
}

/** Attributes beside the name in the same block: `Anna Berg, treasurer`. */
function learnItemAttributes(rule: ItemRule, pages: SamplePage[]): ItemRule['attributes'] {
  const candidates = commonRules(pages, (page) =>
    page.positions.at(rule.position).flatMap((value) => {
      const entity = page.entities.named(rule.kind, value.text)
      return [...(entity?.attributes ?? [])].flatMap(([key, stated]) =>
        partsEqual(value, stated).map((part) => ({ key, part })),
      )
    }),
  )
  const right = candidates.filter(({ key, part }) =>
    isPrecise(pages, rulePrecision, (page) => {
      const values = page.positions.at(rule.position).flatMap((value) => {
        const found = partOf(wholeOf(value), part)
        return found ? [{ found, entity: page.entities.named(rule.kind, value.text) }] : []
      })
      const isRight = ({ found, entity }: (typeof values)[number]) =>
        foldName(entity?.attributes.get(key) ?? '') === foldName(found.text)
      const right = values.filter(isRight).length
      return { right, wrong: values.length - right }
    }),
  )
  return [...new Map(right.map((one) => [one.key, one])).values()]
}

const wholeOf = ({ block }: PositionValue): PositionValue => ({ text: block.text, start: block.start, block })

function partsEqual(value: PositionValue, stated: string): TextPart[] {
  return separators.flatMap((separator) =>
    ([0, 1] as const).flatMap((at) => {
      const part = partOf(wholeOf(value), { separator, at })
      return part && foldName(part.text) === foldName(stated) ? [{ separator, at }] : []
    }),
  )
}
