import { graphErrors } from './graph/graph-errors.ts'

// Every error of the API, by its code. `error` is the exact text on the wire. Words in <angle brackets> differ per call:
// the server fills them in.

export interface ErrorDefinition {
  status: number
  error: string
  when: string
}

export const errors = {
  // Any call
  invalid_request: {
    status: 400,
    error: '<field> <rule>',
    when: 'A field of the path, query or body has the wrong type or range; `details` lists every mistake.',
  },
  invalid_json: { status: 400, error: 'invalid JSON body', when: 'The body is not JSON in UTF-8.' },
  bad_request: { status: 400, error: 'bad request', when: 'The request is not valid HTTP.' },
  invalid_api_key: {
    status: 401,
    error: 'invalid API key',
    when: 'No credentials, an unknown or revoked key, or an ended session.',
  },
  project_archived: {
    status: 403,
    error: 'project is archived',
    when: 'A call with a key of an archived project, or a change with a session in one.',
  },
  read_only: {
    status: 403,
    error: 'read-only access',
    when: 'A call that writes, with a read key or as a viewer.',
  },
  owner_required: {
    status: 403,
    error: 'owner access required',
    when: 'An editor calls an owner action.',
  },
  session_required: {
    status: 403,
    error: 'session required',
    when: 'A key calls an endpoint that needs a session.',
  },
  cross_origin: {
    status: 403,
    error: 'cross-origin request refused',
    when: 'A browser sends a write call with a session cookie from another origin.',
  },
  not_found: {
    status: 404,
    error: 'not found',
    when: 'Unknown route, dead letter, share link or feed, or a view that the link does not include.',
  },
  method_not_allowed: {
    status: 405,
    error: 'method not allowed',
    when: 'The path does not support the method; `Allow` lists those that it does.',
  },
  idempotency_key_reused: {
    status: 409,
    error: 'idempotency key was used with another request',
    when: 'The Idempotency-Key was used with another path or body in the last 24 hours.',
  },
  idempotency_in_progress: {
    status: 409,
    error: 'a request with this idempotency key is in progress',
    when: 'The first call with the Idempotency-Key has not answered yet.',
  },
  quota_reached: {
    status: 409,
    error: 'quota reached: <quota>',
    when: 'There is as much of it as the operator allows (`QUOTAS`), in the project or, with `_total`, in all of them.',
  },
  request_timeout: { status: 408, error: 'request timeout', when: 'The request did not arrive in time.' },
  body_too_large: { status: 413, error: 'request body too large', when: 'The body is over 1 MiB.' },
  unsupported_media_type: {
    status: 415,
    error: 'send application/json',
    when: 'A call with a body has another content type, or a Content-Encoding.',
  },
  rate_limited: {
    status: 429,
    error: 'rate limit exceeded',
    when: 'More requests in a minute than RATE_LIMIT, RATE_LIMIT_PROJECT, RATE_LIMIT_TOTAL or RATE_LIMIT_ANONYMOUS.',
  },
  too_many_at_once: {
    status: 429,
    error: 'too many requests at once',
    when: 'Too many reads or long calls of the project are waiting already; `Retry-After` says when to try again.',
  },
  headers_too_large: {
    status: 431,
    error: 'request headers too large',
    when: 'The headers are over 16 KiB.',
  },
  internal: {
    status: 500,
    error: 'internal error',
    when: 'An unexpected error; the server log has it under the request id.',
  },
  unavailable: {
    status: 503,
    error: 'temporarily unavailable',
    when: 'The database cannot be reached, or the process is shutting down.',
  },
  took_too_long: {
    status: 503,
    error: 'took too long; ask for less',
    when: 'The answer was not ready within READ_SECONDS. A change that takes longer is not made.',
  },

  // Project and members
  project_name_required: { status: 400, error: 'name required', when: 'The project name is missing or blank.' },
  project_confirm: {
    status: 400,
    error: 'pass ?confirm=<project name> to delete',
    when: '`confirm` is missing or is not the project name.',
  },
  project_not_found: {
    status: 404,
    error: 'project not found',
    when: 'The session has no project, or the user is not a member of it.',
  },
  last_owner: {
    status: 400,
    error: 'cannot remove the last owner',
    when: 'The member is the only owner and would be removed or demoted.',
  },
  member_not_found: { status: 404, error: 'member not found', when: 'The user is not a member of the project.' },

  // Keys
  key_not_found: { status: 404, error: 'key not found', when: 'The project has no such key, or it is revoked.' },

  // Invites and sessions
  invite_not_found: {
    status: 404,
    error: 'invite not found',
    when: 'The invite is unknown, accepted, withdrawn or older than 14 days.',
  },
  already_member: {
    status: 409,
    error: 'already a member of this project',
    when: 'The person who accepts the invite is a member already; the invite stays open.',
  },
  invite_for_other: {
    status: 403,
    error: 'the invite is for another email',
    when: 'The invite names an email, and another one would accept it.',
  },
  session_not_found: { status: 404, error: 'session not found', when: 'The person has no such session.' },
  wrong_password: { status: 403, error: 'current password is wrong', when: '`current` is not the password.' },
  reset_not_found: {
    status: 404,
    error: 'reset link not found',
    when: 'The link is unknown, was used or replaced, or is older than 24 hours.',
  },
  own_reset: {
    status: 409,
    error: 'change your own password with the current one',
    when: 'A signed-in owner asks for a reset link for themselves.',
  },
  member_elsewhere: {
    status: 409,
    error: 'the member also belongs to a project that you do not own',
    when: 'A new password would open that project too. A key owns its own project only.',
  },
  wrong_credentials: {
    status: 401,
    error: 'wrong email or password',
    when: 'The email is unknown or the password is wrong.',
  },
  too_many_sign_ins: {
    status: 429,
    error: 'too many failed sign-ins',
    when: 'Ten sign-ins failed within ten minutes for this email or from this address.',
  },

  // Domains
  domain_not_found: { status: 404, error: 'domain not found', when: 'The project has no such domain.' },
  domain_name_required: { status: 400, error: 'name is required', when: 'The domain name is missing or blank.' },
  domain_confirm: {
    status: 400,
    error: 'pass ?confirm=<domain name> to delete',
    when: '`confirm` is missing or is not the domain name.',
  },
  domain_archived: {
    status: 409,
    error: 'domain is archived',
    when: 'The call would queue work in an archived domain.',
  },
  domain_paused: {
    status: 409,
    error: 'domain is paused',
    when: 'A discovery or a plan would begin while the crawl of the domain is paused. Resume it first.',
  },
  nothing_to_update: { status: 400, error: 'nothing to update', when: 'The body changes no field.' },
  kind_has_entities: {
    status: 409,
    error: 'kind still has entities: <kind> (<count>)',
    when: 'A kind that still has entities would leave the ontology.',
  },

  // The gate
  gate_version_not_found: { status: 404, error: 'version not found', when: 'The gate has no such version.' },
  gate_version_published: {
    status: 409,
    error: 'version is published',
    when: 'The version is, or was, published; only drafts can be changed or deleted.',
  },

  // Sources, pages and runs
  source_not_found: { status: 404, error: 'source not found', when: 'The domain has no such source.' },
  sitemap_unreadable: {
    status: 422,
    error: 'sitemap could not be read: <reason>',
    when: 'The sitemap cannot be fetched or parsed, robots.txt disallows it, or its address is refused.',
  },
  discovery_running: {
    status: 409,
    error: 'a discovery is already running for this domain',
    when: 'The last discovery of the domain is still queued or running.',
  },
  plan_running: {
    status: 409,
    error: 'a frontier plan is already running for this domain',
    when: 'The last plan of the domain is still queued or running.',
  },
  autopilot_not_failed: {
    status: 409,
    error: 'autopilot is not in a failed state',
    when: 'No stage of the autopilot has failed, or the domain has no autopilot.',
  },
  no_active_run: { status: 400, error: 'no active run', when: 'There is no run to cancel.' },
  no_pages_named: {
    status: 400,
    error: 'pass page_ids or all=true',
    when: 'The body has neither `page_ids` nor `all`.',
  },

  // The graph, and imports
  ...graphErrors,

  // Curation
  stale_etag: {
    status: 412,
    error: 'changed since it was read',
    when: '`If-Match` is not the ETag that the entity, the relationship or the draft has now.',
  },
  entity_merged: {
    status: 409,
    error: 'entity was merged into <id>',
    when: 'The body names an entity that was merged into another.',
  },
  entity_full: {
    status: 409,
    error: 'entity is full',
    when: 'People would have set more than 200 attributes and external ids of the entity, or attributes of the relationship, or more than 256 KB in all. Unpin some first.',
  },
  evidence_not_found: {
    status: 404,
    error: 'evidence not found',
    when: 'The entity has no such live evidence.',
  },
  attribute_not_found: { status: 404, error: 'attribute not found', when: 'The entity has no such attribute.' },
  tombstone_not_found: {
    status: 404,
    error: 'tombstone not found',
    when: 'The domain has no such tombstone, or it is lifted.',
  },
  merge_not_found: { status: 404, error: 'merge not found', when: 'The domain has no such merge.' },
  merge_reverted: { status: 409, error: 'merge is reverted already', when: 'The merge does not hold any more.' },
  later_merge: {
    status: 409,
    error: 'a later merge builds on it: <merge id>',
    when: 'The merged entity was merged again; revert the later merge first.',
  },
  duplicate_not_found: {
    status: 404,
    error: 'duplicate not found',
    when: 'The domain has no such pair, or one of the two is not in the graph.',
  },
  relation_type_not_found: {
    status: 404,
    error: 'relation type not found',
    when: 'Neither the table of relations nor a relationship of the domain has the type; or what is taken back is the same as no other.',
  },
  relation_type_circle: {
    status: 409,
    error: 'relation types would be the same as each other in a circle',
    when: 'The other type is the same as this one already, or leads to it.',
  },
  audit_not_found: { status: 404, error: 'audit entry not found', when: 'The domain has no such entry.' },
  batch_not_found: {
    status: 404,
    error: 'batch not found',
    when: 'The domain has no such batch, or somebody else began it.',
  },
  already_undone: { status: 409, error: 'entry is undone already: <audit id>', when: 'The entry was undone.' },
  overtaken: {
    status: 409,
    error: 'a later change builds on it: <audit id>',
    when: 'A later entry changed the same thing; undo that one first.',
  },

  history_forgotten: {
    status: 410,
    error: 'history is kept since <time>',
    when: '`as_of` is before the history that is kept (HISTORY_RETENTION_DAYS), or changes after `since` were forgotten, or `since` is a cursor from before a backup was restored: begin again with `since=0`.',
  },

  // Events
  invalid_last_event_id: {
    status: 400,
    error: 'Last-Event-ID must be the id of an event',
    when: 'The header `Last-Event-ID` is not a whole number.',
  },

  // Pages
  page_not_found: {
    status: 404,
    error: 'page not found',
    when: 'The domain has no such page, or holds no text of it: it was not read, or the gate drops it.',
  },

  // Links that wait
  group_not_found: { status: 404, error: 'group not found', when: 'The domain has no such group of links.' },

  // Recipes
  recipe_not_found: { status: 404, error: 'recipe not found', when: 'The domain has no such recipe.' },

  // Webhooks
  webhook_not_found: { status: 404, error: 'webhook not found', when: 'The domain has no such webhook.' },
  invalid_url: {
    status: 400,
    error: 'valid http(s) url required',
    when: 'The URL is missing, is not http(s), or contains credentials.',
  },
  url_refused: {
    status: 400,
    error: 'url must have a public address; CRAWL_ALLOW_PRIVATE of the service allows private ones',
    when: 'The host is in a private network that CRAWL_ALLOW_PRIVATE does not allow.',
  },
  delivery_not_found: {
    status: 404,
    error: 'delivery not found',
    when: 'The webhook has no such delivery, or its event has been deleted (EVENT_RETENTION_DAYS).',
  },
  delivery_pending: {
    status: 409,
    error: 'delivery is pending',
    when: 'The delivery has not ended yet: it is sent without being asked for.',
  },
  too_many_webhooks: { status: 409, error: 'too many webhooks', when: 'The domain has 100 webhooks already.' },

  // Saved views
  view_not_found: {
    status: 404,
    error: 'view not found',
    when: 'The domain has no such view, or it is not shared with the caller.',
  },
  view_of_another: {
    status: 403,
    error: 'only who saved this view, or an owner, may change it',
    when: 'The view was saved by another member.',
  },
  too_many_views: { status: 409, error: 'too many views', when: 'The caller has 100 views of the domain already.' },

  // Watches
  watch_not_found: { status: 404, error: 'watch not found', when: 'The domain has no such watch.' },
  watch_of_one: {
    status: 400,
    error: 'pass either query or entity_ids',
    when: 'A watch would have both a query and entities, or neither.',
  },
  too_many_watches: { status: 409, error: 'too many watches', when: 'The domain has 100 watches already.' },
  mail_not_configured: {
    status: 409,
    error: 'the service sends no mail: SMTP_URL is not set',
    when: 'A person wants the news of a watch by mail, and the service has no mail server.',
  },

  // Share links
  share_not_found: { status: 404, error: 'share not found', when: 'The domain has no such share link.' },
  too_many_shares: { status: 409, error: 'too many share links', when: 'The domain has 1000 share links already.' },
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errors

export const errorCodes = Object.keys(errors) as ErrorCode[]
