import type { GivenAnswer, ReceivedCall } from './model-server.ts'

// A model that understands sentences of two forms, "Ada Berg works for the Harbour Society since 1998." and "The
// Harbour Society is based in Lisbon.", anywhere on the page. It ignores lines of context, as the prompt says.

interface Entity {
  ref: string
  kind: string
  name: string
  attributes: Record<string, string>
  where: string | null
  quote: string
}

interface Relationship {
  from: string
  to: string
  type: string
  since: string | null
  quote: string
}

export interface SimpleFacts {
  relevant: boolean
  entities: Entity[]
  relationships: Relationship[]
}

const name = '\\p{Lu}[\\p{L}]+(?: \\p{Lu}[\\p{L}]+)*'
const works = new RegExp(`(${name}) works for the (${name})(?: as ([a-z]+))?(?: since (\\d{4}))?\\.`, 'gu')
const based = new RegExp(`The (${name}) is based in (${name})\\.`, 'gu')

export function readSimply(page: string): SimpleFacts {
  const facts: SimpleFacts = { relevant: true, entities: [], relationships: [] }
  const add = (kind: string, name: string, more: Partial<Entity> & { quote: string }) => {
    const known = facts.entities.find((entity) => entity.name === name)
    if (known) return known.ref
    const ref = String(facts.entities.length + 1)
    facts.entities.push({ ref, kind, name, attributes: {}, where: null, ...more })
    return ref
  }
  const lines = page.split('\n').filter((line) => !line.startsWith('> '))
  for (const line of lines) {
    for (const [quote, person = '', society = '', role, since = null] of line.matchAll(works)) {
      const from = add('person', person, { quote, ...(role && { attributes: { role } }) })
      facts.relationships.push({ from, to: add('object', society, { quote }), type: 'works_for', since, quote })
    }
    for (const [quote, society = '', where = ''] of line.matchAll(based)) add('object', society, { quote, where })
  }
  return facts
}

export function answerSimply({ system, user }: Pick<ReceivedCall, 'system' | 'user'>): GivenAnswer {
  const text = JSON.stringify(readSimply(user))
  return { text, usage: { input: tokens(system + user), output: tokens(text) } }
}

const tokens = (text: string) => Math.ceil(text.length / 4)
