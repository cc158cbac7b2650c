import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import { type CommandContext, defineCommand } from '../../command.ts'
import { wrongUsage } from '../../failure.ts'
import { findDomain } from '../../names/find-domain.ts'
import { type ChosenEntity, findEntity } from '../../names/find-entity.ts'
import { counted } from '../../output/cells.ts'
import { styled } from '../../output/printer.ts'
import { printQuote } from '../../output/quote.ts'

const defaultQuotes = 3
const shownRelationships = 30
/** How many are read for each that is shown, as many say the same. */
const readForOne = 4
const mostRead = 500

const showEntity = defineCommand({
  name: 'entity',
  about: 'Shows an entity: what is known of it, how it hangs together with others, and the quotes behind it.',
  args: { domain: 'one', name: 'some' },
  options: {
    kind: { about: 'Its kind, where several things have the name', takes: 'KIND' },
    id: { about: 'Prints its id and nothing else, for calls of the API' },
    quotes: { about: `How many quotes; ${defaultQuotes} by default`, takes: 'N', least: 0 },
  },
  examples: ['polegraph entity "Baltic ports" Ada Berg', 'polegraph entity . riga --kind location --quotes 10'],
  run: async ({ args, options }, { connect, settings, out, json }) => {
    const client = await connect()
    const { id } = await findDomain(client, settings, args.domain)
    const entity = await findEntity(client, id, args.name.join(' '), options.kind)
    if (options.id) return void (json ? out.json({ id: entity.id }) : out.line(entity.id))
    const quotes = options.quotes ?? defaultQuotes
    const [{ relationships }, { evidence }] = await Promise.all([
      client.entities.listRelationships(id, entity.id, { limit: shownRelationships }),
      client.entities.listEvidence(id, entity.id, { limit: Math.min(mostRead, Math.max(1, quotes * readForOne)) }),
    ])
    if (json) return void out.json({ entity, relationships, evidence: evidence.slice(0, quotes) })
    printEntity(out, entity)
    printRelationships(out, entity, relationships)
    for (const { quote, url } of differing(evidence).slice(0, quotes)) printQuote(out, quote, url)
    return undefined
  },
})

/** A quote stands for every fact that it says; whoever reads needs it once. */
function differing<Quote extends { quote: string; url: string }>(evidence: readonly Quote[]): Quote[] {
  return [...new Map(evidence.map((one) => [`${one.url} ${one.quote}`, one])).values()]
}

type Relationship = Awaited<ReturnType<Polegraph['entities']['listRelationships']>>['relationships'][number]

function printEntity(out: CommandContext['out'], entity: ChosenEntity): void {
  out.line(styled('bold', entity.name), ` (${entity.kind})`)
  if (entity.summary) out.text(entity.summary)
  out.fields({
    'Also called': entity.aliases.join(', '),
    When: entity.when?.edtf,
    Where: describePlace(entity.where),
    ...entity.attributes,
    ...entity.external_ids,
    Addresses: entity.urls.join(' '),
    Confidence: `${Math.round(entity.confidence * 100)} %, ${counted(entity.evidence_count, 'quote')} from ${counted(entity.source_count, 'host')}`,
    'Set by people': entity.pinned.join(', '),
    Id: entity.id,
  })
}

function describePlace(where: ChosenEntity['where']): string | undefined {
  if (!where) return undefined
  const point = where.lat === null || where.lon === null ? '' : `${where.lat.toFixed(4)}, ${where.lon.toFixed(4)}`
  return [point, where.country, `(${where.precision})`].filter(Boolean).join(' ')
}

function printRelationships(
  out: CommandContext['out'],
  { id, relationship_count }: ChosenEntity,
  shown: Relationship[],
): void {
  if (shown.length === 0) return
  out.line('')
  for (const { from, to, type, certainty, since, until } of shown) {
    const [arrow, other] = from.id === id ? ['→', to] : ['←', from]
    const time = since || until ? ` (${since ?? ''}–${until ?? ''})` : ''
    out.line(
      `${arrow} ${type} `,
      styled('bold', other.name),
      ` ${other.kind}${time}${certainty === 'said' ? '' : `, ${certainty}`}`,
    )
  }
  if (relationship_count > shown.length) out.line(`… and ${relationship_count - shown.length} more`)
}

const setEntity = defineCommand({
  name: 'entity set',
  about: 'Sets fields of an entity by hand: crawls no longer change them. Fails if somebody else changes it meanwhile.',
  args: { domain: 'one', name: 'one' },
  options: {
    rename: { about: 'Its name', takes: 'NAME' },
    summary: { about: 'Its summary', takes: 'TEXT' },
    when: { about: 'Its time, as EDTF', takes: 'DATE' },
    attribute: { about: 'An attribute', takes: 'KEY=VALUE' },
    reason: { about: 'Why, for the audit', takes: 'TEXT' },
    kind: { about: 'Its kind, where several things have the name', takes: 'KIND' },
  },
  examples: ['polegraph entity set "Baltic ports" "Ada Berg" --attribute role=captain --reason "she says so"'],
  run: async ({ args, options }, { connect, settings, out, json }) => {
    const { rename, summary, when, attribute, reason, kind } = options
    const fields = {
      ...(rename !== undefined && { name: rename }),
      ...(summary !== undefined && { summary }),
      ...(when !== undefined && { when }),
      ...(attribute !== undefined && { attributes: readAttribute(attribute) }),
    }
    if (Object.keys(fields).length === 0)
      throw wrongUsage('nothing to set: give --rename, --summary, --when or --attribute')
    const client = await connect()
    const domain = await findDomain(client, settings, args.domain)
    const found = await findEntity(client, domain.id, args.name, kind)
    const { response } = await client.entities.get(domain.id, found.id).withResponse()
    const if_match = response.headers.get('etag') ?? undefined
    const changed = await client.entities.change(
      domain.id,
      found.id,
      { ...fields, ...(reason !== undefined && { reason }) },
      { if_match },
    )
    if (json) return void out.json(changed)
    printEntity(out, changed)
    return undefined
  },
})

function readAttribute(text: string): Record<string, string> {
  const at = text.indexOf('=')
  if (at < 1) throw wrongUsage('--attribute must be KEY=VALUE')
  return { [text.slice(0, at)]: text.slice(at + 1) }
}

export const entityCommands = [showEntity, setEntity]
