import type { Run } from '@polegraph/sdk/contract-types.ts'
import type { Frontier, PageErrorCode, PageStatus } from '../../shared/service/types.ts'

// The words of the contract as people say them. The contract's own words are shown as titles.

export const counters = [
  ['pages_agentic', 'Read by the model', 'violet'],
  ['pages_deterministic', 'Read by rules', 'blue'],
  ['pages_unchanged', 'Unchanged', 'teal'],
  ['pages_irrelevant', 'Not relevant', 'yellow'],
  ['pages_skipped', 'Skipped', 'gray'],
  ['pages_failed', 'Failed', 'red'],
] as const satisfies [keyof Run, string, string][]

export const counterTitles: Record<(typeof counters)[number][0], string> = {
  pages_agentic: 'agentic: extracted by a model',
  pages_deterministic: 'deterministic: extracted without a model',
  pages_unchanged: 'unchanged: the same as when it was last read',
  pages_irrelevant: 'irrelevant: dropped by the gate',
  pages_skipped: 'skipped: unsupported type, duplicate, disallowed by robots.txt, or cancelled',
  pages_failed: 'failed: could not be fetched or read',
}

export const statusWords: Record<PageStatus, [word: string, color: string]> = {
  queued: ['waiting', 'gray'],
  extracted: ['read', 'blue'],
  irrelevant: ['not relevant', 'yellow'],
  skipped: ['skipped', 'gray'],
  failed: ['failed', 'red'],
}

export const modeWords = {
  agentic: 'read by the model',
  deterministic: 'read by rules',
  unchanged: 'unchanged',
} as const

/** The end of a run as a sentence. */
export function endWords(reason: string | null): string {
  if (reason === null) return ''
  if (reason === 'nothing left') return 'All pages that it could reach are read.'
  if (reason === 'budget') return 'The page budget is used up, and links are left.'
  if (reason === 'cancelled') return 'It was cancelled.'
  if (reason === 'planned') return 'A plan led it, and links are left.'
  if (reason.startsWith('refused: ')) return `Its schedule could not begin it, ${reason.slice('refused: '.length)}.`
  return `${reason}.`
}

/** The cause of a run that nobody called for. */
export const triggerWords: Record<Run['trigger'], string> = {
  call: '',
  plan: 'by a plan',
  schedule: 'by the schedule',
}

/** Advice for a person whose crawl is paused. */
export function pauseAdvice(reason: string): { text: string; to?: 'spend' } | undefined {
  if (/spend cap .*(?:project|all projects)/.test(reason)) {
    return { text: 'The operator of the service sets that limit. Work goes on next month, or when it is raised.' }
  }
  if (reason.includes('spend cap')) {
    return { text: 'Raise the monthly budget, or wait for the next month; then resume.', to: 'spend' }
  }
  if (reason.includes('model cannot be used')) {
    return { text: 'The operator must correct the settings of the model (MODEL, MODEL_API_KEY). Then resume.' }
  }
  if (reason.startsWith('quota reached')) {
    return { text: 'The operator of the service sets the quotas. Delete what is not needed, or ask for more.' }
  }
  return undefined
}

export const frontierWords: Record<Frontier['frontier'][number]['status'], [word: string, why: string]> = {
  candidate: ['Waiting', 'candidate: found on a page, and not followed yet'],
  planned: ['Queued', 'planned: chosen to be read'],
  crawled: ['Followed', 'crawled: the page was asked for'],
  rejected: ['Left out', 'rejected: the gate or the crawl does not want it'],
}

/** The reason for which links wait; words of the contract's settings are replaced by those of the form. */
export function waitWords(reason: string): string {
  if (reason === 'max_pages reached') return 'the page limit is reached'
  if (reason === 'deeper than max_depth') return 'deeper than the graph may go'
  return reason
}

/** Sentences for the codes of pages that were not read; the error of a page has the particulars. */
export const errorWords: Record<PageErrorCode, string> = {
  gate: 'A rule of the gate drops it',
  off_topic: 'It is about something else',
  robots_disallowed: 'The site asks robots not to read it',
  robots_unavailable: 'The rules of the site for robots could not be read',
  dns: 'The name of the site is not known',
  refused_address: 'The site is at a private address',
  connect: 'The site does not accept connections',
  host_unreachable: 'The site could not be reached several times in a row',
  tls: 'The certificate of the site is not valid',
  not_tls: 'The site does not speak https',
  timeout: 'The site took too long to answer',
  cut_off: 'The answer broke off',
  protocol: 'The answer was not proper HTTP',
  too_large: 'The page is too large',
  bad_encoding: 'The answer could not be decoded',
  bad_redirect: 'It leads to an address that cannot be read',
  too_many_redirects: 'It leads from one address to the next without an end',
  http_status: 'The site answered with an error',
  not_found: 'The page is not there any more',
  no_content: 'The page is empty',
  not_a_page: 'It is a file of a kind that is not read',
  encrypted: 'The document only opens with a password',
  scanned: 'The document is a scan, without text',
  broken_file: 'The document is damaged',
  empty_file: 'The document has no text',
  redirected_out: 'It leads to a host outside the crawl',
  duplicate: 'It says the same as another page',
  bot_wall: 'The site asks for a proof that no robot reads it',
  login_wall: 'The site asks to sign in',
  parked_domain: 'The address is for sale',
  soft_404: 'The page says that it is not there',
  thin_page: 'The page says almost nothing',
  partly_read: 'Not all of the document is read',
  render_too_large: 'The page is too large to be read',
  unreadable: 'The page could not be read',
  model_failed: 'The model did not answer',
  answer_unusable: 'The answer of the model could not be used',
  reading_failed: 'Reading the page failed',
  not_stored: 'What was read could not be stored',
  process_ended: 'The service ended while it read the page',
  run_cancelled: 'The run was cancelled before its turn',
}
