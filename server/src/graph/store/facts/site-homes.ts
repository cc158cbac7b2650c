import type { LocatedPlace, Where } from '../../../facts/claim.ts'
import { type FactRow, guessedWhere, itself, placeKey } from './fact-values.ts'

// A site about one country pulls its towns: a town of which a page gives only the name lies where most towns are that the
// other pages of its site name. Facts keep what each page gives, and the choice is made whenever they are read: so it does
// not depend on the order of pages.

/** At least this many towns tell where a site is at home, and this share of them agrees. */
const leastTowns = 5
const leastShare = 0.6

export type SiteHomes = ReadonlyMap<string, string | undefined>

/** The country that most towns of a site are in. */
export function homeOf(countries: { country: string; towns: number }[]): string | undefined {
  const all = countries.reduce((sum, { towns }) => sum + towns, 0)
  return countries.find(({ towns }) => towns >= Math.max(leastTowns, leastShare * all))?.country
}

export const placeFields: ReadonlySet<string> = new Set(['where', guessedWhere])

type Guess = Where & Pick<LocatedPlace, 'others' | 'is_unsure'>

/** Whether the home of the site decides about the fact. */
export function isOpen({ field, value }: FactRow): boolean {
  const { others, is_unsure } = field === guessedWhere ? (value as Guess) : {}
  return others !== undefined || is_unsure === true
}

/** The facts of an owner, with each town where its site is at home, as far as there is one of that name. */
export function withHomes(facts: FactRow[], homes: SiteHomes): FactRow[] {
  if (!facts.some(isOpen)) return facts
  /** Places that others were chosen for, by host. */
  const moved = new Map<string, string>()
  const placed = facts.flatMap((row) => {
    if (!isOpen(row)) return [row]
    const { others = [], is_unsure, ...found } = row.value as Guess
    const home = homes.get(row.host)
    const chosen = home === undefined ? undefined : [found, ...others].find(({ country }) => country === home)
    if (is_unsure && !chosen) return []
    if (chosen && chosen.place_id !== found.place_id) moved.set(`${row.host} ${found.place_id}`, chosen.place_id ?? '')
    const value = chosen ?? found
    return [{ ...row, value, value_key: placeKey(value) }]
  })
  if (moved.size === 0) return placed
  return placed.map((row) => {
    const to = row.field === itself ? moved.get(`${row.host} ${row.value}`) : undefined
    return to === undefined ? row : { ...row, value: to, value_key: to }
  })
}
