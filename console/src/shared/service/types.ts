import type { Polegraph } from '@polegraph/sdk/polegraph.ts'

// The answers of the service, by the words of the contract.

type Answer<Group extends keyof Polegraph, Name extends keyof Polegraph[Group]> = Polegraph[Group][Name] extends (
  ...args: never[]
) => PromiseLike<infer Data>
  ? Data
  : never

export type Session = Answer<'session', 'get'>
export type Domain = Answer<'domains', 'get'>
export type ListedDomain = Answer<'domains', 'list'>['domains'][number]
export type Entity = Answer<'entities', 'get'>
export type Evidence = Answer<'entities', 'listEvidence'>['evidence'][number]
export type Relationship = Answer<'relationships', 'get'>
export type RelationType = Answer<'relationTypes', 'list'>['relation_types'][number]
export type Graph = Answer<'graph', 'get'>
export type GraphNode = Graph['nodes'][number]
export type GraphEdge = Graph['edges'][number]
export type FoundPassage = Answer<'graph', 'search'>['passages'][number]
export type Citation = Answer<'graph', 'ask'>['citations'][number]
export type Timeline = Answer<'graph', 'getTimeline'>
export type GraphMap = Answer<'graph', 'getMap'>
export type Source = Answer<'sources', 'list'>['sources'][number]
export type FailedPage = Answer<'pages', 'listFailed'>['failed'][number]
export type Page = Answer<'pages', 'list'>['pages'][number]
export type PageText = Answer<'pages', 'getText'>
export type PageStatus = Page['status']
export type PageErrorCode = NonNullable<Page['error_code']>
export type DeadLetter = Answer<'deadLetters', 'list'>['dead_letters'][number]
export type Frontier = Answer<'frontier', 'get'>
export type Plan = Answer<'frontier', 'listPlans'>['plans'][number]
export type Discovery = Answer<'sources', 'listDiscoveries'>['discoveries'][number]
export type Import = Answer<'imports', 'get'>
export type Recipe = Answer<'recipes', 'list'>['recipes'][number]
export type Autopilot = NonNullable<Answer<'autopilot', 'get'>['autopilot']>
export type GateVersion = Answer<'gate', 'getVersion'>
export type GateRules = GateVersion['rules']
export type GatePreview = Answer<'gate', 'previewVersion'>
export type ApiKey = Answer<'keys', 'list'>['keys'][number]
export type Member = Answer<'members', 'list'>['members'][number]
export type Watch = Answer<'watches', 'get'>
export type WatchEvent = Answer<'watches', 'news'>['events'][number]
export type SavedView = Answer<'views', 'get'>
export type Webhook = Answer<'webhooks', 'get'>
export type DeliveryAttempt = Answer<'webhooks', 'listDeliveries'>['deliveries'][number]
export type UsageMonth = Answer<'domains', 'getUsage'>['months'][number]
export type Share = Answer<'shares', 'list'>['shares'][number]
export type Role = Session['projects'][number]['role']
export type PublicGraph = Answer<'public', 'getGraph'>
export type PublicEntity = PublicGraph['nodes'][number]
export type PublicEdge = NonNullable<PublicGraph['edges']>[number]
export type PublicQuote = NonNullable<PublicEntity['quotes']>[number]
export type Explanation = Answer<'entities', 'explain'>
export type Contradiction = Explanation['contradictions'][number]
export type Merge = Answer<'merges', 'list'>['merges'][number]
export type HistoryEntry = Answer<'entities', 'getHistory'>['history'][number]
export type AuditEntry = Answer<'audit', 'list'>['audit'][number]
export type Duplicate = Answer<'duplicates', 'list'>['duplicates'][number]
export type Tombstone = Answer<'tombstones', 'list'>['tombstones'][number]
