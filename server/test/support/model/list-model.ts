import type { GivenAnswer, ReceivedCall } from './model-server.ts'

// Pages with lists of members, and a model that reads such rows: a person with a role, a town, and since when they
// belong to the society that the heading names. It says nothing of rows that are vacant.

export interface Member {
  name: string
  role: string
  since: number
  town: string
}

const firsts = [
  'Ada',
  'Jonas',
  'Eva',
  'Ole',
  'Ida',
  'Max',
  'Nina',
  'Tom',
  'Lea',
  'Kurt',
  'Maja',
  'Finn',
  'Rosa',
  'Emil',
]
const starts = [
  'Abel',
  'Brand',
  'Castel',
  'Dorn',
  'Eichel',
  'Fritz',
  'Gold',
  'Hammer',
  'Iver',
  'Kessel',
  'Lauter',
  'Morgen',
  'Nord',
  'Osten',
]
const ends = ['bach', 'feld', 'hauser', 'kamp', 'wald', 'stein', 'mark', 'ley', 'quist', 'dorf']
const roles = ['treasurer', 'chair', 'conductor', 'archivist', 'librarian']
const towns = ['Lisbon', 'Porto', 'Faro', 'Braga', 'Evora', 'Coimbra']

/** No two have the same name. */
export const members = (count: number, from = 0): Member[] =>
  Array.from({ length: count }, (_, index) => {
    const at = from + index
    const last = `${starts[Math.floor(at / 14) % 14]}${ends[Math.floor(at / 196) % 10]}`
    return {
      name: `${firsts[at % firsts.length]} ${last}`,
      role: roles[at % roles.length] as string,
      since: 1950 + (at % 70),
      town: towns[(at * 5) % towns.length] as string,
    }
  })

export const memberRow = ({ name, role, since, town }: Member) =>
  `<tr><td>${name}</td><td>${role}</td><td>${since}</td><td>${town}</td></tr>`

export const memberTable = (rows: string[]) =>
  `<table class="members"><tr><th>Name</th><th>Role</th><th>Since</th><th>Town</th></tr>${rows.join('')}</table>`

export const listPage = (body: string, society = 'Harbour Society') =>
  `<html><head><title>Members</title></head><body><main><h1>Members of the ${society}</h1>
   <p>The society has kept this list since its first day, and it is brought up to date after every meeting.</p>
   ${body}</main></body></html>`

const row = /^(?:- )?(?!> )(.+?) \| ([a-z]+) \| (\d{4}) \| (\p{Lu}\p{L}+)$/gmu

/** What the model says of a page. */
export function readMembers(user: string) {
  const society = /(?:#|>) Members of the (.+)$/m.exec(user)?.[1]
  const entities: object[] = []
  const relationships: object[] = []
  const places = new Map<string, string>()
  if (society) entities.push({ ref: 's', kind: 'object', name: society, quote: `Members of the ${society}` })
  for (const [quote, name = '', role = '', since = '', town = ''] of user.matchAll(row)) {
    if (/^vacant/i.test(name)) continue
    const ref = `p${entities.length}`
    entities.push({ ref, kind: 'person', name, attributes: { role }, quote })
    const place = places.get(town) ?? `t${entities.length}`
    if (!places.has(town)) entities.push({ ref: place, kind: 'location', name: town, quote })
    places.set(town, place)
    relationships.push({ from: ref, to: place, type: 'lives_in', quote })
    if (society) relationships.push({ from: ref, to: 's', type: 'member_of', since, quote })
  }
  return { relevant: true, entities, relationships }
}

export function answerMembers({ user, system, schema }: Pick<ReceivedCall, 'user' | 'system' | 'schema'>): GivenAnswer {
  const text = JSON.stringify(readMembers(user))
  const sent = system.length + user.length + JSON.stringify(schema ?? {}).length
  return { text, usage: { input: Math.ceil(sent / 4), output: Math.ceil(text.length / 4) } }
}
