import fc from 'fast-check'
import type { Certainty } from '../../../src/facts/claim.ts'
import { relates, type Saying, says } from '../graph/claims-fixture.ts'

// A small site of people and companies. Its pages change at random: who is named, how the name is spelled, what is said.

interface Thing {
  kind: 'person' | 'object'
  /** Spellings of one name. All of them are the same thing to a reader. */
  spellings: string[]
  ids: Record<string, string>
}

export const things: Thing[] = [
  { kind: 'person', spellings: ['Jürgen Müller', 'Juergen Mueller', 'Müller, Jürgen'], ids: {} },
  { kind: 'person', spellings: ['Ada Lovelace', 'ADA LOVELACE'], ids: { wikidata: 'Q7259' } },
  // The machine merges this one with the one above when both have their ids.
  { kind: 'person', spellings: ['Augusta King'], ids: { wikidata: 'Q7259' } },
  { kind: 'person', spellings: ['Charles Babbage', 'Ch. Babbage'], ids: {} },
  { kind: 'person', spellings: ['Mary Somerville', 'Mrs Mary Somerville'], ids: { viaf: '22223333' } },
  { kind: 'object', spellings: ['Analytical Engines Ltd', 'Analytical Engines Ltd.'], ids: {} },
  { kind: 'object', spellings: ['Royal Society', 'The Royal Society'], ids: {} },
]

export const addresses = ['a.example/1', 'a.example/2', 'b.example/1', 'b.example/2', 'c.example/1', 'd.example/1']

interface Mention {
  thing: number
  spelling: number
  has_ids: boolean
  role: string | null
  knows: number | null
  /** How it is said whom it knows; `rumour` that all of it is only reported. */
  certainty: Certainty | 'rumour'
}

export const somePage: fc.Arbitrary<Mention[]> = fc.uniqueArray(
  fc.record({
    thing: fc.nat(things.length - 1),
    spelling: fc.nat(2),
    has_ids: fc.boolean(),
    role: fc.constantFrom(null, 'writer', 'founder', 'member'),
    knows: fc.option(fc.nat(things.length - 1)),
    certainty: fc.constantFrom('said' as const, 'said', 'reported', 'denied', 'rumour'),
  }),
  { selector: ({ thing }) => thing, maxLength: 4 },
)

export function claimsOf(page: Mention[]): Saying[] {
  const named = new Map<number, [string, string]>()
  for (const { thing, spelling } of page) {
    const { kind, spellings } = things[thing] as Thing
    named.set(thing, [kind, spellings[spelling % spellings.length] as string])
  }
  return page.flatMap(({ thing, has_ids, role, knows, certainty }) => {
    const [kind, name] = named.get(thing) as [string, string]
    const external_ids = has_ids ? (things[thing] as Thing).ids : {}
    const how = certainty === 'said' ? {} : { certainty: certainty === 'rumour' ? ('reported' as const) : certainty }
    const attributes: Record<string, string> = role === null ? {} : { role }
    const said = says(kind, name, { external_ids, attributes, ...(certainty === 'rumour' && how) })
    const other = knows === null || knows === thing ? undefined : named.get(knows)
    return other ? [said, relates([kind, name], 'knows', other as [string, string], how)] : [said]
  })
}
