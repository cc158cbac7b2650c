import { parseDate } from '../dates/parse-date.ts'
import type { Claim } from '../facts/claim.ts'
import { foldName } from '../language/fold-name.ts'
import { compareFacts, factsOf, isAgreed } from './compare-facts.ts'
import { gatherEntities, type ReadEntity } from './gather-entities.ts'
import type { FieldRule, ItemRule, RecipeBlock, RecipeRules, SubjectRule, TemplatePosition } from './recipe.ts'
import { RecipeMisfit, runRecipe } from './run-recipe.ts'
import { PagePositions, type PositionValue, partOf, separators } from './template-positions.ts'

// Learns at which positions of a template the values stand that a model has read. A position with the model's values on
// at least `samplesLeast` sample pages becomes a rule; the rules together must agree with the model on every sample
// page.

export interface Sample {
  blocks: RecipeBlock[]
  /** Claims of the model. */
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
  const used = [...fields, ...items].map(({ position }) => position)
  const usual_positions = used.filter((position) =>
    pages.every(({ positions }) => positions.at(position).length > 0),
  ).length
  const rules = { subject, fields, items, usual_positions }
  return samples.every((sample) => agreesOn(rules, sample)) ? rules : undefined
}

/** Whether a recipe reads the same facts from a page as the model. */
export function agreesOn(rules: RecipeRules, { blocks, claims }: Sample): boolean {
  try {
    return isAgreed(compareFacts(factsOf(runRecipe(rules, blocks)), factsOf(claims)))
  } catch (error) {
    if (error instanceof RecipeMisfit) return false
    throw error
  }
}

/** A sample page with its entities and the positions of their values. */
class SamplePage {
  readonly positions: PagePositions
  readonly entities: Map<string, ReadEntity>
  subject: ReadEntity | undefined
  readonly #positionsByValue = new Map<string, TemplatePosition[]>()

  constructor({ blocks, claims }: Sample) {
    this.positions = new PagePositions(blocks)
    this.entities = gatherEntities(claims)
    for (const { position, values } of this.positions.all()) for (const value of values) this.#index(position, value)
  }

  chooseSubject(rule: SubjectRule | null): void {
    const value = rule ? this.positions.at(rule.position)[0] : undefined
    const name = value ? foldName(value.text) : undefined
    this.subject = [...this.entities.values()].find(
      (entity) => entity.kind === rule?.kind && foldName(entity.name) === name,
    )
  }

  /** Positions at which this is the whole text, or one of its two parts. */
  positionsOf(value: string): TemplatePosition[] {
    return this.#positionsByValue.get(foldName(value)) ?? []
  }

  #index(position: TemplatePosition, value: PositionValue): void {
    this.#add(value.text, position)
    for (const separator of separators) {
      for (const at of [0, 1] as const) {
        const part = partOf(value, { separator, at })
        if (part) this.#add(part.text, { ...position, part: { separator, at } })
      }
    }
  }

  #add(text: string, position: TemplatePosition): void {
    if (text.length > valueMax) return
    const key = foldName(text)
    if (key === '') return
    const positions = this.#positionsByValue.get(key)
    if (!positions) this.#positionsByValue.set(key, [position])
    else if (!positions.some((known) => keyOf(known) === keyOf(position))) positions.push(position)
  }
}

const keyOf = (value: unknown) => JSON.stringify(value)

/** Rules that at least `samplesLeast` pages support. */
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

/** The entity that the page is about: alone at its position on every page, and the one with the most facts. */
function learnSubject(pages: SamplePage[]): SubjectRule | null {
  const rules = commonRules(pages, (page) =>
    [...page.entities.values()].flatMap((entity) =>
      page
        .positionsOf(entity.name)
        .filter((position) => page.positions.at(position).length === 1)
        .map((position) => ({ kind: entity.kind, position })),
    ),
  ).filter(({ position }) => pages.every((page) => page.positions.at(position).length === 1))
  const scored = rules.map((rule) => ({ rule, score: scoreSubject(rule, pages) }))
  scored.sort((a, b) => b.score - a.score)
  return scored[0] && scored[0].score > 0 ? scored[0].rule : null
}

function scoreSubject({ kind, position }: SubjectRule, pages: SamplePage[]): number {
  let score = 0
  for (const page of pages) {
    const [value] = page.positions.at(position)
    const name = foldName(value?.text ?? '')
    const entity = [...page.entities.values()].find((one) => one.kind === kind && foldName(one.name) === name)
    if (!entity) return 0
    score += 1 + entity.relations.length + entity.attributes.size + (value?.block.kind === 'heading' ? 3 : 0)
    if (position.part === undefined && position.label === null) score += 1
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
    for (const position of page.positionsOf(value)) rules.push({ field: 'attribute', key, position })
  }
  if (subject.where !== null) {
    for (const position of page.positionsOf(subject.where)) rules.push({ field: 'where', key: null, position })
  }
  if (subject.when !== null) {
    for (const { position, values } of page.positions.all()) {
      const [value] = values
      if (values.length !== 1 || !value || value.text.length > 60 || !/\d/.test(value.text)) continue
      if (parseDate(value.text)?.edtf === subject.when) rules.push({ field: 'when', key: null, position })
    }
  }
  return rules
}

function checkField({ field, key, position }: FieldRule, page: SamplePage): { right: number; wrong: number } {
  const [value] = page.positions.at(position)
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

function itemsOf(page: SamplePage): ItemRule[] {
  return [...page.entities.values()].flatMap((entity) => {
    if (entity === page.subject) return []
    const relation = page.subject ? relationTo(page.subject, entity) : null
    return page.positionsOf(entity.name).map((position) => ({ kind: entity.kind, position, relation, attributes: [] }))
  })
}

function relationTo(subject: ReadEntity, entity: ReadEntity): ItemRule['relation'] {
  for (const { from, to, type } of subject.relations) {
    if (from === subject.ref && to === entity.ref) return { type, direction: 'from_subject' }
    if (to === subject.ref && from === entity.ref) return { type, direction: 'to_subject' }
  }
  return null
}

function checkItem({ kind, position, relation }: ItemRule, page: SamplePage): { right: number; wrong: number } {
  const names = new Map(
    [...page.entities.values()].filter((one) => one.kind === kind).map((one) => [foldName(one.name), one]),
  )
  let right = 0
  const values = page.positions.at(position)
  for (const { text } of values) {
    const entity = names.get(foldName(text))
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
      const entity = entityNamed(page, rule.kind, value.text)
      return [...(entity?.attributes ?? [])].flatMap(([key, stated]) =>
        partsEqual(value, stated).map((part) => ({ key, part })),
      )
    }),
  )
  const right = candidates.filter(({ key, part }) =>
    isPrecise(pages, (page) => {
      const values = page.positions.at(rule.position).flatMap((value) => {
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

const wholeOf = ({ block }: PositionValue): PositionValue => ({ text: block.text, start: block.start, block })

function partsEqual(value: PositionValue, stated: string): { separator: string; at: 0 | 1 }[] {
  return separators.flatMap((separator) =>
    ([0, 1] as const).flatMap((at) => {
      const part = partOf(wholeOf(value), { separator, at })
      return part && foldName(part.text) === foldName(stated) ? [{ separator, at }] : []
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

/** Prefers labels to positions and whole blocks to parts: they survive more changes of a site. */
function onePerTarget(rules: FieldRule[]): FieldRule[] {
  const plain = ({ position }: FieldRule) => (position.label === null ? 1 : 0) + (position.part === undefined ? 0 : 2)
  const best = new Map<string, FieldRule>()
  for (const rule of rules.toSorted((a, b) => plain(a) - plain(b))) {
    const target = `${rule.field} ${rule.key}`
    if (!best.has(target)) best.set(target, rule)
  }
  return [...best.values()]
}
