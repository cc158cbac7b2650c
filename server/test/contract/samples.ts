import type { RouteName } from '@polegraph/contract/routes.ts'
import { type Place, password } from '../support/graph/world.ts'
import { sitemapUrl } from '../support/web/sitemap-site.ts'
import { curationSamples } from './samples-of-curation.ts'

// One valid request for every route, written by hand: what it names exists in the place.

export interface Sample {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: Record<string, unknown>
  /** Of a route that takes a file. */
  file?: string
}

/** What a sample sends. */
export const sentBy = ({ body, file }: Sample) => (file === undefined ? { body } : { raw: file })

let people = 0

export const samples = {
  getHealth: () => ({ method: 'GET', path: '/healthz' }),
  getReadiness: () => ({ method: 'GET', path: '/readyz' }),
  getStatus: () => ({ method: 'GET', path: '/v1/status' }),
  getMetrics: () => ({ method: 'GET', path: '/metrics' }),
  getOpenapi: () => ({ method: 'GET', path: '/v1/openapi.json' }),

  listKeys: () => ({ method: 'GET', path: '/v1/project/keys' }),
  createKey: () => ({ method: 'POST', path: '/v1/project/keys', body: { name: 'dashboard', scope: 'read' } }),
  rotateKey: ({ key }) => ({ method: 'POST', path: `/v1/project/keys/${key.id}/rotate` }),
  revokeKey: ({ key }) => ({ method: 'DELETE', path: `/v1/project/keys/${key.id}` }),

  getProject: () => ({ method: 'GET', path: '/v1/project' }),
  renameProject: () => ({ method: 'PATCH', path: '/v1/project', body: { name: 'renamed' } }),
  deleteProject: ({ name }) => ({ method: 'DELETE', path: `/v1/project?confirm=${encodeURIComponent(name)}` }),
  archiveProject: () => ({ method: 'POST', path: '/v1/project/archive' }),
  unarchiveProject: () => ({ method: 'POST', path: '/v1/project/unarchive' }),
  createProject: () => ({ method: 'POST', path: '/v1/projects', body: { name: 'another' } }),
  listMembers: () => ({ method: 'GET', path: '/v1/project/members' }),
  changeMember: ({ mate }) => ({ method: 'PATCH', path: `/v1/project/members/${mate.id}`, body: { role: 'viewer' } }),
  removeMember: ({ mate }) => ({ method: 'DELETE', path: `/v1/project/members/${mate.id}` }),
  createReset: ({ mate }) => ({ method: 'POST', path: `/v1/project/members/${mate.id}/reset` }),
  createInvite: () => ({
    method: 'POST',
    path: '/v1/project/invites',
    body: { role: 'viewer', email: 'ada@example.org' },
  }),
  listInvites: () => ({ method: 'GET', path: '/v1/project/invites' }),
  withdrawInvite: ({ invite }) => ({ method: 'DELETE', path: `/v1/project/invites/${invite.id}` }),

  previewInvite: ({ invite }) => ({ method: 'GET', path: `/v1/invites/${invite.token}/accept` }),
  acceptInvite: ({ invite }) => ({
    method: 'POST',
    path: `/v1/invites/${invite.token}/accept`,
    body: { email: `person-${++people}@example.org`, name: 'Ada', password },
  }),
  signIn: ({ mate }) => ({ method: 'POST', path: '/v1/session', body: { email: mate.email, password } }),
  getSession: () => ({ method: 'GET', path: '/v1/session' }),
  signOut: () => ({ method: 'DELETE', path: '/v1/session' }),
  changePassword: () => ({
    method: 'POST',
    path: '/v1/session/password',
    body: { current: password, password: 'staple battery horse' },
  }),
  listSessions: () => ({ method: 'GET', path: '/v1/sessions' }),
  endOtherSessions: () => ({ method: 'DELETE', path: '/v1/sessions' }),
  // Of somebody else: nobody can end it but the mate.
  endSession: ({ session }) => ({ method: 'DELETE', path: `/v1/sessions/${session.id}` }),
  previewReset: ({ reset }) => ({ method: 'GET', path: `/v1/resets/${reset.token}` }),
  resetPassword: ({ reset }) => ({
    method: 'POST',
    path: `/v1/resets/${reset.token}`,
    body: { password: 'staple battery horse' },
  }),
  switchProject: ({ id }) => ({ method: 'POST', path: '/v1/session/project', body: { project_id: id } }),

  createDomain: () => ({
    method: 'POST',
    path: '/v1/domains',
    body: {
      name: 'ports',
      description: 'Ports of the Baltic Sea.',
      ontology: ['port', 'ship'],
      max_depth: 1,
      max_pages: 50,
      max_spend_usd: 5,
      readers_may_spend: true,
      recrawl_every: 86_400,
    },
  }),
  listDomains: () => ({ method: 'GET', path: '/v1/domains' }),
  getDomain: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}` }),
  createAutopilot: () => ({
    method: 'POST',
    path: '/v1/domains/autopilot',
    body: { prompt: 'Ports of the Baltic Sea and who runs them', max_pages: 10, max_spend_usd: 1.5, max_cycles: 2 },
  }),
  getAutopilot: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/autopilot` }),
  retryAutopilot: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/autopilot/retry` }),
  changeDomain: ({ domain }) => ({
    method: 'PATCH',
    path: `/v1/domains/${domain.id}`,
    body: {
      name: 'renamed',
      description: 'Some of it.',
      ontology: ['person', 'port'],
      attributes: [{ key: 'code', label: 'Code', kinds: [], description: 'UN/LOCODE' }],
      max_depth: 3,
      max_pages: 500,
      max_spend_usd: null,
      readers_may_spend: true,
      recrawl_every: 3_600,
    },
  }),
  deleteDomain: ({ domain }) => ({
    method: 'DELETE',
    path: `/v1/domains/${domain.id}?confirm=${encodeURIComponent(domain.name)}`,
  }),
  archiveDomain: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/archive` }),
  unarchiveDomain: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/unarchive` }),

  getGate: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/gate` }),
  listGateVersions: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/gate/versions` }),
  getGateVersion: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/gate/versions/1` }),
  createGateVersion: ({ domain }) => ({
    method: 'POST',
    path: `/v1/domains/${domain.id}/gate/versions`,
    body: { rules: { include_terms: ['port'], block_paths: ['/tag/**'] }, note: 'no tags' },
  }),
  changeGateVersion: ({ domain }) => ({
    method: 'PATCH',
    path: `/v1/domains/${domain.id}/gate/versions/2`,
    body: { rules: { min_words: 20 }, note: 'fewer' },
  }),
  deleteGateVersion: ({ domain }) => ({ method: 'DELETE', path: `/v1/domains/${domain.id}/gate/versions/2` }),
  previewGateVersion: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/gate/versions/2/preview` }),
  publishGateVersion: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/gate/versions/2/publish` }),

  addSource: ({ domain }) => ({
    method: 'POST',
    path: `/v1/domains/${domain.id}/sources`,
    body: { url: 'https://example.org/new', recrawl_every: 7_200 },
  }),
  listSources: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/sources` }),
  addSources: ({ domain }) => ({
    method: 'POST',
    path: `/v1/domains/${domain.id}/sources/bulk`,
    body: { urls: ['https://example.org/one', 'https://example.com/two', 'nothing'] },
  }),
  addSitemap: ({ domain }) => ({
    method: 'POST',
    path: `/v1/domains/${domain.id}/sources/sitemap`,
    body: { url: sitemapUrl },
  }),
  changeSource: (place) => ({ method: 'PATCH', path: sourcePath(place), body: { recrawl_every: 86_400 } }),
  deleteSource: (place) => ({ method: 'DELETE', path: sourcePath(place) }),
  crawlSource: (place) => ({ method: 'POST', path: `${sourcePath(place)}/crawl` }),
  crawlSources: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/crawl` }),
  recrawlPages: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/recrawl` }),

  discoverSources: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/discover-sources` }),
  listDiscoveries: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/discoveries` }),
  planFrontier: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/plan-frontier` }),
  listPlans: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/plans` }),

  listPages: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/pages?status=failed` }),
  getPage: ({ domain, extracted_page }) => ({
    method: 'GET',
    path: `/v1/domains/${domain.id}/pages/${extracted_page.id}`,
  }),
  getPageText: ({ domain, extracted_page }) => ({
    method: 'GET',
    path: `/v1/domains/${domain.id}/pages/${extracted_page.id}/text`,
  }),
  listFailedPages: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/errors` }),
  requeueFailedPages: ({ domain, failed_page }) => ({
    method: 'POST',
    path: `/v1/domains/${domain.id}/errors/requeue`,
    body: { page_ids: [failed_page.id], all: false },
  }),
  listDeadLetters: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/dead-letters` }),
  requeueDeadLetter: (place) => ({ method: 'POST', path: `${deadLetterPath(place)}/requeue` }),
  discardDeadLetter: (place) => ({ method: 'POST', path: `${deadLetterPath(place)}/discard` }),

  listRuns: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/runs` }),
  pauseCrawl: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/runs/pause` }),
  resumeCrawl: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/runs/resume` }),
  cancelRun: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/runs/cancel` }),
  getFrontier: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/frontier` }),
  releaseFrontierGroup: ({ domain, link_group }) => ({
    method: 'POST',
    path: `/v1/domains/${domain.id}/frontier/groups/${link_group.id}/release`,
  }),

  listRecipes: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/recipes` }),
  invalidateRecipe: ({ domain, recipe }) => ({
    method: 'POST',
    path: `/v1/domains/${domain.id}/recipes/${recipe.id}/invalidate`,
  }),

  listEntities: ({ domain }) => ({
    method: 'GET',
    path: `/v1/domains/${domain.id}/entities?q=ada&attr.role=captain&facets=1`,
  }),
  getEntity: (place) => ({ method: 'GET', path: entityPath(place) }),
  listEntityRelationships: (place) => ({ method: 'GET', path: `${entityPath(place)}/relationships` }),
  listEntityEvidence: (place) => ({ method: 'GET', path: `${entityPath(place)}/evidence` }),
  getEntityHistory: (place) => ({ method: 'GET', path: `${entityPath(place)}/history` }),
  listNeighbors: (place) => ({ method: 'GET', path: `${entityPath(place)}/neighbors?depth=2` }),
  findPaths: ({ domain, entity, other_entity }) => ({
    method: 'GET',
    path: `/v1/domains/${domain.id}/paths?from=${entity.id}&to=${other_entity.id}`,
  }),
  getGraph: ({ domain, entity }) => ({
    method: 'GET',
    path: `/v1/domains/${domain.id}/graph?seed=${entity.id}&q=mary`,
  }),
  search: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/search?q=ada` }),
  explainEntity: (place) => ({ method: 'GET', path: `${entityPath(place)}/explain` }),
  listRelationships: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/relationships` }),
  getRelationship: (place) => ({ method: 'GET', path: relationshipPath(place) }),
  listRelationshipEvidence: (place) => ({ method: 'GET', path: `${relationshipPath(place)}/evidence` }),
  getTimeline: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/timeline?from=1800&to=19XX` }),
  getMap: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/map?bbox=-10,40,10,60` }),
  getStats: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/stats` }),
  listChanges: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/changes?since=0` }),
  getScorecard: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/scorecard` }),
  getUsage: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/usage` }),
  ask: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/ask?q=Who%20is%20Ada%3F` }),
  exportGraph: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/export?format=turtle` }),

  ...curationSamples,
  findPlaces: () => ({ method: 'GET', path: '/v1/places?q=Rostock' }),

  pollEvents: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/events/poll?since=0` }),
  streamEvents: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/events?since=0` }),
  streamAgentEvents: () => ({ method: 'GET', path: '/v1/agents/events' }),

  createWebhook: ({ domain }) => ({
    method: 'POST',
    path: `/v1/domains/${domain.id}/webhooks`,
    body: { url: 'https://hooks.example.org/y', events: ['budget.hit', 'entity.added'], filter: { kinds: ['person'] } },
  }),
  listWebhooks: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/webhooks` }),
  getWebhook: (place) => ({ method: 'GET', path: webhookPath(place) }),
  changeWebhook: (place) => ({
    method: 'PATCH',
    path: webhookPath(place),
    body: { url: 'https://hooks.example.org/z', events: ['run.update'], filter: null, enabled: false },
  }),
  deleteWebhook: (place) => ({ method: 'DELETE', path: webhookPath(place) }),
  rotateWebhookSecret: (place) => ({ method: 'POST', path: `${webhookPath(place)}/rotate-secret` }),
  testWebhook: (place) => ({ method: 'POST', path: `${webhookPath(place)}/test` }),
  resendDelivery: (place) => ({
    method: 'POST',
    path: `${webhookPath(place)}/deliveries/${place.delivery.id}/resend`,
  }),
  listDeliveries: (place) => ({ method: 'GET', path: `${webhookPath(place)}/deliveries` }),

  importFile: ({ domain }) => ({
    method: 'POST',
    path: `/v1/domains/${domain.id}/imports?format=csv&name=members.csv`,
    file: 'Name,Company\nSolveig Aas,Kveldlys\n',
  }),
  listImports: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/imports` }),
  getImport: ({ domain, import: one }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/imports/${one.id}` }),
  takeBackImport: ({ domain, import: one }) => ({
    method: 'DELETE',
    path: `/v1/domains/${domain.id}/imports/${one.id}`,
  }),
  createView: ({ domain }) => ({
    method: 'POST',
    path: `/v1/domains/${domain.id}/views`,
    body: { name: 'People', state: { search: { kind: 'person' } }, shared: true },
  }),
  listViews: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/views` }),
  getView: ({ domain, view }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/views/${view.id}` }),
  changeView: ({ domain, view }) => ({
    method: 'PATCH',
    path: `/v1/domains/${domain.id}/views/${view.id}`,
    body: { name: 'All people' },
  }),
  deleteView: ({ domain, view }) => ({ method: 'DELETE', path: `/v1/domains/${domain.id}/views/${view.id}` }),

  createWatch: ({ domain }) => ({
    method: 'POST',
    path: `/v1/domains/${domain.id}/watches`,
    body: { name: 'People', query: { kinds: ['person'], min_confidence: 0.5 } },
  }),
  listWatches: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/watches` }),
  getWatch: (place) => ({ method: 'GET', path: watchPath(place) }),
  changeWatch: (place) => ({ method: 'PATCH', path: watchPath(place), body: { name: 'Ada herself' } }),
  deleteWatch: (place) => ({ method: 'DELETE', path: watchPath(place) }),
  readWatchNews: (place) => ({ method: 'GET', path: `${watchPath(place)}/news?since=0` }),
  markWatchSeen: (place) => ({ method: 'POST', path: `${watchPath(place)}/seen`, body: { cursor: 2 } }),
  startWatchMail: (place) => ({ method: 'PUT', path: `${watchPath(place)}/mail`, body: { every: 'day' } }),
  stopWatchMail: (place) => ({ method: 'DELETE', path: `${watchPath(place)}/mail` }),
  createWatchFeed: (place) => ({ method: 'POST', path: `${watchPath(place)}/feed` }),
  revokeWatchFeed: (place) => ({ method: 'DELETE', path: `${watchPath(place)}/feed` }),
  readAtomFeed: ({ watch }) => ({ method: 'GET', path: `/v1/feeds/${watch.feed_token}.atom` }),
  readJsonFeed: ({ watch }) => ({ method: 'GET', path: `/v1/feeds/${watch.feed_token}.json` }),

  createShare: ({ domain }) => ({ method: 'POST', path: `/v1/domains/${domain.id}/share`, body: { views: ['map'] } }),
  listShares: ({ domain }) => ({ method: 'GET', path: `/v1/domains/${domain.id}/share` }),
  revokeShare: ({ domain, share }) => ({ method: 'DELETE', path: `/v1/domains/${domain.id}/share/${share.id}` }),
  getPublicDomain: ({ share }) => ({ method: 'GET', path: `/v1/public/${share.token}` }),
  getPublicGraph: ({ share }) => ({ method: 'GET', path: `/v1/public/${share.token}/graph?kind=person` }),
  getPublicTimeline: ({ share }) => ({ method: 'GET', path: `/v1/public/${share.token}/timeline` }),
  getPublicMap: ({ share }) => ({ method: 'GET', path: `/v1/public/${share.token}/map` }),
  getPublicSearch: ({ share }) => ({ method: 'GET', path: `/v1/public/${share.token}/search?q=ada` }),

  sendFeedback: ({ domain }) => ({
    method: 'POST',
    path: '/v1/feedback',
    body: { kind: 'problem', message: 'It is empty.', domain_id: domain.id, context: { page: '/map' } },
  }),
  listFeedback: () => ({ method: 'GET', path: '/v1/feedback' }),
} satisfies Record<RouteName, (place: Place) => Sample>

function sourcePath({ domain, source }: Place): string {
  return `/v1/domains/${domain.id}/sources/${source.id}`
}

function entityPath({ domain, entity }: Place): string {
  return `/v1/domains/${domain.id}/entities/${entity.id}`
}

function relationshipPath({ domain, relationship }: Place): string {
  return `/v1/domains/${domain.id}/relationships/${relationship.id}`
}

function deadLetterPath({ domain, dead_letter }: Place): string {
  return `/v1/domains/${domain.id}/dead-letters/${dead_letter.id}`
}

function webhookPath({ domain, webhook }: Place): string {
  return `/v1/domains/${domain.id}/webhooks/${webhook.id}`
}

function watchPath({ domain, watch }: Place): string {
  return `/v1/domains/${domain.id}/watches/${watch.id}`
}

export const sampleOf = (name: RouteName, place: Place): Sample => samples[name](place)
