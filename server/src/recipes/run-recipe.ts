import { parseDate } from '../dates/parse-date.ts'
import { type Claim, type EntityRef, entityClaim, type Quote } from '../facts/claim.ts'
import { refOf } from '../facts/refs.ts'
import type { FieldRule, ItemRule, RecipePage, RecipeRules } from './recipe.ts'
import { RecipeMisfit } from './recipe-misfit.ts'
import { isListOf, type ListReading, readLists } from './run-lists.ts'
import { PagePositions, type PositionValue, partOf } from './template-positions.ts'

// Reads a page by a recipe: claims with their quotes, without a model.

const nameMax = 200

export function runRecipe(rules: RecipeRules, page: RecipePage): ListReading {
  const positions = new PagePositions(page.blocks)
  const claims: Claim[] = []
  const subject = rules.subject ? readSubject(rules, positions) : undefined
  if (subject) claims.push(entityClaim({ ...subject.entity, quote: subject.quote }))
  const used = [...rules.fields, ...rules.items].map(({ position }) => position)
  const filled =
    used.filter((position) => positions.at(position).length > 0).length +
    rules.lists.filter((rule) => page.lists.some((list) => isListOf(rule, list))).length
  if (2 * filled < rules.usual_positions) {
    throw new RecipeMisfit(
      `only ${filled} of ${rules.usual_positions} positions that pages of the template have are there`,
    )
  }
  if (subject) for (const rule of rules.fields) claims.push(...readField(rule, subject.entity, positions))
  for (const rule of rules.items) claims.push(...readItems(rule, subject?.entity, positions))
  const { claims: listed, odd_rows } = readLists(rules.lists, page, subject?.entity)
  claims.push(...listed)
  if (claims.length === 0) throw new RecipeMisfit('nothing that it looks for is there')
  return { claims, odd_rows }
}

function readSubject({ subject }: RecipeRules, positions: PagePositions): { entity: EntityRef; quote: Quote } {
  if (!subject) throw new RecipeMisfit('it has no subject')
  const values = positions.at(subject.position)
  const [value] = values
  if (!value || values.length > 1 || !isName(value.text)) {
    throw new RecipeMisfit(`the name of the ${subject.kind} is not at ${subject.position.selector}`)
  }
  return { entity: entityAt(subject.kind, value), quote: quoteOf(value) }
}

function readField({ field, key, position }: FieldRule, entity: EntityRef, positions: PagePositions): Claim[] {
  const [value] = positions.at(position)
  if (!value) return []
  const quote = quoteOf(value)
  if (field === 'attribute') return [entityClaim({ ...entity, attributes: { [key ?? '']: value.text }, quote })]
  if (field === 'where') return [entityClaim({ ...entity, where: { name: value.text }, quote })]
  const when = parseDate(value.text)
  return when ? [entityClaim({ ...entity, when, quote })] : []
}

function readItems(
  { kind, position, relation, attributes }: ItemRule,
  subject: EntityRef | undefined,
  positions: PagePositions,
) {
  return positions.at(position).flatMap((value): Claim[] => {
    if (!isName(value.text)) return []
    const entity = entityAt(kind, value)
    if (entity.ref === subject?.ref) return []
    const claims: Claim[] = [entityClaim({ ...entity, quote: quoteOf(value) })]
    for (const { key, part } of attributes) {
      const whole = { text: value.block.text, start: value.block.start, block: value.block }
      const found = partOf(whole, part)
      if (found) claims.push(entityClaim({ ...entity, attributes: { [key]: found.text }, quote: quoteOf(found) }))
    }
    if (relation && subject) {
      const [from, to] = relation.direction === 'from_subject' ? [subject, entity] : [entity, subject]
      const quote = quoteOf({ text: value.block.text, start: value.block.start, block: value.block })
      claims.push({ type: 'relationship', from, to, relation: relation.type, since: null, until: null, quote })
    }
    return claims
  })
}

function isName(text: string): boolean {
  return text.length <= nameMax && /\p{L}/u.test(text)
}

function entityAt(kind: string, { text }: PositionValue): EntityRef {
  const name = text.replace(/\s+/g, ' ')
  return { ref: refOf(kind, name), kind, name }
}

const quoteMax = 1000

function quoteOf({ text, start }: PositionValue): Quote {
  const quoted = text.slice(0, quoteMax)
  return { text: quoted, start, end: start + quoted.length }
}
