import { isDeepStrictEqual } from 'node:util'
import type { EntityDoc, RelationshipDoc } from './documents.ts'

// A large state of the log keeps only what differs from the next one: otherwise every edit of an entity would store all of
// it once more. Small states stay whole, which nearly all are: they cost nothing to read.

type Doc = EntityDoc | RelationshipDoc

/** Up to so many characters a state is kept whole. */
const wholeChars = 4096
/** At least one of so many states of an entity is whole, so that none is far from a whole one. */
export const statesApart = 64

/** Fields that are compared by their keys; null for a key that the state does not have. */
const keyed = ['attributes', 'external_ids'] as const

/** What must be set in the next state to get this one. */
export type Difference = Record<string, unknown>

export interface SupersededState {
  doc: object
  difference: Difference
}

/** What is kept of a state when the next one begins; undefined where all of it is. */
export function supersededState(state: Doc, next: Doc): SupersededState | undefined {
  const chars = JSON.stringify(state).length
  if (chars <= wholeChars) return undefined
  const difference = differenceOf(state, next)
  if (2 * JSON.stringify(difference).length > chars) return undefined
  return { doc: seenByStatements(state), difference }
}

/** The state that a difference was kept of, by the one that followed it. */
export function stateBefore<State extends Doc>(next: State, difference: Difference): State {
  const byKey = keyed.flatMap((field) => {
    if (!(field in next) || difference[field] === undefined) return []
    const values = { ...(next as EntityDoc)[field], ...(difference[field] as Record<string, string | null>) }
    return [[field, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))]]
  })
  return { ...next, ...difference, ...Object.fromEntries(byKey) }
}

function differenceOf(state: Doc, next: Doc): Difference {
  const changed = Object.entries(state).flatMap(([field, value]): [string, unknown][] => {
    const other = (next as unknown as Record<string, unknown>)[field]
    if (isDeepStrictEqual(value, other)) return []
    return [[field, isKeyed(field) ? differenceByKey(value, other as Record<string, string>) : value]]
  })
  return Object.fromEntries(changed)
}

const isKeyed = (field: string) => (keyed as readonly string[]).includes(field)

function differenceByKey(state: Record<string, string>, next: Record<string, string>): Record<string, string | null> {
  const keys = new Set([...Object.keys(state), ...Object.keys(next)])
  const differing = [...keys].filter((key) => state[key] !== next[key])
  return Object.fromEntries(differing.map((key) => [key, state[key] ?? null]))
}

/** The fields by which statements select states of an earlier time; of the pinned fields only whether there are any. */
function seenByStatements(state: Doc): object {
  const pinned = state.pinned.slice(0, 1)
  if ('name' in state) {
    const { kind, name, when, where } = state
    return { kind, name, when, where, pinned }
  }
  const { from, to, type, certainty } = state
  return { from, to, type, certainty, pinned }
}

/** The whole document of a row `state` of the log, of the domain `$1`. Of several differences of a field the oldest holds. */
export function wholeDoc(state: string): string {
  const upTo = (fields: string) =>
    `(select jsonb_object_agg(f.key, f.value order by c.seq desc) from graph_changes c cross join lateral jsonb_each(${fields}) f
      where c.domain_id = $1 and c.id = ${state}.id and c.seq >= ${state}.seq and c.seq < w.seq)`
  const byKey = keyed.map(
    (field) =>
      `case when w.doc ? '${field}' then jsonb_build_object('${field}',
         jsonb_strip_nulls((w.doc -> '${field}') || coalesce(${upTo(`c.difference -> '${field}'`)}, '{}'))) else '{}' end`,
  )
  const plain = keyed.map((field) => ` - '${field}'`).join('')
  return `case when ${state}.difference is null then ${state}.doc else (
    select w.doc || coalesce(${upTo(`c.difference${plain}`)}, '{}') || ${byKey.join(' || ')}
    from graph_changes w where w.domain_id = $1 and w.id = ${state}.id and w.seq > ${state}.seq and w.difference is null
    order by w.seq limit 1) end`
}
