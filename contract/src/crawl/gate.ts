import { z } from 'zod'
import { domainId } from '../domains.ts'
import {
  decimal,
  id,
  integer,
  label,
  list,
  listQuery,
  nextCursor,
  nothing,
  object,
  ok,
  text,
  timestamp,
} from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'

const term = label()
  .refine((value) => /(?!\u0640)[\p{L}\p{N}]/u.test(value), { error: '{field} must contain a letter or a digit' })
  // A single sign may stand for eighteen letters.
  .refine((value) => value.normalize('NFKC').length <= 2 * limits.name_max, {
    error: `{field} must not have more than ${2 * limits.name_max} letters when its ligatures are written out`,
  })

const hostRule = '{field} must be a host such as example.org or *.example.org'
const host = text({ min: 1, max: limits.host_max })
  .toLowerCase()
  .regex(/^(\*\.)?[^\s/\\:*?#@%[\]]+$/, { error: hostRule, abort: true })
  .refine((value) => hostName(value) !== undefined, { error: hostRule })

/** The name in a host rule, without its `*.`, in the spelling of URLs; undefined when it is invalid. */
export function hostName(rule: string): string | undefined {
  const isWild = rule.startsWith('*.')
  const name = URL.parse(`http://${isWild ? rule.slice(2) : rule}`)?.hostname
  if (name === undefined || !/^[\w-]+(\.[\w-]+)*\.?$/.test(name)) return undefined
  // IP addresses have no subdomains.
  if (isWild && /^[\d.]+$/.test(name)) return undefined
  const bare = name.replace(/\.$/, '')
  return bare.split('.').every(isHostLabel) ? bare : undefined
}

/** Labels may begin and end with a hyphen or an underscore, as some on the web do, but not consist of them. */
function isHostLabel(label: string): boolean {
  if (!/[a-z\d]/.test(label)) return false
  // URL.canParse accepts an all-ASCII name as it is; a letter beyond ASCII makes it decode and check `xn--` labels too.
  return !label.startsWith('xn--') || URL.canParse(`http://${label}.é`)
}

const pathGlob = text({ min: 1, max: limits.gate_path_max })
  .regex(/^\/[^?#]*$/, { error: '{field} must be a path that begins with /, without ? and #', abort: true })
  .refine((value) => !/\p{Cc}/u.test(value), { error: '{field} must not contain control characters' })
  .refine((value) => !/%(?![\da-f]{2})/i.test(value), {
    error: '{field} must have two hexadecimal digits after every % (%25 is the sign itself)',
  })
  .refine((value) => (value.match(/\*+/g)?.length ?? 0) <= limits.gate_wildcards_max, {
    error: `{field} must not have more than ${limits.gate_wildcards_max} wildcards`,
  })
const languageRule = '{field} must be a language code such as en'
/** Made when first asked for: it takes longer to make than all schemas of this file. */
let languageNames: Intl.DisplayNames | undefined
function nameOf(code: string): string | undefined {
  languageNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  return languageNames.of(code)
}
const language = text({ min: 2, max: 3 })
  .toLowerCase()
  .regex(/^[a-z]+$/, { error: languageRule, abort: true })
  // All codes of two letters have a name, and mistakes are likely: jp for ja. Only some of the thousands with three
  // letters have one.
  .refine((code) => code.length !== 2 || nameOf(code) !== undefined, { error: languageRule })

/** Rules that decide which pages are relevant. An empty list does not restrict. */
export const gateRules = object({
  about: text({ max: limits.description_max })
    .optional()
    .describe('What is relevant, in plain words; a model reads it.'),
  include_terms: list(term, { max: limits.gate_terms_max })
    .optional()
    .describe(
      'The text must contain at least one of these terms. Terms match whole words, ignoring case and accents: `zurich` matches Zürich, but not Zürichsee.',
    ),
  exclude_terms: list(term, { max: limits.gate_terms_max })
    .optional()
    .describe('The text must contain none of these terms.'),
  allowed_hosts: list(host, { max: limits.gate_hosts_max })
    .optional()
    .describe("Hosts the crawl may visit beside the sources' own. `*.example.org` matches subdomains."),
  blocked_hosts: list(host, { max: limits.gate_hosts_max }).optional().describe('Hosts that the crawl must not visit.'),
  allow_paths: list(pathGlob, { max: limits.gate_terms_max })
    .optional()
    .describe(
      'Globs, one of which must match the whole path. `*` matches within a segment, `**` across segments; `/tag/**` also matches `/tag`.',
    ),
  block_paths: list(pathGlob, { max: limits.gate_terms_max })
    .optional()
    .describe('Globs, none of which may match the path.'),
  languages: list(language, { max: limits.gate_languages_max })
    .optional()
    .describe('Languages that are kept; `en` includes en-GB. A text of unknown language is kept.'),
  min_words: integer({ min: 0, max: limits.gate_words_max })
    .optional()
    .describe('Minimum number of words in the text.'),
  min_confidence: decimal({ min: 0, max: 1 })
    .optional()
    .describe('Entities and relationships with less confidence are hidden.'),
}).meta({
  id: 'GateRules',
  description: 'Rules that decide which pages are relevant. An empty list does not restrict.',
  examples: [{ about: 'Ports and shipping', exclude_terms: ['casino'], block_paths: ['/tag/**'], min_words: 50 }],
})

export const gateVersion = z
  .strictObject({
    version: z.int(),
    status: z.enum(['draft', 'published', 'superseded']),
    rules: gateRules,
    note: z.string(),
    created_at: timestamp,
    created_by: z.string().describe('`key:<id>`, `user:<id>` or `service`.'),
    published_at: timestamp.nullable().describe('When it was last published.'),
  })
  .meta({ id: 'GateVersion', description: 'One version of the gate rules. Exactly one version is published.' })

const verdict = z
  .strictObject({ page_id: id, url: z.string(), rule: z.string().nullable() })
  .meta({ id: 'PreviewVerdict', description: 'A page and the rule that decides; null when no rule matches.' })

const version: Param = {
  schema: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .meta({ type: 'integer', minimum: 1 }),
  not_found: 'gate_version_not_found',
  description: 'Number of the version.',
}

const versionBody = {
  rules: gateRules,
  note: text({ max: limits.note_max }).describe('Why the rules were changed.'),
}

export const gateRoutes = defineRoutes({
  getGate: {
    method: 'GET',
    path: '/v1/domains/{domainId}/gate',
    auth: 'any',
    tag: 'Gate',
    summary: 'Get the published version and the newest draft',
    params: { domainId },
    status: 200,
    answer: z.strictObject({ published: gateVersion, draft: gateVersion.nullable() }).meta({ id: 'Gate' }),
  },
  listGateVersions: {
    method: 'GET',
    path: '/v1/domains/{domainId}/gate/versions',
    auth: 'any',
    tag: 'Gate',
    summary: 'List the versions, newest first',
    description: 'A page of the list may have fewer than `limit` when versions have many rules.',
    params: { domainId },
    query: listQuery,
    status: 200,
    answer: z.strictObject({ versions: z.array(gateVersion), next_cursor: nextCursor }).meta({ id: 'GateVersionList' }),
  },
  getGateVersion: {
    method: 'GET',
    path: '/v1/domains/{domainId}/gate/versions/{version}',
    auth: 'any',
    tag: 'Gate',
    summary: 'Get a version',
    params: { domainId, version },
    has_etag: true,
    status: 200,
    answer: gateVersion,
  },
  createGateVersion: {
    method: 'POST',
    adds: ['gate_drafts', 'gate_mb'],
    path: '/v1/domains/{domainId}/gate/versions',
    auth: 'full',
    tag: 'Gate',
    summary: 'Create a draft',
    params: { domainId },
    body: z
      .strictObject({ rules: versionBody.rules, note: versionBody.note.default('') })
      .meta({ id: 'CreateGateVersion', examples: [{ rules: { min_words: 50 }, note: 'Skip stubs' }] }),
    status: 201,
    answer: gateVersion,
  },
  changeGateVersion: {
    method: 'PATCH',
    adds: ['gate_mb'],
    path: '/v1/domains/{domainId}/gate/versions/{version}',
    auth: 'full',
    tag: 'Gate',
    summary: 'Change a draft',
    params: { domainId, version },
    body: z
      .strictObject({ rules: versionBody.rules.optional(), note: versionBody.note.optional() })
      .meta({ id: 'ChangeGateVersion', examples: [{ note: 'Skip stubs and tag pages' }] }),
    status: 200,
    answer: gateVersion,
    takes_etag: true,
    errors: ['nothing_to_update', 'gate_version_published'],
  },
  deleteGateVersion: {
    method: 'DELETE',
    path: '/v1/domains/{domainId}/gate/versions/{version}',
    auth: 'full',
    tag: 'Gate',
    summary: 'Delete a draft',
    params: { domainId, version },
    status: 200,
    answer: ok,
    errors: ['gate_version_published'],
  },
  previewGateVersion: {
    method: 'POST',
    waits: true,
    path: '/v1/domains/{domainId}/gate/versions/{version}/preview',
    auth: 'full',
    tag: 'Gate',
    summary: 'Preview a version on the stored pages',
    description:
      'Judges stored pages without fetching or calling a model: the first 20,000, or fewer when their texts are long.',
    params: { domainId, version },
    body: nothing,
    status: 200,
    answer: z
      .strictObject({
        checked: z.int(),
        kept: z.int(),
        dropped: z.int(),
        newly_kept: z.array(verdict),
        newly_dropped: z.array(verdict),
        truncated: z.boolean().describe('Whether there are more pages than were checked.'),
      })
      .meta({ id: 'GatePreview' }),
  },
  publishGateVersion: {
    method: 'POST',
    path: '/v1/domains/{domainId}/gate/versions/{version}/publish',
    auth: 'full',
    tag: 'Gate',
    summary: 'Publish a version',
    description: 'Publishing an older version is a rollback. Stored pages are judged again in the background.',
    params: { domainId, version },
    body: nothing,
    queues_work: true,
    status: 200,
    answer: gateVersion,
  },
})
