import { type RouteName, routes } from '@polegraph/contract/routes.ts'
import { describe, expect, it } from 'vitest'
import { newSecret } from '../../src/platform/secrets.ts'
import {
  type Credentials,
  countAll,
  makeKey,
  makePlace,
  makeSession,
  type Place,
  snapshotPlace,
} from '../support/graph/world.ts'
import { findRoute, startTestService } from '../support/harness.ts'
import { startSitemapSite } from '../support/web/sitemap-site.ts'
import {
  anyCaller,
  anyPerson,
  archived,
  archivedPlace,
  type Column,
  type Expectation,
  elsewhere,
  everyone,
  inDomain,
  inPublic,
  mapColumns,
  notTheirs,
  type Outcome,
  ownerInPerson,
  ownerOnly,
  paused,
  withoutReadKeys,
  writer,
} from './expectations.ts'
import { sampleOf, sentBy } from './samples.ts'

// Every route as every kind of caller. What is expected is written here by hand and not read from the
// contract's `auth`: who loosens a route there by mistake has this table against them.

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'watch@pole.example', PUBLIC_URL: 'http://127.0.0.1:1' }
const { call, service } = await startTestService({ environment: { ...(await startSitemapSite()), ...mail } })
const { db } = service

const session = async (place: Place | null, role?: 'owner' | 'editor' | 'viewer') => ({
  cookie: (await makeSession(db, place?.id ?? null, role)).cookie,
})
const key = async (place: Place, scope: 'full' | 'read', options?: { revoked: boolean }) => ({
  key: (await makeKey(db, place.id, scope, options)).secret,
})

/** Swaps two neighbours, as fingers do. */
function mistype(secret: string): string {
  const at = [...secret].findIndex((letter, index) => index > 10 && letter !== secret[index + 1])
  return `${secret.slice(0, at)}${secret[at + 1]}${secret[at]}${secret.slice(at + 2)}`
}

async function endedSession(place: Place): Promise<Credentials> {
  const credentials = await session(place)
  expect((await call('DELETE', '/v1/session', credentials)).status).toBe(200)
  return credentials
}

/** The columns. Callers `other_…` belong to another project and name things of this one. */
const callers = {
  no_key: async () => ({}),
  unknown_key: async () => ({ key: newSecret('svc_') }),
  mistyped_key: async (home) => ({ key: mistype((await key(home, 'full')).key) }),
  revoked_key: (home) => key(home, 'full', { revoked: true }),
  ended_session: endedSession,
  read_key: (home) => key(home, 'read'),
  full_key: (home) => key(home, 'full'),
  viewer: (home) => session(home, 'viewer'),
  editor: (home) => session(home, 'editor'),
  owner: (home) => session(home, 'owner'),
  no_project: () => session(null),
  other_key: async () => key(await makePlace(db), 'full'),
  other_owner: async () => session(await makePlace(db), 'owner'),
  archived_key: (home) => key(home, 'full'),
  archived_read_key: (home) => key(home, 'read'),
  archived_owner: (home) => session(home, 'owner'),
} satisfies Record<Column, (home: Place) => Promise<Credentials>>

const watcherInPerson: Expectation = {
  ...inDomain(anyCaller),
  read_key: '403 session required',
  full_key: '403 session required',
  archived_owner: archived,
}

const ofAnother = '403 only who saved this view, or an owner, may change it'

interface Row {
  status: number
  expect: Expectation
  /** Whether a call changes the place (or how many people, projects and sessions there are). */
  changes: (column: Column) => boolean
}

const never = () => false
const always = () => true
const ownPlace = (column: Column) => !column.startsWith('other_')

const matrix = {
  getHealth: { status: 200, expect: everyone, changes: never },
  getReadiness: { status: 200, expect: everyone, changes: never },
  getStatus: { status: 200, expect: everyone, changes: never },
  // This service has no METRICS_TOKEN; http.test.ts has one that does.
  getMetrics: { status: 200, expect: mapColumns('404 not found'), changes: never },
  getOpenapi: { status: 200, expect: everyone, changes: never },

  listKeys: { status: 200, expect: anyCaller, changes: never },
  createKey: { status: 201, expect: ownerOnly, changes: ownPlace },
  rotateKey: { status: 200, expect: { ...ownerOnly, ...elsewhere('404 key not found') }, changes: ownPlace },
  revokeKey: { status: 200, expect: { ...ownerOnly, ...elsewhere('404 key not found') }, changes: ownPlace },

  getProject: { status: 200, expect: anyCaller, changes: never },
  renameProject: { status: 200, expect: ownerOnly, changes: ownPlace },
  deleteProject: {
    status: 200,
    expect: {
      ...ownerOnly,
      ...elsewhere('400 pass ?confirm=<project name> to delete'),
      // Bringing it back first would start its work again.
      archived_owner: 'ok',
    },
    changes: ownPlace,
  },
  archiveProject: { status: 200, expect: ownerOnly, changes: ownPlace },
  unarchiveProject: { status: 200, expect: ownerInPerson, changes: (column) => column === 'archived_owner' },
  createProject: { status: 201, expect: anyPerson, changes: always },
  listMembers: { status: 200, expect: anyCaller, changes: never },
  changeMember: { status: 200, expect: { ...ownerOnly, ...elsewhere('404 member not found') }, changes: ownPlace },
  removeMember: { status: 200, expect: { ...ownerOnly, ...elsewhere('404 member not found') }, changes: ownPlace },
  createReset: { status: 201, expect: { ...ownerOnly, ...elsewhere('404 member not found') }, changes: ownPlace },
  createInvite: { status: 201, expect: ownerOnly, changes: ownPlace },
  listInvites: { status: 200, expect: anyCaller, changes: never },
  withdrawInvite: { status: 200, expect: { ...ownerOnly, ...elsewhere('404 invite not found') }, changes: ownPlace },

  previewInvite: { status: 200, expect: { ...everyone, ...archivedPlace('404 invite not found') }, changes: never },
  acceptInvite: {
    status: 200,
    expect: { ...withoutReadKeys, archived_owner: '404 invite not found' },
    changes: always,
  },
  signIn: { status: 200, expect: withoutReadKeys, changes: always },
  getSession: { status: 200, expect: { ...anyPerson, read_key: '403 session required' }, changes: never },
  signOut: { status: 200, expect: anyPerson, changes: always },
  switchProject: {
    status: 200,
    // The rows' people are in the place already, so moving there changes nothing.
    expect: { ...anyPerson, no_project: '404 project not found', other_owner: '404 project not found' },
    changes: never,
  },
  changePassword: { status: 200, expect: anyPerson, changes: never },
  listSessions: { status: 200, expect: { ...anyPerson, read_key: '403 session required' }, changes: never },
  endOtherSessions: { status: 200, expect: anyPerson, changes: never },
  endSession: { status: 200, expect: { ...anyPerson, ...notTheirs }, changes: never },
  previewReset: { status: 200, expect: everyone, changes: never },
  resetPassword: { status: 200, expect: withoutReadKeys, changes: always },

  createDomain: { status: 201, expect: writer, changes: ownPlace },
  createAutopilot: { status: 202, expect: writer, changes: ownPlace },
  getAutopilot: { status: 200, expect: inDomain(anyCaller), changes: never },
  // The autopilot of the place has failed.
  retryAutopilot: { status: 200, expect: inDomain(writer), changes: ownPlace },
  listDomains: { status: 200, expect: anyCaller, changes: never },
  getDomain: { status: 200, expect: inDomain(anyCaller), changes: never },
  changeDomain: { status: 200, expect: inDomain(writer), changes: ownPlace },
  deleteDomain: { status: 200, expect: inDomain(ownerOnly), changes: ownPlace },
  archiveDomain: { status: 200, expect: inDomain(writer), changes: ownPlace },
  // The domain of the place is not archived.
  unarchiveDomain: { status: 200, expect: inDomain(writer), changes: never },

  getGate: { status: 200, expect: inDomain(anyCaller), changes: never },
  listGateVersions: { status: 200, expect: inDomain(anyCaller), changes: never },
  getGateVersion: { status: 200, expect: inDomain(anyCaller), changes: never },
  createGateVersion: { status: 201, expect: inDomain(writer), changes: ownPlace },
  changeGateVersion: { status: 200, expect: inDomain(writer), changes: ownPlace },
  deleteGateVersion: { status: 200, expect: inDomain(writer), changes: ownPlace },
  previewGateVersion: { status: 200, expect: inDomain(writer), changes: never },
  publishGateVersion: { status: 200, expect: inDomain(writer), changes: ownPlace },

  addSource: { status: 201, expect: inDomain(writer), changes: ownPlace },
  listSources: { status: 200, expect: inDomain(anyCaller), changes: never },
  addSources: { status: 201, expect: inDomain(writer), changes: ownPlace },
  addSitemap: { status: 201, expect: inDomain(writer), changes: ownPlace },
  changeSource: { status: 200, expect: inDomain(writer), changes: ownPlace },
  deleteSource: { status: 200, expect: inDomain(writer), changes: ownPlace },
  crawlSource: { status: 200, expect: inDomain(writer), changes: ownPlace },
  // The source of the place has been crawled.
  crawlSources: { status: 200, expect: inDomain(writer), changes: never },
  recrawlPages: { status: 200, expect: inDomain(writer), changes: ownPlace },
  discoverSources: { status: 202, expect: paused, changes: never },
  listDiscoveries: { status: 200, expect: inDomain(anyCaller), changes: never },
  planFrontier: { status: 202, expect: paused, changes: never },
  listPlans: { status: 200, expect: inDomain(anyCaller), changes: never },

  listPages: { status: 200, expect: inDomain(anyCaller), changes: never },
  getPage: { status: 200, expect: inDomain(anyCaller), changes: never },
  getPageText: { status: 200, expect: inDomain(anyCaller), changes: never },
  listFailedPages: { status: 200, expect: inDomain(anyCaller), changes: never },
  requeueFailedPages: { status: 200, expect: inDomain(writer), changes: ownPlace },
  listDeadLetters: { status: 200, expect: inDomain(anyCaller), changes: never },
  requeueDeadLetter: { status: 200, expect: inDomain(writer), changes: ownPlace },
  discardDeadLetter: { status: 200, expect: inDomain(writer), changes: ownPlace },

  listRuns: { status: 200, expect: inDomain(anyCaller), changes: never },
  // The domain of the place is paused.
  pauseCrawl: { status: 200, expect: inDomain(writer), changes: never },
  resumeCrawl: { status: 200, expect: inDomain(writer), changes: ownPlace },
  cancelRun: { status: 200, expect: inDomain(writer), changes: ownPlace },
  getFrontier: { status: 200, expect: inDomain(anyCaller), changes: never },
  releaseFrontierGroup: { status: 200, expect: inDomain(writer), changes: ownPlace },

  listRecipes: { status: 200, expect: inDomain(anyCaller), changes: never },
  invalidateRecipe: { status: 200, expect: inDomain(writer), changes: ownPlace },

  listEntities: { status: 200, expect: inDomain(anyCaller), changes: never },
  getEntity: { status: 200, expect: inDomain(anyCaller), changes: never },
  listEntityRelationships: { status: 200, expect: inDomain(anyCaller), changes: never },
  listEntityEvidence: { status: 200, expect: inDomain(anyCaller), changes: never },
  getEntityHistory: { status: 200, expect: inDomain(anyCaller), changes: never },
  listNeighbors: { status: 200, expect: inDomain(anyCaller), changes: never },
  findPaths: { status: 200, expect: inDomain(anyCaller), changes: never },
  getGraph: { status: 200, expect: inDomain(anyCaller), changes: never },
  search: { status: 200, expect: inDomain(anyCaller), changes: never },
  explainEntity: { status: 200, expect: inDomain(anyCaller), changes: never },
  listRelationships: { status: 200, expect: inDomain(anyCaller), changes: never },
  getRelationship: { status: 200, expect: inDomain(anyCaller), changes: never },
  listRelationshipEvidence: { status: 200, expect: inDomain(anyCaller), changes: never },
  getTimeline: { status: 200, expect: inDomain(anyCaller), changes: never },
  getMap: { status: 200, expect: inDomain(anyCaller), changes: never },
  getStats: { status: 200, expect: inDomain(anyCaller), changes: never },
  listChanges: { status: 200, expect: inDomain(anyCaller), changes: never },
  getScorecard: { status: 200, expect: inDomain(anyCaller), changes: never },
  getUsage: { status: 200, expect: inDomain(anyCaller), changes: never },
  ask: { status: 200, expect: inDomain(anyCaller), changes: never },
  exportGraph: { status: 200, expect: inDomain(anyCaller), changes: never },

  createEntity: { status: 201, expect: inDomain(writer), changes: ownPlace },
  changeEntity: { status: 200, expect: inDomain(writer), changes: ownPlace },
  deleteEntity: { status: 200, expect: inDomain(writer), changes: ownPlace },
  deleteEntities: { status: 200, expect: inDomain(writer), changes: ownPlace },
  deleteAttribute: { status: 200, expect: inDomain(writer), changes: ownPlace },
  mergeEntities: { status: 200, expect: inDomain(writer), changes: ownPlace },
  splitEntity: { status: 200, expect: inDomain(writer), changes: ownPlace },
  createRelationship: { status: 201, expect: inDomain(writer), changes: ownPlace },
  changeRelationship: { status: 200, expect: inDomain(writer), changes: ownPlace },
  deleteRelationship: { status: 200, expect: inDomain(writer), changes: ownPlace },
  deleteRelationships: { status: 200, expect: inDomain(writer), changes: ownPlace },
  listTombstones: { status: 200, expect: inDomain(anyCaller), changes: never },
  liftTombstone: { status: 200, expect: inDomain(writer), changes: ownPlace },
  listMerges: { status: 200, expect: inDomain(anyCaller), changes: never },
  revertMerge: { status: 200, expect: inDomain(writer), changes: ownPlace },
  listDuplicates: { status: 200, expect: inDomain(anyCaller), changes: never },
  judgeDuplicate: { status: 200, expect: inDomain(writer), changes: ownPlace },
  judgeDuplicates: { status: 200, expect: inDomain(writer), changes: ownPlace },
  listRelationTypes: { status: 200, expect: inDomain(anyCaller), changes: never },
  mapRelationType: { status: 200, expect: inDomain(writer), changes: ownPlace },
  unmapRelationType: { status: 200, expect: inDomain(writer), changes: ownPlace },
  listContradictions: { status: 200, expect: inDomain(anyCaller), changes: never },
  listAudit: { status: 200, expect: inDomain(anyCaller), changes: never },
  undoAudit: { status: 200, expect: inDomain(writer), changes: ownPlace },
  countReview: { status: 200, expect: inDomain(anyCaller), changes: never },
  listPairReasons: { status: 200, expect: inDomain(anyCaller), changes: never },
  judgeByReason: { status: 200, expect: inDomain(writer), changes: ownPlace },
  findPlaces: { status: 200, expect: anyCaller, changes: never },
  undoBatch: { status: 200, expect: inDomain(writer), changes: ownPlace },

  pollEvents: { status: 200, expect: inDomain(anyCaller), changes: never },
  streamEvents: { status: 200, expect: inDomain(anyCaller), changes: never },
  streamAgentEvents: { status: 200, expect: anyCaller, changes: never },

  createWebhook: { status: 201, expect: inDomain(writer), changes: ownPlace },
  listWebhooks: { status: 200, expect: inDomain(anyCaller), changes: never },
  getWebhook: { status: 200, expect: inDomain(anyCaller), changes: never },
  changeWebhook: { status: 200, expect: inDomain(writer), changes: ownPlace },
  deleteWebhook: { status: 200, expect: inDomain(writer), changes: ownPlace },
  rotateWebhookSecret: { status: 200, expect: inDomain(writer), changes: ownPlace },
  // Nobody is there, and that too is an attempt.
  testWebhook: { status: 200, expect: inDomain(writer), changes: ownPlace },
  // The delivery of the place has failed, and nobody is there now either.
  resendDelivery: { status: 200, expect: inDomain(writer), changes: ownPlace },
  listDeliveries: { status: 200, expect: inDomain(anyCaller), changes: never },

  importFile: { status: 202, expect: { ...inDomain(writer), archived_owner: archived }, changes: ownPlace },
  listImports: { status: 200, expect: inDomain(anyCaller), changes: never },
  getImport: { status: 200, expect: inDomain(anyCaller), changes: never },
  takeBackImport: { status: 200, expect: inDomain(writer), changes: ownPlace },
  createView: { status: 201, expect: inDomain(writer), changes: ownPlace },
  listViews: { status: 200, expect: inDomain(anyCaller), changes: never },
  getView: { status: 200, expect: inDomain(anyCaller), changes: never },
  // Of one that another has shared, an editor may change nothing.
  changeView: { status: 200, expect: { ...inDomain(ownerOnly), editor: ofAnother }, changes: ownPlace },
  deleteView: { status: 200, expect: { ...inDomain(ownerOnly), editor: ofAnother }, changes: ownPlace },

  createWatch: { status: 201, expect: inDomain(writer), changes: ownPlace },
  listWatches: { status: 200, expect: inDomain(anyCaller), changes: never },
  getWatch: { status: 200, expect: inDomain(anyCaller), changes: never },
  changeWatch: { status: 200, expect: inDomain(writer), changes: ownPlace },
  deleteWatch: { status: 200, expect: inDomain(writer), changes: ownPlace },
  readWatchNews: { status: 200, expect: inDomain(anyCaller), changes: never },
  // Those who can only read may say what they have read.
  markWatchSeen: { status: 200, expect: { ...inDomain(anyCaller), archived_owner: archived }, changes: ownPlace },
  // A key has no address. Nobody of these gets any mail yet that could be stopped.
  startWatchMail: { status: 200, expect: watcherInPerson, changes: ownPlace },
  stopWatchMail: { status: 200, expect: watcherInPerson, changes: never },
  createWatchFeed: { status: 201, expect: inDomain(writer), changes: ownPlace },
  revokeWatchFeed: { status: 200, expect: inDomain(writer), changes: ownPlace },
  readAtomFeed: { status: 200, expect: inPublic, changes: never },
  readJsonFeed: { status: 200, expect: inPublic, changes: never },

  createShare: { status: 201, expect: inDomain(writer), changes: ownPlace },
  listShares: { status: 200, expect: inDomain(anyCaller), changes: never },
  revokeShare: { status: 200, expect: inDomain(writer), changes: ownPlace },
  getPublicDomain: { status: 200, expect: inPublic, changes: never },
  getPublicGraph: { status: 200, expect: inPublic, changes: never },
  getPublicTimeline: { status: 200, expect: inPublic, changes: never },
  getPublicMap: { status: 200, expect: inPublic, changes: never },
  getPublicSearch: { status: 200, expect: inPublic, changes: never },

  // Those who can only read may speak too, about what is theirs.
  sendFeedback: { status: 201, expect: { ...inDomain(anyCaller), archived_owner: archived }, changes: ownPlace },
  listFeedback: { status: 200, expect: anyCaller, changes: never },
} satisfies Record<RouteName, Row>

it('has a row for every route, and each row calls its own route', async () => {
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(routes).sort())
  const place = await makePlace(db)
  for (const name of Object.keys(matrix) as RouteName[]) {
    const { method, path } = sampleOf(name, place)
    expect(findRoute(method, path), name).toBe(routes[name])
  }
})

const isCaller = (expectation: Expectation) => expectation.no_key === '401 invalid API key'

/** A place, how it was left, and a caller for each column, used again until a call has changed something. */
const scenes = new Map<Column, { home: Place; left: string; credentials: Credentials }>()

async function sceneOf(column: Column) {
  const known = scenes.get(column)
  if (known) return known
  const home = await makePlace(db, { archived: column.startsWith('archived_') })
  const credentials = await callers[column](home)
  const scene = { home, left: await snapshotPlace(db, home.id), credentials }
  scenes.set(column, scene)
  return scene
}

describe.each(Object.entries<Row>(matrix) as [RouteName, Row][])('%s', (name, row) => {
  it.each(Object.entries(row.expect) as [Column, Outcome][])('as %s: %s', async (column, outcome) => {
    const { home, left, credentials } = await sceneOf(column)
    const sample = sampleOf(name, home)
    const { method, path } = sample
    const before = await countAll(db)
    const answer = await call(method, path, { ...credentials, ...sentBy(sample) })
    const changed = (await snapshotPlace(db, home.id)) !== left || (await countAll(db)) !== before
    // What another project's owner did is not in the snapshot.
    if (changed || (method !== 'GET' && outcome === 'ok')) scenes.delete(column)
    const said = answer.status < 400 ? answer.status : `${answer.status} ${answer.body.error}`
    expect(said).toBe(outcome === 'ok' ? row.status : outcome)
    expect(changed, 'whether something changed').toBe(outcome === 'ok' && row.changes(column))
    if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    if (column.startsWith('other_') && isCaller(row.expect)) {
      const told = JSON.stringify(answer.body)
      const { id, name, ...things } = home
      const secrets = [id, name, ...Object.values(things).flatMap((thing) => Object.values(thing))]
      for (const secret of secrets) expect(told).not.toContain(secret)
    }
  })
})
