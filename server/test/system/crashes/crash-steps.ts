import type { Failpoint } from '../../support/failing-database.ts'
import type { Kind } from './crash-site.ts'

// The steps of the work on a page, in order, and how a worker is killed at each of them.

export interface Step {
  name: string
  /** The worker kills itself at a statement, or the site kills it at a request. */
  failpoint?: Failpoint
  /** With a failpoint: requests that the site does not answer until then. */
  request?: { host: 'door' | 'house'; path: string }
  /** Settings that the step needs. */
  kind?: Kind
  /** How often the pages are crawled; the worker dies in the last run. */
  times?: number
  /** Nothing is left for other workers. */
  is_over?: boolean
}

const statements = {
  claimed: 'set due_at = \\$3, fence = p.fence \\+ 1',
  hosts_held: 'with served as',
  robots_stored: 'insert into robots_files',
  host_borrowed: 'insert into crawl_hosts as h .*\\n.*values',
  hosts_released: 'set holder = null, due_at = greatest',
  put_back: 'update pages p set due_at = o.due_at',
  pages_written: 'status = case when o.is_unchanged',
  texts_written: 'insert into page_texts',
  dead_letters_written: 'insert into dead_letters',
  links_noted: 'insert into frontier',
  pages_added: 'insert into pages as p',
  run_counted: 'update runs set',
  events_appended: 'insert into events',
  leases_extended: 'update crawl_hosts h set due_at = \\$1 from held',
}

const at = (
  name: string,
  statement: keyof typeof statements,
  when: Failpoint['when'],
  { holding, ...options }: Partial<Step> & { holding?: string } = {},
): Step => ({
  name,
  failpoint: { statement: statements[statement], when, ...(holding !== undefined && { holding }) },
  ...options,
})

export const steps: Step[] = [
  at('a page is claimed, before the commit', 'claimed', 'after'),
  at('its host is held, before the commit', 'hosts_held', 'after'),
  at('a page is claimed, after the commit', 'claimed', 'committed'),
  at('robots.txt is fetched', 'robots_stored', 'before'),
  at('robots.txt is stored', 'robots_stored', 'after'),
  at('another host is borrowed', 'host_borrowed', 'after'),
  { name: 'a page is asked for', request: { host: 'house', path: '/' } },
  at('a page is put back, after the commit', 'put_back', 'committed', { kind: 'busy' }),
  at('pages are written', 'pages_written', 'after'),
  at('texts are written', 'texts_written', 'after'),
  at('a dead letter is written', 'dead_letters_written', 'after', { kind: 'unreadable', times: 3 }),
  at('links are noted', 'links_noted', 'after'),
  at('pages are added', 'pages_added', 'after'),
  at('the run is counted', 'run_counted', 'after'),
  at('events are appended', 'events_appended', 'after'),
  at('the settling is committed', 'pages_written', 'committed'),
  at('a host is released', 'hosts_released', 'after', { holding: '"host":"door-' }),
  at('pages read again are unchanged', 'pages_written', 'after', { holding: '"is_unchanged":true', times: 2 }),
  at('the run is finished, before the commit', 'run_counted', 'after', { holding: 'finished' }),
  at('the run is finished, after the commit', 'run_counted', 'committed', { holding: 'finished', is_over: true }),
]

/** Time triggers it, so its worker needs a correct clock. */
export const heartbeat: Step = at('leases are extended', 'leases_extended', 'after', {
  request: { host: 'house', path: '/' },
})
