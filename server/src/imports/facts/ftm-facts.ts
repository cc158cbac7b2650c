import { spanOf } from '../../dates/parse-date.ts'
import { ftmAttributes, ftmRegisters, thingOf, tieOf } from '../read/ftm-schemata.ts'
import { asObject, jsonOf } from './line-facts.ts'
import {
  asPlainText,
  emptyEntity,
  inTableWords,
  kindFor,
  plainList,
  type RowContext,
  type RowEntity,
  RowError,
  type RowFacts,
  relationOf,
  requireName,
  rowDateOf,
  whenOf,
  wordOf,
} from './row-facts.ts'

/** The values of an entity's properties. */
type Properties = (name: string) => string[]

/** An entity of FollowTheMoney: a thing, or what is between two of them. */
export function factsOfFtm(line: string, context: RowContext): RowFacts {
  const value = jsonOf(line)
  const schema = asPlainText(value.schema)
  const id = asPlainText(value.id)
  if (schema === '' || id === '') throw new RowError('it has no schema or no id')
  const stated = asObject(value.properties) ?? {}
  const properties: Properties = (name) => (Object.hasOwn(stated, name) ? plainList(stated[name]) : [])
  const tie = tieOf(schema)
  if (tie) return betweenThings(tie, properties)
  const base = thingOf(schema)
  if (!base) throw new RowError(`its schema ${schema.slice(0, 40)} is neither a thing nor a tie of the graph`)
  // Only where something else is: it has no name of its own.
  if (schema === 'Address' && [...properties('name'), ...properties('full')].length === 0) return nothing
  const entity = thing(kindFor(base, context), properties, Object.keys(stated))
  return {
    entities: [{ ...entity, file_id: id, external_ids: { ...entity.external_ids, [context.register]: id } }],
    relationships: [],
  }
}

const nothing: RowFacts = { entities: [], relationships: [] }

/** Properties that have a place of their own. */
const placed = new Set([
  ...[
    'name',
    'alias',
    'weakAlias',
    'previousName',
    'summary',
    'description',
    'notes',
    'website',
    'sourceUrl',
    'topics',
  ],
  ...['wikipediaUrl', 'startDate', 'endDate', 'date', 'address', 'city', 'street', 'region', 'postalCode', 'latitude'],
  ...['longitude', 'full', 'addressEntity', 'proof', 'publisher', 'publisherUrl', 'retrievedAt', 'modifiedAt'],
])

function thing(kind: string, properties: Properties, stated: string[]): RowEntity {
  const first = (name: string) => properties(name)[0] ?? ''
  const [name = first('full')] = properties('name')
  const entity = emptyEntity(kind, requireName(name))
  for (const property of stated) {
    const values = properties(property)
    const register = ftmRegisters[property]
    if (placed.has(property) || values.length === 0) continue
    if (register !== undefined) entity.external_ids[register] = values[0] as string
    else entity.attributes[ftmAttributes[property] ?? wordOf(snake(property))] = values.join(', ')
  }
  const born = first('birthDate') || first('incorporationDate') || first('startDate') || first('date')
  const died = first('deathDate') || first('dissolutionDate') || first('endDate')
  return {
    ...entity,
    aliases: [...properties('name').slice(1), ...['alias', 'weakAlias', 'previousName'].flatMap(properties)],
    summary: first('summary') || first('description') || first('notes') || null,
    when: spanOf(whenOf(born, 'date') ?? undefined, whenOf(died, 'date') ?? undefined) ?? whenOf(born, 'date'),
    where: placeOf(first),
    urls: ['website', 'sourceUrl', 'wikipediaUrl'].flatMap(properties),
  }
}

function placeOf(first: (name: string) => string): RowEntity['where'] {
  const [lat, lon] = [Number(first('latitude')), Number(first('longitude'))]
  const hint = {
    ...(first('street') && { street: first('street') }),
    ...(first('city') && { locality: first('city') }),
    ...(first('region') && { region: first('region') }),
    ...(first('postalCode') && { postal_code: first('postalCode') }),
    ...(first('country') && { country: first('country') }),
    ...(first('latitude') !== '' && Number.isFinite(lat) && Number.isFinite(lon) && { lat, lon }),
  }
  return Object.keys(hint).length > 0 && (first('city') || first('latitude') || first('street')) ? hint : null
}

function betweenThings(
  { from, to, type }: { from: string; to: string; type: string },
  properties: Properties,
): RowFacts {
  const [role = ''] = ['role', 'relationship', 'position'].flatMap(properties)
  const said = type === 'linked_to' && role !== '' ? relationOf(role) : type
  const relationships = properties(from).flatMap((one) =>
    properties(to).map((other) =>
      inTableWords({
        ...{ from: { file_id: one }, to: { file_id: other }, type: said },
        ...(role !== '' && { role }),
        since: rowDateOf(properties('startDate')[0] ?? properties('date')[0], 'startDate'),
        until: rowDateOf(properties('endDate')[0], 'endDate'),
      }),
    ),
  )
  if (relationships.length === 0) throw new RowError(`it has no ${from} or no ${to}`)
  return { entities: [], relationships }
}

const snake = (property: string) => property.replace(/([a-z])([A-Z])/g, '$1_$2')
