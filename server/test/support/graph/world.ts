import { randomBytes } from 'node:crypto'
import type { Database, Transaction } from '../../../src/platform/db/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { hashSecret, newSecret } from '../../../src/platform/secrets.ts'
import { hashPassword } from '../../../src/sessions/passwords.ts'
import { insertGraph } from './world-graph.ts'

// Projects with one of everything, written straight into the database: a table test needs hundreds, and hashing a
// password for each would take most of its time.

export type Role = 'owner' | 'editor' | 'viewer'

export interface Credentials {
  key?: string
  cookie?: string
}

export interface Person {
  id: string
  email: string
}

/** A project with an owner, and one of each thing that a route can name. */
export interface Place {
  id: string
  name: string
  key: { id: string; secret: string }
  owner: Person
  /** An editor. */
  mate: Person
  invite: { id: string; token: string }
  /** Of the mate. */
  reset: { token: string }
  session: { id: string }
  /** Version 1 of its gate is published, version 2 is a draft. */
  domain: { id: string; name: string }
  /** The failed page belongs to this source. */
  source: { id: string }
  /** Active, but the domain is paused. One page has failed, one is queued and one is extracted. */
  run: { id: string }
  failed_page: { id: string }
  queued_page: { id: string }
  extracted_page: { id: string }
  /** The open dead letter of the failed page. */
  dead_letter: { id: string }
  link_group: { id: string }
  /** Active. */
  recipe: { id: string }
  /** Two people, one of whom knows the other, by a claim of the extracted page. */
  entity: { id: string }
  other_entity: { id: string }
  relationship: { id: string }
  /** The claim about the entity. */
  evidence: { id: string }
  /** The two may be the same. */
  duplicate: { id: string }
  /** A merge of the machine, into the other entity. */
  merge: { id: string }
  merged_entity: { id: string }
  /** Hides a third person, whom the audit says to be deleted. */
  tombstone: { id: string }
  deleted_entity: { id: string }
  audit: { id: string }
  webhook: { id: string }
  delivery: { id: string }
  /** Has every view. */
  share: { id: string; token: string }
  /** Of the entity, and its feed. */
  view: { id: string }
  /** Finished, of one part that names the other entity. */
  import: { id: string }
  watch: { id: string; feed_token: string }
  feedback: { id: string }
}

export const password = 'correct horse battery'
let passwordHash: Promise<string> | undefined

const dayMs = 86_400_000
const later = (tx: Transaction) => new Date(tx.now.getTime() + dayMs)

/** A domain in project $1, created at $4, with the ids $15 to $32 and $36 to $42. The webhook's host does not exist. */
const insertDomain = `
  domain as (insert into domains (project_id, id, name, description, ontology, attributes, max_depth, max_pages, crawl_state, paused_reason, paused_by, page_count,
      graph_seq, entity_count, curations, created_at)
    values ($1, $15, $16, 'All of it.', '{person,object,location,event}', '[]', 2, 100, 'paused', 'paused by a test', 'caller', 3, 3, 2, 1, $4)),
  source as (insert into sources (domain_id, id, url, host, created_at)
    values ($15, $21, 'https://example.org/', 'example.org', $4)),
  run as (insert into runs (domain_id, id, status, started_at, pages_total, pages_done, pages_unchanged, pages_deterministic,
      pages_agentic, pages_irrelevant, pages_skipped, pages_failed, entities_added, tokens_input, tokens_output, spend_usd)
    values ($15, $22, 'running', $4, 3, 2, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0)),
  pages as (insert into pages (domain_id, id, url, host, source_id, source_host, group_key, depth, status, last_mode, error,
      run_id, fetched_at, created_at, due_at, extraction_failures, read_at)
    select $15::uuid, p.id::uuid, 'https://example.org/' || p.path, 'example.org', $21::uuid, 'example.org', 'example.org/*',
      p.depth, p.status, p.last_mode, p.error, $22::uuid, case when p.status <> 'queued' then $4::timestamptz end,
      $4::timestamptz, case when p.status = 'queued' then $4::timestamptz end, p.failures,
      case when p.status = 'extracted' then $4::timestamptz end
    from (values ($23, '', 0, 'failed', null, 'no text', 3), ($24, 'queued', 1, 'queued', null, null, 0),
      ($25, 'extracted', 1, 'extracted', 'deterministic', null, 0)) as p (id, path, depth, status, last_mode, error, failures)),
  page_text as (insert into page_texts (domain_id, page_id, text, shown_chars, words, blocks, structured)
    values ($15, $25::uuid, 'Ada knows Mary', 14, to_tsvector('simple', 'Ada knows Mary'),
      '{"paths": [[]], "selectors": [""], "blocks": [["paragraph", 0, 0, 0, 14, "1", 3, 0]], "lists": []}', '[]')),
  letter as (insert into dead_letters (domain_id, id, page_id, error, status, created_at)
    values ($15, $26, $23::uuid, 'no text', 'open', $4)),
  link_group as (insert into page_groups (domain_id, key, id, host, open, settled, novel, varied, openers, grew, trap_score, maze_score,
      deepest, quiet, links, links_known, is_released)
    values ($15, 'example.org/calendar/#/#', $32, 'example.org', 0, 20, 1, 0, 0, 20, 19, 0, 20, 0, 20, 0, false)),
  recipe as (insert into recipes (domain_id, id, template, version, url, status, rules, agreed, runs, consecutive_failures,
      created_at)
    values ($15, $27, 'example.org/people/*', 1, 'https://example.org/people/ann', 'active',
      '{"subject": null, "fields": [], "items": [], "usual_positions": 0}', 3, 0, 0, $4)),
  ${insertGraph},
  lane as (insert into crawl_lanes (domain_id, host, project_id, due_at, served_at, is_open)
    values ($15, 'example.org', $1, $4, $4, true)),
  waiting as (insert into waiting_work (domain_id, kind, project_id, due_at)
    values ($15, 'discovery', $1, $4::timestamptz + interval '1 year')),
  gate as (insert into gates (domain_id, published_version, last_version) values ($15, 1, 2)),
  versions as (insert into gate_versions (domain_id, version, rules, note, created_at, created_by, published_at)
    values ($15, 1, '{}', '', $4, 'service', $4), ($15, 2, '{"min_words": 50}', 'stubs', $4, 'service', null)),
  webhook as (insert into webhooks (domain_id, id, url, events, secret, enabled, created_at)
    values ($15, $17, 'https://hooks.example.org/x', '{crawl.finished}', 'whsec_c2VjcmV0IG9mIHRoZSBwbGFjZSwgMjQgYnl0ZXM=', true, $4)),
  delivery as (insert into webhook_deliveries (domain_id, id, webhook_id, event_type, status, attempts, due_at, created_at)
    values ($15, $31, $17, 'ping', 'failed', 1, $4, $4)),
  share as (insert into shares (domain_id, id, token_hash, token, views, created_at)
    values ($15, $18, sha256($19::text::bytea), $19, '{graph,timeline,map,search}', $4)),
  view as (insert into saved_views (domain_id, id, name, state, shared, created_by, created_at, updated_at)
    values ($15, $45, 'People', '{"search": {"kind": "person"}}', true, 'service', $4, $4)),
  imported as (insert into imports (domain_id, id, name, format, status, layout, rows, rows_done, created_by, created_at, updated_at)
    values ($15, $46, 'people.csv', 'csv', 'finished', '{"separator": ",", "columns": ["Name"], "means": ["name"], "samples": [["Mary"]], "kind": "person"}',
      1, 1, 'service', $4, $4)),
  import_part as (insert into import_parts (domain_id, id, import_id, stage, seq, text, row_starts, row_numbers, is_written)
    values ($15, $46, $46, 1, 0, 'Mary', '{0}', '{2}', true)),
  watch as (insert into watches (domain_id, id, name, entity_ids, began_at_seq, created_by, created_at)
    values ($15, $43, 'Ada', array[$28::uuid], 0, 'service', $4)),
  feed as (insert into watch_feeds (domain_id, watch_id, token_hash, created_at) values ($15, $43, $44, $4)),
  autopilot as (insert into autopilots (domain_id, prompt, stage, failed_stage, error, max_cycles, history, created_at, updated_at)
    values ($15, 'Ports of the Baltic Sea', 'failed', 'discover', 'No source was found.', 3,
      '[{"stage": "failed", "cycle": 1, "started_at": "2026-11-14T09:30:00.000Z", "finished_at": null, "note": "No source was found."}]',
      $4, $4)),
  feedback as (insert into feedback (project_id, id, kind, message, created_at, created_by)
    values ($1, $20, 'idea', 'More of everything.', $4, 'service'))`

export async function makePlace(db: Database, options: { archived?: boolean } = {}): Promise<Place> {
  passwordHash ??= hashPassword(password)
  const hash = await passwordHash
  const place: Place = {
    id: newId(),
    name: `place ${randomBytes(6).toString('hex')}`,
    key: { id: newId(), secret: newSecret('svc_') },
    owner: newPerson(),
    mate: newPerson(),
    invite: { id: newId(), token: newSecret('inv_') },
    reset: { token: newSecret('rst_') },
    session: { id: newId() },
    domain: { id: newId(), name: `domain ${randomBytes(6).toString('hex')}` },
    source: { id: newId() },
    run: { id: newId() },
    failed_page: { id: newId() },
    queued_page: { id: newId() },
    extracted_page: { id: newId() },
    dead_letter: { id: newId() },
    link_group: { id: newId() },
    recipe: { id: newId() },
    entity: { id: newId() },
    other_entity: { id: newId() },
    relationship: { id: newId() },
    evidence: { id: newId() },
    duplicate: { id: newId() },
    merge: { id: newId() },
    merged_entity: { id: newId() },
    tombstone: { id: newId() },
    deleted_entity: { id: newId() },
    audit: { id: newId() },
    webhook: { id: newId() },
    delivery: { id: newId() },
    share: { id: newId(), token: newSecret('shr_') },
    view: { id: newId() },
    import: { id: newId() },
    watch: { id: newId(), feed_token: newSecret('fed_') },
    feedback: { id: newId() },
  }
  const { id, name, key, owner, mate, invite, domain, webhook, share, feedback } = place
  await db.transaction((tx) =>
    tx.query(
      `with project as (insert into projects (id, name, archived_at, created_at) values ($1, $2, $3, $4)),
         people as (insert into users (id, email, name, password_hash, created_at)
           values ($5, $6, 'owner', $9, $4), ($7, $8, 'mate', $9, $4)),
         memberships as (insert into members (project_id, user_id, role, created_at)
           values ($1, $5, 'owner', $4), ($1, $7, 'editor', $4)),
         invite as (insert into invites (project_id, id, token_hash, role, created_by, created_at, expires_at)
           values ($1, $10, $11, 'viewer', 'service', $4, $12)),
         reset as (insert into password_resets (project_id, user_id, token_hash, created_by, created_at, expires_at)
           values ($1, $7, $33, 'service', $4, $12)),
         session as (insert into sessions (token_hash, id, user_id, project_id, user_agent, address, created_at, expires_at)
           values ($34, $35, $7, $1, '', '', $4, $12)),
         ${insertDomain}
       insert into api_keys (project_id, id, name, scope, secret_hash, has_checksum, created_by, created_at)
         values ($1, $13, 'key', 'full', $14, true, 'service', $4)`,
      [
        ...[id, name, options.archived ? tx.now : null, tx.now],
        ...[owner.id, owner.email, mate.id, mate.email, hash],
        ...[invite.id, hashSecret(invite.token), later(tx), key.id, hashSecret(key.secret)],
        ...[domain.id, domain.name, webhook.id, share.id, share.token, feedback.id],
        ...[place.source.id, place.run.id, place.failed_page.id, place.queued_page.id, place.extracted_page.id],
        ...[place.dead_letter.id, place.recipe.id, place.entity.id, place.other_entity.id, place.relationship.id],
        ...[place.delivery.id, place.link_group.id],
        ...[hashSecret(place.reset.token), hashSecret(newSecret('ses_')), place.session.id],
        ...[place.evidence.id, place.duplicate.id, place.merge.id, place.merged_entity.id],
        ...[place.tombstone.id, place.deleted_entity.id, place.audit.id],
        ...[place.watch.id, hashSecret(place.watch.feed_token), place.view.id, place.import.id],
      ],
    ),
  )
  return place
}

export async function makeKey(
  db: Database,
  projectId: string,
  scope: 'full' | 'read',
  options: { revoked?: boolean } = {},
) {
  const key = { id: newId(), secret: newSecret('svc_') }
  await db.transaction((tx) =>
    tx.query(
      `insert into api_keys (project_id, id, name, scope, secret_hash, has_checksum, created_by, created_at, revoked_at)
       values ($1, $2, 'key', $3, $4, true, 'service', $5, $6)`,
      [projectId, key.id, scope, hashSecret(key.secret), tx.now, options.revoked ? tx.now : null],
    ),
  )
  return key
}

/** A signed-in person, with a role in a project or without a project. */
export async function makeSession(db: Database, projectId: string | null, role: Role = 'owner') {
  passwordHash ??= hashPassword(password)
  const hash = await passwordHash
  const person = newPerson()
  const token = newSecret('ses_')
  await db.transaction((tx) =>
    tx.query(
      `with person as (insert into users (id, email, name, password_hash, created_at) values ($1, $2, 'person', $3, $4)),
         membership as (insert into members (project_id, user_id, role, created_at)
           select $5::uuid, $1::uuid, $6, $4::timestamptz where $5::uuid is not null)
       insert into sessions (token_hash, id, user_id, project_id, user_agent, address, created_at, expires_at)
         values ($7, $9, $1, $5, '', '', $4, $8)`,
      [person.id, person.email, hash, tx.now, projectId, role, hashSecret(token), later(tx), newId()],
    ),
  )
  return { ...person, token, cookie: `polegraph_session=${token}` }
}

const newPerson = (): Person => ({ id: newId(), email: `${randomBytes(8).toString('hex')}@example.org` })

/** Everything a call could change about a project, and the number of projects, people and sessions. */
export async function snapshot(db: Database, projectId: string): Promise<string> {
  return (await snapshotPlace(db, projectId)) + (await countAll(db))
}

/** Everything a call could change about a project. */
export async function snapshotPlace(db: Database, projectId: string): Promise<string> {
  const [row] = await db.query<object>(
    `select (select json_build_array(name, archived_at) from projects where id = $1) as project,
            (select json_agg(json_build_array(id, name, scope, secret_hash, revoked_at) order by id)
             from api_keys where project_id = $1) as keys,
            (select json_agg(json_build_array(user_id, role) order by user_id) from members where project_id = $1) as members,
            (select json_agg(json_build_array(id, role, accepted_by) order by id) from invites where project_id = $1) as invites,
            (select json_agg(json_build_array(user_id, token_hash) order by user_id) from password_resets
             where project_id = $1) as resets,
            (select json_agg(d order by d.id) from domains d where d.project_id = $1) as domains,
            (select json_agg(g order by g.domain_id) from gates g join domains d on d.id = g.domain_id
             where d.project_id = $1) as gates,
            (select json_agg(v order by v.domain_id, v.version) from gate_versions v join domains d on d.id = v.domain_id
             where d.project_id = $1) as gate_versions,
            (select json_agg(w order by w.id) from webhooks w join domains d on d.id = w.domain_id
             where d.project_id = $1) as webhooks,
            (select json_agg(w order by w.id) from webhook_deliveries w join domains d on d.id = w.domain_id
             where d.project_id = $1) as deliveries,
            (select json_agg(s order by s.id) from shares s join domains d on d.id = s.domain_id
             where d.project_id = $1) as shares,
            (select json_agg(v order by v.id) from saved_views v join domains d on d.id = v.domain_id
             where d.project_id = $1) as saved_views,
            (select json_agg(i order by i.id) from imports i join domains d on d.id = i.domain_id
             where d.project_id = $1) as imports,
            (select json_agg(w order by w.id) from watches w join domains d on d.id = w.domain_id
             where d.project_id = $1) as watches,
            (select json_agg(s order by s.watch_id, s.reader) from watch_seen s join domains d on d.id = s.domain_id
             where d.project_id = $1) as watch_seen,
            (select json_agg(m order by m.watch_id, m.reader) from watch_mails m join domains d on d.id = m.domain_id
             where d.project_id = $1) as watch_mails,
            (select json_agg(f order by f.watch_id) from watch_feeds f join domains d on d.id = f.domain_id
             where d.project_id = $1) as watch_feeds,
            (select json_agg(s order by s.id) from sources s join domains d on d.id = s.domain_id
             where d.project_id = $1) as sources,
            (select json_agg(s.id order by s.id) from discoveries s join domains d on d.id = s.domain_id
             where d.project_id = $1) as discoveries,
            (select json_agg(s.id order by s.id) from plans s join domains d on d.id = s.domain_id
             where d.project_id = $1) as plans,
            (select json_agg(a order by a.domain_id) from autopilots a join domains d on d.id = a.domain_id
             where d.project_id = $1) as autopilots,
            (select json_agg(r order by r.id) from runs r join domains d on d.id = r.domain_id
             where d.project_id = $1) as runs,
            (select json_agg(p order by p.id) from pages p join domains d on d.id = p.domain_id
             where d.project_id = $1) as pages,
            (select json_agg(l order by l.id) from dead_letters l join domains d on d.id = l.domain_id
             where d.project_id = $1) as dead_letters,
            (select json_agg(g order by g.id) from page_groups g join domains d on d.id = g.domain_id
             where d.project_id = $1) as page_groups,
            (select json_agg(r order by r.id) from recipes r join domains d on d.id = r.domain_id
             where d.project_id = $1) as recipes,
            (select json_agg(e order by e.id) from entities e join domains d on d.id = e.domain_id
             where d.project_id = $1) as entities,
            (select json_agg(r order by r.id) from relationships r join domains d on d.id = r.domain_id
             where d.project_id = $1) as relationships,
            (select json_agg(c order by c.id) from claims c join domains d on d.id = c.domain_id
             where d.project_id = $1) as claims,
            (select json_agg(p order by p.id) from entity_pairs p join domains d on d.id = p.domain_id
             where d.project_id = $1) as pairs,
            (select json_agg(m order by m.id) from merges m join domains d on d.id = m.domain_id
             where d.project_id = $1) as merges,
            (select json_agg(p order by p.owner_id, p.field, p.value_key) from pins p join domains d on d.id = p.domain_id
             where d.project_id = $1) as pins,
            (select json_agg(t order by t.id) from tombstones t join domains d on d.id = t.domain_id
             where d.project_id = $1) as tombstones,
            (select json_agg(t order by t.domain_id, t.type) from relation_types t join domains d on d.id = t.domain_id
             where d.project_id = $1) as relation_types,
            (select json_agg(a order by a.id) from audit a join domains d on d.id = a.domain_id
             where d.project_id = $1) as audit,
            (select json_agg(f order by f.id) from feedback f where f.project_id = $1) as feedback`,
    [projectId],
  )
  return JSON.stringify(row)
}

/** The number of projects, people and sessions. */
export async function countAll(db: Database): Promise<string> {
  const [row] = await db.query<object>(
    `select (select count(*) from projects) as projects, (select count(*) from users) as users,
            (select count(*) from sessions) as sessions`,
  )
  return JSON.stringify(row)
}
