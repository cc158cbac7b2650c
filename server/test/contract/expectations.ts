// What each kind of caller may expect of a route, by hand.

export const columns = [
  'no_key',
  'unknown_key',
  'mistyped_key',
  'revoked_key',
  'ended_session',
  'read_key',
  'full_key',
  'viewer',
  'editor',
  'owner',
  'no_project',
  'other_key',
  'other_owner',
  'archived_key',
  'archived_read_key',
  'archived_owner',
] as const

export type Column = (typeof columns)[number]
export type Outcome = 'ok' | `${number} ${string}`
export type Expectation = Record<Column, Outcome>

const nobody = {
  no_key: '401 invalid API key',
  unknown_key: '401 invalid API key',
  mistyped_key: '401 invalid API key',
  revoked_key: '401 invalid API key',
  ended_session: '401 invalid API key',
} as const

export const archived = '403 project is archived'

/** No key needed; one that comes along changes nothing. */
export const everyone: Expectation = mapColumns('ok')

/** No key needed, but a key that may not write is refused as that. */
export const withoutReadKeys: Expectation = {
  ...everyone,
  read_key: '403 read-only access',
  archived_key: archived,
  archived_read_key: archived,
}

export const anyCaller: Expectation = {
  ...everyone,
  ...nobody,
  no_project: '404 project not found',
  archived_key: archived,
  archived_read_key: archived,
}

export const ownerOnly: Expectation = {
  ...anyCaller,
  read_key: '403 read-only access',
  viewer: '403 read-only access',
  editor: '403 owner access required',
  archived_owner: archived,
}

export const writer: Expectation = {
  ...ownerOnly,
  editor: 'ok',
}

export const anyPerson: Expectation = {
  ...everyone,
  ...nobody,
  // A write call with a read key is refused as that, whatever it is.
  read_key: '403 read-only access',
  full_key: '403 session required',
  other_key: '403 session required',
  archived_key: archived,
  archived_read_key: archived,
}

export const ownerInPerson: Expectation = {
  ...ownerOnly,
  full_key: '403 session required',
  other_key: '403 session required',
  archived_owner: 'ok',
}

/** The id in the path is of a project that these two are not in. */
export const elsewhere = (outcome: Outcome) => ({ other_key: outcome, other_owner: outcome })
export const archivedPlace = (outcome: Outcome) => ({
  archived_key: outcome,
  archived_read_key: outcome,
  archived_owner: outcome,
})

/** The session in the path is somebody else's. */
export const notTheirs = Object.fromEntries(
  Object.entries(anyPerson).flatMap(([column, outcome]) =>
    outcome === 'ok' ? [[column, '404 session not found']] : [],
  ),
) as Partial<Expectation>

export const inDomain = (expectation: Expectation): Expectation => ({
  ...expectation,
  ...elsewhere('404 domain not found'),
})
const isPaused = '409 domain is paused'
export const paused = { ...inDomain(writer), full_key: isPaused, editor: isPaused, owner: isPaused } as const
export const inPublic: Expectation = { ...everyone, ...archivedPlace('404 not found') }

export function mapColumns(outcome: Outcome): Expectation {
  return Object.fromEntries(columns.map((column) => [column, outcome])) as Expectation
}
