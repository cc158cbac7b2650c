import { graphRoutes } from '@polegraph/contract/graph/graph.ts'
import { z } from 'zod'
import { amountOf } from '../answer-text.ts'
import { type ListedEntity, type ListedEvidence, refText, standing } from '../describe.ts'
import { listWhole, nextStep } from '../list-blocks.ts'
import { quoteText, valueText, wordText } from '../one-line.ts'
import { readingTool } from '../tool.ts'
import { domainField, entityField, positionField, sizeField } from '../tool-input.ts'

/** The newest quotes of an entity, in which those behind its values are looked for. */
const quotesRead = 200

export const getEntityTool = readingTool({
  name: 'get_entity',
  title: 'Get an entity with its facts',
  description:
    'Everything that a graph knows of one person, organization, place or event: names, dates, place, attributes and ids in registers, each with the quote and the address of the page that says so, and how many relationships of which type there are. Use search to find its id.',
  args: z.object({ domain: domainField, entity: entityField, cursor: positionField, max_characters: sizeField }),
  fields: graphRoutes.getEntity.query.pick({ as_of: true }),
  async read({ client, args, fields, domain, room, options }) {
    const found = await client.entities.get(domain, args.entity, fields, options)
    const [{ evidence }, { types }] = await Promise.all([
      client.entities.listEvidence(domain, found.id, { ...fields, limit: quotesRead }, options),
      client.entities.listRelationships(domain, found.id, { ...fields, limit: 1 }, options),
    ])
    const blocks = [headOf(found), ...factsOf(found, evidence), ...typesOf(types)]
    const listed = await listWhole({ items: blocks, from: args.cursor, room, describe: (block) => block })
    const about = `1 entity, ${amountOf(blocks.length, 'part')}. list_relationships has its relationships, list_evidence all quotes:`
    return { about, blocks: listed.blocks, next: nextStep('get_entity', listed) }
  },
})

const headOf = (entity: ListedEntity) => `${refText(entity)}\n  ${standing(entity)}`

interface Fact {
  field: string
  value: string
}

/** The values that the entity shows, then those that other pages claim instead. */
function factsOf(entity: ListedEntity, evidence: ListedEvidence[]): string[] {
  const shown = valuesOf(entity)
  const claimed = evidence.flatMap((one) => one.fields.map((fact) => ({ ...fact, evidence: one })))
  const others = new Map<string, (typeof claimed)[number]>()
  const isShown = (fact: Fact) => shown.some((value) => isSame(value, fact))
  for (const fact of claimed) {
    const key = `${fact.field} ${fold(fact.value)}`
    if (fact.field !== 'where' && !isShown(fact) && !others.has(key)) others.set(key, fact)
  }
  return [
    ...shown.map((fact) => {
      const ofField = claimed.filter(({ field }) => field === fact.field)
      const behind = ofField.find((claim) => isSame(claim, fact)) ?? ofField[0]
      return `${wordText(fact.field)}: ${valueText(fact.value)}\n  ${sourceOf(fact.field, behind?.evidence, entity)}`
    }),
    ...[...others.values()].map(
      ({ field, value, evidence: one }) =>
        `${wordText(field)}, another value: ${valueText(value)}\n  ${quoteText(one)}`,
    ),
  ]
}

const fold = (text: string) => text.normalize('NFC').toLowerCase().trim()
const isSame = (a: Fact, b: Fact) => a.field === b.field && fold(a.value) === fold(b.value)

function sourceOf(field: string, evidence: ListedEvidence | undefined, { pinned }: ListedEntity): string {
  if (pinned.includes(field)) return 'set by a person'
  return evidence ? quoteText(evidence) : `its quote is not among the latest ${quotesRead}: see list_evidence`
}

/** By the names that evidence has for fields. */
function valuesOf({ name, aliases, summary, when, where, attributes, external_ids, urls }: ListedEntity): Fact[] {
  const place = where && [where.country, where.lat === null ? null : `${where.lat}, ${where.lon}`, where.place_id]
  return [
    { field: 'name', value: name },
    ...aliases.map((value) => ({ field: 'aliases', value })),
    ...(summary ? [{ field: 'summary', value: summary }] : []),
    ...(when ? [{ field: 'when', value: when.edtf }] : []),
    ...(place ? [{ field: 'where', value: place.filter((part) => part !== null).join('; ') }] : []),
    ...Object.entries(attributes).map(([key, value]) => ({ field: `attributes.${key}`, value })),
    ...Object.entries(external_ids).map(([key, value]) => ({ field: `external_ids.${key}`, value })),
    ...urls.map((value) => ({ field: 'urls', value })),
  ]
}

function typesOf(types: { type: string; direction: string; count: number }[]): string[] {
  if (types.length === 0) return []
  const lines = types.slice(0, 40).map(({ type, direction, count }) => `  ${wordText(type)} (${direction}): ${count}`)
  return [['relationships by type; out: the entity is the subject', ...lines].join('\n')]
}
