export type OwnWorkKind =
  | 'autopilot'
  | 'entities'
  | 'graph_events'
  | 'imports'
  | 'mails'
  | 'plan'
  | 'recrawl'
  | 'relation_types'
  | 'webhooks'
export type SharedWorkKind = 'discovery'
export type WorkKind = OwnWorkKind | SharedWorkKind
