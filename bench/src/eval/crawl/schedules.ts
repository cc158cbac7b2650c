import { type AskedPage, shareOf, urgency } from '../../../../server/src/crawl/schedule/urgency.ts'
import { runsOfSchedule } from '../../../../server/src/domains/recrawl-times.ts'
import type { Row } from '../../measurement.ts'
import type { Evaluation } from '../evaluation.ts'
import { readVersions } from '../reading/changes.ts'

// Schedules against all pages alike, with the same number of requests: how long a change waits until it is seen, and how many
// are seen within the interval. The pages are chosen by the function of the service. One site has real pages in two versions
// each, of which the reader says whether they differ; the others are made up of pages that change now and then.

/** The interval is the unit of time. */
const every = 1
const intervals = 120

interface SitePage {
  /** When what it says has changed, in order. */
  changes: number[]
}

export const schedules: Evaluation = {
  name: 'schedules',
  describe: 'pages that are asked for again: how soon changes are seen, against all pages alike',
  async run({ corpus, progress }) {
    const sites: [name: string, pages: SitePage[]][] = [
      [
        'real pages',
        realSite(readVersions(corpus).map(({ before, after }) => before.content_hash !== after.content_hash)),
      ],
      ...Object.entries(madeUp).map(([name, kinds]): [string, SitePage[]] => [name, madeUpSite(kinds)]),
    ]
    return sites.flatMap(([name, pages]) => {
      const [ours, alike] = [visit(pages, byUrgency), visit(pages, allAlike)]
      progress(`${name}: ${describe(ours)}; alike ${describe(alike)}`)
      return rowsOf(name, ours, alike)
    })
  },
}

/** Some pages of each kind change so often in an interval: at random times, or regularly. */
interface Kind {
  pages: number
  rate: number
  isRegular?: true
}

const madeUp: Record<string, Kind[]> = {
  'daily, weekly, never': [
    { pages: 10, rate: 1, isRegular: true },
    { pages: 30, rate: 1 / 7, isRegular: true },
    { pages: 160, rate: 0 },
  ],
  'news and archive': [
    { pages: 20, rate: 4 },
    { pages: 80, rate: 1 / 7 },
    { pages: 400, rate: 1 / 60 },
    { pages: 500, rate: 0 },
  ],
  'a few that never rest': [
    { pages: 5, rate: 24 },
    { pages: 95, rate: 1 / 2 },
    { pages: 100, rate: 1 / 30 },
  ],
  'half of it busy': [
    { pages: 100, rate: 1 },
    { pages: 100, rate: 0 },
  ],
  'slow all over': [
    { pages: 50, rate: 1 / 7 },
    { pages: 150, rate: 1 / 90 },
  ],
  'all at one rate': [{ pages: 200, rate: 1 / 3 }],
  'all of it daily': [{ pages: 200, rate: 1, isRegular: true }],
}

/** The same numbers on every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function madeUpSite(kinds: Kind[]): SitePage[] {
  const random = randomFrom(33)
  return kinds.flatMap(({ pages, rate, isRegular }) =>
    Array.from({ length: pages }, () => {
      const wait = () => (isRegular ? 1 / rate : -Math.log(1 - random()) / rate)
      const changes: number[] = []
      if (rate > 0) for (let at = isRegular ? random() / rate : wait(); at < intervals; at += wait()) changes.push(at)
      return { changes }
    }),
  )
}

/** Each page goes from one version to the other: every fourth once in an interval, the others once in ten. */
function realSite(differ: boolean[]): SitePage[] {
  const random = randomFrom(34)
  return differ.map((isChange, at) => {
    const apart = at % 4 === 0 ? 1 : 10
    const first = random() * apart
    const times = Array.from({ length: Math.floor((intervals - first) / apart) }, (_, n) => first + n * apart)
    return { changes: isChange ? times : [] }
  })
}

interface Visited extends AskedPage {
  asked_at: number
  read_at: number
  /** Changes that were seen. */
  seen: number
}

/** A schedule decides which pages a run asks for, and how many runs there are in an interval. */
interface Policy {
  runs: number
  choose(pages: Visited[]): Visited[]
}

const byUrgency: Policy = {
  runs: runsOfSchedule,
  choose: (pages) => pages.toSorted((a, b) => urgency(b, every) - urgency(a, every)).slice(0, shareOf(pages.length)),
}

const allAlike: Policy = { runs: 1, choose: (pages) => pages }

interface Outcome {
  /** For each change, how long it waited. */
  waits: number[]
  /** Requests for each page and interval. */
  requests: number
  /** The longest time for which a page was not asked. */
  longest: number
}

function visit(site: SitePage[], policy: Policy): Outcome {
  // All pages were read when the schedule began.
  const state = site.map((): Visited => ({ asked_at: 0, read_at: 0, seen: 0, age: 0, quiet: 0, has_changed: true }))
  const outcome: Outcome = { waits: [], requests: 0, longest: 0 }
  for (let run = 1; run <= intervals * policy.runs; run++) {
    const now = run / policy.runs
    for (const page of state) page.age = now - page.asked_at
    for (const page of policy.choose(state)) {
      const { changes } = site[state.indexOf(page)] as SitePage
      const before = page.seen
      for (; (changes[page.seen] ?? Number.POSITIVE_INFINITY) <= now; page.seen++) {
        outcome.waits.push(now - (changes[page.seen] as number))
      }
      outcome.longest = Math.max(outcome.longest, page.age)
      outcome.requests += 1 / (site.length * intervals)
      page.has_changed = page.seen > before
      if (page.has_changed) page.read_at = now
      page.asked_at = now
      page.quiet = now - page.read_at
    }
  }
  return outcome
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
/** A little more than one, for sums of fractions. */
const interval = 1 + 1e-9
const inTime = ({ waits }: Outcome) =>
  (100 * waits.filter((wait) => wait <= interval).length) / Math.max(1, waits.length)

const describe = (outcome: Outcome) =>
  `waits ${mean(outcome.waits).toFixed(3)}, ${inTime(outcome).toFixed(1)} % in time, ${outcome.requests.toFixed(3)} requests, at most ${outcome.longest.toFixed(1)} between two`

function rowsOf(name: string, ours: Outcome, alike: Outcome): Row[] {
  const [wait, other] = [mean(ours.waits), mean(alike.waits)]
  return [
    {
      measure: `schedules, ${name}: a change waits`,
      unit: 'intervals',
      ours: wait,
      peer: other,
      note: `all alike in the other column; ${ours.requests.toFixed(3)} and ${alike.requests.toFixed(3)} requests a page and interval`,
    },
    {
      measure: `schedules, ${name}: seen within the interval`,
      unit: '%',
      ours: inTime(ours),
      peer: inTime(alike),
      note: `the longest time between two visits of a page is ${ours.longest.toFixed(1)} intervals`,
    },
  ]
}
