import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// What FollowTheMoney asks of an entity: that its schema is not abstract, has each property, and what a property may
// hold. `FTM_SCHEMATA=DIR` reads its own files (followthemoney/schema of its repository); without them it is what is
// written here, of the properties that an export uses.

interface SchemaModel {
  extends: string[]
  required: string[]
  is_abstract: boolean
  /** The type of each property, or the schema that it leads to. */
  properties: Record<string, string>
}

interface FtmLine {
  id: string
  schema: string
  properties: Record<string, string[]>
}

const schema = (
  properties: string,
  above: string[] = [],
  required: string[] = [],
  is_abstract = false,
): SchemaModel => ({
  extends: above,
  required,
  is_abstract,
  properties: Object.fromEntries(
    properties
      .split(' ')
      .filter(Boolean)
      .map((one) => one.split(':') as [string, string]),
  ),
})

const ends = (from: string, to: string, above = 'Interest') =>
  schema(
    `${from} ${to}`,
    [above],
    [from, to].map((one) => one.split(':')[0] as string),
  )

const written: Record<string, SchemaModel> = {
  Thing: schema(
    'name:name alias:name summary:text notes:text keywords:string country:country sourceUrl:url wikidataId:identifier addressEntity:Address modifiedAt:date',
    [],
    ['name'],
    true,
  ),
  Interval: schema('startDate:date endDate:date description:text sourceUrl:url modifiedAt:date', [], [], true),
  Interest: schema('role:string', ['Interval'], [], true),
  Analyzable: schema('', [], [], true),
  LegalEntity: schema(
    'email:email phone:phone website:url legalForm:string incorporationDate:date dissolutionDate:date registrationNumber:identifier leiCode:identifier sector:string',
    ['Thing'],
    ['name'],
  ),
  Person: schema('birthDate:date deathDate:date birthPlace:string position:string', ['LegalEntity'], ['name']),
  Organization: schema('', ['LegalEntity'], ['name']),
  Company: schema('', ['Organization', 'Asset'], ['name']),
  PublicBody: schema('', ['Organization'], ['name']),
  Asset: schema('', ['Thing']),
  Vehicle: schema('', ['Asset'], ['name']),
  Vessel: schema('', ['Vehicle'], ['name']),
  Airplane: schema('', ['Vehicle'], ['name']),
  RealEstate: schema('', ['Asset']),
  Position: schema('', ['Thing'], ['name']),
  Project: schema('', ['Interval', 'Thing']),
  Address: schema(
    'full:address street:string city:string postalCode:string region:string latitude:number longitude:number',
    ['Thing'],
  ),
  Event: schema('location:address', ['Interval', 'Analyzable', 'Thing'], ['name']),
  Employment: ends('employee:Person', 'employer:Organization'),
  Directorship: ends('director:LegalEntity', 'organization:Organization'),
  Membership: ends('member:LegalEntity', 'organization:Organization'),
  Ownership: ends('owner:LegalEntity', 'asset:Asset'),
  Family: { ...ends('person:Person', 'relative:Person', 'Interval') },
  Associate: { ...ends('person:Person', 'associate:Person', 'Interval') },
  Succession: ends('successor:LegalEntity', 'predecessor:LegalEntity'),
  UnknownLink: ends('subject:Thing', 'object:Thing'),
}
for (const name of ['Family', 'Associate']) (written[name] as SchemaModel).properties.relationship = 'string'

const directory = process.env.FTM_SCHEMATA
const model = directory === undefined ? written : readModel(directory)

/** The few forms of YAML that those files have. */
function readModel(from: string): Record<string, SchemaModel> {
  const read: Record<string, SchemaModel> = {}
  for (const file of readdirSync(from).filter((name) => /\.ya?ml$/.test(name))) {
    let one = schema('')
    let [section, property] = ['', '']
    for (const line of readFileSync(join(from, file), 'utf8').split('\n')) {
      const [, indent = '', item, key = '', value = ''] = /^( *)(- )?"?([\w.-]+)"?:? ?(.*)$/.exec(line) ?? []
      const plain = value.replaceAll('"', '')
      if (key === '') continue
      if (indent.length === 0) read[key] = one = schema('')
      else if (indent.length === 2) {
        section = key
        if (key === 'abstract') one.is_abstract = plain === 'true'
      } else if (item && section === 'extends') one.extends.push(key)
      else if (item && section === 'required') one.required.push(key)
      else if (section === 'properties' && indent.length === 4) {
        property = key
        one.properties[property] = 'string'
      } else if (
        section === 'properties' &&
        indent.length === 6 &&
        (key === 'type' || key === 'range') &&
        one.properties[property] !== undefined
      )
        one.properties[property] = plain
    }
  }
  return read
}

const allAbove = (name: string): string[] => [name, ...(model[name]?.extends ?? []).flatMap(allAbove)]

const propertyOf = (name: string, property: string) =>
  allAbove(name).flatMap((one) => model[one]?.properties[property] ?? [])[0]

const forms: Record<string, RegExp> = {
  date: /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d:\d\d)?)?)?$/,
  url: /^https?:\/\//i,
  country: /^[a-z]{2}$/,
  number: /^-?\d+(\.\d+)?$/,
}

/** What is wrong with the lines of a file. An end that is in no line may be anything. */
export function mistakesOfFtm(lines: FtmLine[]): string[] {
  const schemaOf = new Map(lines.map(({ id, schema }) => [id, schema]))
  return lines.flatMap((line) => {
    const { id, properties } = line
    const own = model[line.schema]
    if (!own || own.is_abstract) return [`${line.schema} is no schema of an entity`]
    const missing = own.required.filter((name) => !properties[name]?.length).map((name) => `${id} has no ${name}`)
    const wrong = Object.entries(properties).flatMap(([name, values]) => {
      const type = propertyOf(line.schema, name)
      if (type === undefined) return [`${line.schema} has no property ${name}`]
      if (values.length === 0) return [`${name} is empty`]
      return values.flatMap((value) => {
        if (forms[type]) return forms[type].test(value) ? [] : [`${name} is ${value}`]
        const led = model[type] ? schemaOf.get(value) : undefined
        return led !== undefined && !allAbove(led).includes(type) ? [`${name} leads to a ${led}`] : []
      })
    })
    return [...missing, ...wrong]
  })
}
