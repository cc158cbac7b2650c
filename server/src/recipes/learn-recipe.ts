import { parseDate } from '../dates/parse-date.ts'
import type { Claim } from '../facts/claim.ts'
import { foldName } from '../language/fold-name.ts'
import { compareFacts, factsOf, isAgreed } from './compare-facts.ts'
import { gatherEntities, type ReadEntity } from './gather-entities.ts'
import type { FieldRule, ItemRule, RecipeBlock, RecipeRules, Slot, SubjectRule } from './recipe.ts'
import { RecipeMisfit, runRecipe } from './run-recipe.ts'
import { PageSlots, partOf, type SlotValue, separators } from './template-positions.ts'

// Finds the places of a layout at which pages say what a model has read from them. What stands at one place on all
// sample pages, and is what the model said there, becomes a rule; and the rules together must give what the model gave.

export interface Sample {
  blocks: RecipeBlock[]
  /** What the model has read. */
  claims: Claim[]
}

export const samplesLeast = 2
const valueMax = 300
const rulePrecision = 0.9

export function learnRecipe(samples: Sample[]): RecipeRules | undefined {
  if (samples.length < samplesLeast) return undefined
  const pages = samples.map((sample) => new SamplePage(sample))
  const subject = learnSubject(pages)
  for (const page of pages) page.chooseSubject(subject)
  const fields = subject ? learnFields(pages) : []
  const items = learnItems(pages)
  const places = [...fields, ...items].map(({ slot }) => slot)
  const usual_places = places.filter((slot) => pages.every(({ slots }) => slots.at(slot).length > 0)).length
  const rules = { subject, fields, items, usual_places }
  return samples.every((sample) => agreesOn(rules, sample)) ? rules : undefined
}

/** Whether a recipe says of a page what the model says. */
export function agreesOn(rules: RecipeRules, { blocks, claims }: Sample): boolean {
  try {
    return isAgreed(compareFacts(factsOf(runRecipe(rules, blocks)), factsOf(claims)))
  } catch (error) {
    if (error instanceof RecipeMisfit) return false
    throw error
  }
}

/** A page, what was read from it, and at which places its values stand. */
class SamplePage {
  readonly slots: PageSlots
  readonly entities: Map<string, ReadEntity>
  subject: ReadEntity | undefined
  readonly #places = new Map<string, Slot[]>()

  constructor({ blocks, claims }: Sample) {
    this.slots = new PageSlots(blocks)
    this.entities = gatherEntities(claims)
    for (const { slot, values } of this.slots.all()) for (const value of values) this.#index(slot, value)
  }

  chooseSubject(rule: SubjectRule | null): void {
    const value = rule ? this.slots.at(rule.slot)[0] : undefined
    const name = value ? foldName(value.text) : undefined
    this.subject = [...this.entities.values()].find(
      (entity) => entity.kind === rule?.kind && foldName(entity.name) === name,
    )
  }

  /** Where on the page this stands, by itself. */
  placesOf(value: string): Slot[] {
    return this.#places.get(foldName(value)) ?? []
  }

  #index(slot: Slot, value: SlotValue): void {
    this.#add(value.text, slot)
    for (const separator of separators) {
      for (const at of [0, 1] as const) {
        const part = partOf(value, { separator, at })
        if (part) this.#add(part.text, { ...slot, part: { separator, at } })
      }
    }
  }

  #add(text: string, slot: Slot): void {
    if (text.length > valueMax) return
    const key = foldName(text)
    if (key === '') return
    const slots = this.#places.get(key)
    if (!slots) this.#places.set(key, [slot])
    else if (!slots.some((known) => keyOf(known) === keyOf(slot))) slots.push(slot)
  }
}

const keyOf = (value: unknown) => JSON.stringify(value)

/** Rules that every page, or at least two of them, would make. */
function commonRules<Rule>(pages: SamplePage[], rulesOf: (page: SamplePage) => Rule[]): Rule[] {
  const counts = new Map<string, { rule: Rule; pages: number }>()
  for (const page of pages) {
    const own = new Map(rulesOf(page).map((rule) => [keyOf(rule), rule]))
    for (const [key, rule] of own) {
      const known = counts.get(key)
      if (known) known.pages++
      else counts.set(key, { rule, pages: 1 })
    }
  }
  return [...counts.values()].filter(({ pages }) => pages >= samplesLeast).map(({ rule }) => rule)
}

/** The entity that the page is about stands alone at its place, on every page; most is said of it. */
function learnSubject(pages: SamplePage[]): SubjectRule | null {
  const rules = commonRules(pages, (page) =>
    [...page.entities.values()].flatMap((entity) =>
      page
        .placesOf(entity.name)
        .filter((slot) => page.slots.at(slot).length === 1)
        .map((slot) => ({ kind: entity.kind, slot })),
    ),
  ).filter(({ slot }) => pages.every((page) => page.slots.at(slot).length === 1))
  const scored = rules.map((rule) => ({ rule, score: scoreSubject(rule, pages) }))
  scored.sort((a, b) => b.score - a.score)
  return scored[0] && scored[0].score > 0 ? scored[0].rule : null
}

function scoreSubject({ kind, slot }: SubjectRule, pages: SamplePage[]): number {
  let score = 0
  for (const page of pages) {
    const [value] = page.slots.at(slot)
    const name = foldName(value?.text ?? '')
    const entity = [...page.entities.values()].find((one) => one.kind === kind && foldName(one.name) === name)
    if (!entity) return 0
    score += 1 + entity.relations.length + entity.attributes.size + (value?.block.kind === 'heading' ? 3 : 0)
    if (slot.part === undefined && slot.label === null) score += 1
  }
  return score
}

function learnFields(pages: SamplePage[]): FieldRule[] {
  const candidates = commonRules(pages, (page) => (page.subject ? fieldsOf(page, page.subject) : []))
  const right = candidates.filter((rule) => isPrecise(pages, (page) => checkField(rule, page)))
  return onePerTarget(right)
}

function fieldsOf(page: SamplePage, subject: ReadEntity): FieldRule[] {
  const rules: FieldRule[] = []
  for (const [key, value] of subject.attributes) {
    for (const slot of page.placesOf(value)) rules.push({ field: 'attribute', key, slot })
  }
  if (subject.where !== null) {
    for (const slot of page.placesOf(subject.where)) rules.push({ field: 'where', key: null, slot })
  }
  if (subject.when !== null) {
    for (const { slot, values } of page.slots.all()) {
      const [value] = values
      if (values.length !== 1 || !value || value.text.length > 60 || !/\d/.test(value.text)) continue
      if (parseDate(value.text)?.edtf === subject.when) rules.push({ field: 'when', key: null, slot })
    }
  }
  return rules
}

function checkField({ field, key, slot }: FieldRule, page: SamplePage): { right: number; wrong: number } {
  const [value] = page.slots.at(slot)
  if (!value || !page.subject) return { right: 0, wrong: 0 }
  const isRight =
    field === 'attribute'
      ? foldName(page.subject.attributes.get(key ?? '') ?? '') === foldName(value.text)
      : field === 'where'
        ? foldName(page.subject.where ?? '') === foldName(value.text)
        : parseDate(value.text)?.edtf === page.subject.when
  return isRight ? { right: 1, wrong: 0 } : { right: 0, wrong: 1 }
}

function learnItems(pages: SamplePage[]): ItemRule[] {
  const candidates = commonRules(pages, itemsOf)
  const right = candidates
    .filter((rule) => isPrecise(pages, (page) => checkItem(rule, page)))
    .sort((a, b) => worthOf(b, pages) - worthOf(a, pages))
  const rules: ItemRule[] = []
  const covered = new Set<string>()
  for (const rule of right) {
    const gives = pages.flatMap((page, at) => page.slots.at(rule.slot).map((value) => `${at} ${foldName(value.text)}`))
    if (gives.every((name) => covered.has(name))) continue
    for (const name of gives) covered.add(name)
    rules.push({ ...rule, attributes: learnItemAttributes(rule, pages) })
  }
  return rules
}

function itemsOf(page: SamplePage): ItemRule[] {
  return [...page.entities.values()].flatMap((entity) => {
    if (entity === page.subject) return []
    const relation = page.subject ? relationTo(page.subject, entity) : null
    return page.placesOf(entity.name).map((slot) => ({ kind: entity.kind, slot, relation, attributes: [] }))
  })
}

function relationTo(subject: ReadEntity, entity: ReadEntity): ItemRule['relation'] {
  for (const { from, to, type } of subject.relations) {
    if (from === subject.ref && to === entity.ref) return { type, direction: 'from_subject' }
    if (to === subject.ref && from === entity.ref) return { type, direction: 'to_subject' }
  }
  return null
}

function checkItem({ kind, slot, relation }: ItemRule, page: SamplePage): { right: number; wrong: number } {
  const names = new Map(
    [...page.entities.values()].filter((one) => one.kind === kind).map((one) => [foldName(one.name), one]),
  )
  let right = 0
  const values = page.slots.at(slot)
  for (const { text } of values) {
    const entity = names.get(foldName(text))
    const isSame = entity && (!page.subject || keyOf(relationTo(page.subject, entity)) === keyOf(relation))
    if (isSame || entity === page.subject) right++
  }
  return { right, wrong: values.length - right }
}

/** Rules that give more come first, and of those the plainer ones. */
function worthOf({ slot }: ItemRule, pages: SamplePage[]): number {
  const count = pages.reduce((sum, page) => sum + page.slots.at(slot).length, 0)
  return 2 * count + (slot.part === undefined ? 1 : 0)
}

/** `Anna Berg, treasurer`: what stands beside the name in the same block. */
function learnItemAttributes(rule: ItemRule, pages: SamplePage[]): ItemRule['attributes'] {
  const candidates = commonRules(pages, (page) =>
    page.slots.at(rule.slot).flatMap((value) => {
      const entity = entityNamed(page, rule.kind, value.text)
      return [...(entity?.attributes ?? [])].flatMap(([key, said]) =>
        partsSaying(value, said).map((part) => ({ key, part })),
      )
    }),
  )
  const right = candidates.filter(({ key, part }) =>
    isPrecise(pages, (page) => {
      const values = page.slots.at(rule.slot).flatMap((value) => {
        const found = partOf(wholeOf(value), part)
        return found ? [{ found, entity: entityNamed(page, rule.kind, value.text) }] : []
      })
      const isRight = ({ found, entity }: (typeof values)[number]) =>
        foldName(entity?.attributes.get(key) ?? '') === foldName(found.text)
      const right = values.filter(isRight).length
      return { right, wrong: values.length - right }
    }),
  )
  return [...new Map(right.map((one) => [one.key, one])).values()]
}

const wholeOf = ({ block }: SlotValue): SlotValue => ({ text: block.text, start: block.start, block })

function partsSaying(value: SlotValue, said: string): { separator: string; at: 0 | 1 }[] {
  return separators.flatMap((separator) =>
    ([0, 1] as const).flatMap((at) => {
      const part = partOf(wholeOf(value), { separator, at })
      return part && foldName(part.text) === foldName(said) ? [{ separator, at }] : []
    }),
  )
}

function entityNamed(page: SamplePage, kind: string, name: string): ReadEntity | undefined {
  const folded = foldName(name)
  return [...page.entities.values()].find((entity) => entity.kind === kind && foldName(entity.name) === folded)
}

function isPrecise(pages: SamplePage[], check: (page: SamplePage) => { right: number; wrong: number }): boolean {
  let right = 0
  let wrong = 0
  for (const page of pages) {
    const one = check(page)
    right += one.right
    wrong += one.wrong
  }
  return right > 0 && right >= rulePrecision * (right + wrong)
}

/** Labels last longer than places, whole blocks longer than parts. */
function onePerTarget(rules: FieldRule[]): FieldRule[] {
  const plain = ({ slot }: FieldRule) => (slot.label === null ? 1 : 0) + (slot.part === undefined ? 0 : 2)
  const best = new Map<string, FieldRule>()
  for (const rule of rules.toSorted((a, b) => plain(a) - plain(b))) {
    const target = `${rule.field} ${rule.key}`
    if (!best.has(target)) best.set(target, rule)
  }
  return [...best.values()]
}
