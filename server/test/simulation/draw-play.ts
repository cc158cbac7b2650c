import { Random } from './random.ts'

// What happens in one run, drawn from its seed: a small web that changes once, people who correct, and faults.

export interface PageSpec {
  host: string
  path: string
  title: string
  people: { name: string; org: string; role: string; since: number }[]
  /** As structured data too. */
  isStructured: boolean
}

export interface WebVersion {
  pages: PageSpec[]
}

export type Correction =
  | { do: 'edit'; name: string; kind: string; field: 'summary' | 'role'; value: string }
  | { do: 'delete'; name: string; kind: string }
  | { do: 'create'; name: string }
  | { do: 'merge'; name: string; other: string; kind: string }
  | { do: 'relate'; name: string; other: string }
  | { do: 'undo' }

export type Fault =
  /** At the n-th statement by which a process writes: it is killed, or that connection is lost, or the disk is full for a while. */
  | { do: 'die before' | 'die after' | 'cut before' | 'cut after'; process: number; at: number }
  | { do: 'full disk'; process: number; at: number; writes: number }
  /** The clock of a process is set, which may take leases from processes that live. */
  | { do: 'clock'; process: number; at: number; seconds: number }
  | { do: 'web'; at: number; how: 'hangs' | 'is busy' | 'breaks off' | 'lies' }
  | { do: 'model'; at: number; how: 'breaks off late' | 'breaks off' | 'fails' | 'is busy' | 'talks' | 'stops short' }
  | { do: 'receiver'; at: number; how: 'fails' | 'breaks off' | 'forgets to answer' }
  /** At the n-th request to the web, call of the model or delivery. */
  | { do: 'die at request'; process: number; at: number; to: 'web' | 'model' | 'receiver' }

export interface Play {
  before: WebVersion
  after: WebVersion
  corrections: Correction[]
  laterCorrections: Correction[]
  faults: Fault[]
}

export const hosts = ['north.example', 'south.example']
const given = ['Ada', 'Bjarne', 'Carla', 'Dmitri', 'Edda', 'Farid', 'Greta', 'Henrik']
const families = ['Berg', 'Holm', 'Lindqvist', 'Moreau', 'Novak', 'Okafor', 'Petersen', 'Quist']
const orgs = ['Harbour Society', 'Northern Museum', 'Lantern Company', 'Ferry Union']
const roles = ['treasurer', 'director', 'curator', 'secretary', 'editor']

export const gone = { host: hosts[0] as string, path: '/gone' }

/** So many seeds differ in their faults alone: what would be without faults is played once for all of them. */
export const seedsOfAStory = 4

export const storyOf = (seed: number) => Math.ceil(seed / seedsOfAStory)

export function drawPlay(seed: number): Play {
  return { ...drawStory(new Random(storyOf(seed))), faults: drawFaults(new Random(1_000_003 * seed)) }
}

function drawFaults(random: Random): Fault[] {
  return Array.from({ length: random.between(1, 4) }, () => drawFault(random))
}

function drawStory(random: Random): Omit<Play, 'faults'> {
  const names = random.some(
    given.flatMap((first) => families.map((family) => `${first} ${family}`)),
    random.between(4, 8),
  )
  const before = drawWeb(random, names)
  const after = changeWeb(random, before, names)
  const corrections = Array.from({ length: random.between(1, 4) }, () => drawCorrection(random, names))
  const laterCorrections = Array.from({ length: random.between(0, 2) }, () => drawCorrection(random, names))
  return { before, after, corrections, laterCorrections }
}

function drawWeb(random: Random, names: string[]): WebVersion {
  const pages = Array.from({ length: random.between(3, 7) }, (_, number) => drawPage(random, number, names))
  return { pages }
}

/** Everybody has one site, so that a name means one person: whether two sites mean the same one is not asked here. */
function drawPage(random: Random, number: number, names: string[], host = random.pick(hosts)): PageSpec {
  const own = names.filter((_, at) => at % hosts.length === hosts.indexOf(host))
  const people = random
    .some(own, random.between(1, 3))
    .map((name) => ({ name, org: random.pick(orgs), role: random.pick(roles), since: random.between(1980, 2020) }))
  return {
    ...{ host, path: `/${number}`, title: `Report ${number}`, people },
    isStructured: random.chance(0.4),
  }
}

/** One page says something else, one may go, one may come. */
function changeWeb(random: Random, { pages }: WebVersion, names: string[]): WebVersion {
  const changed = random.between(0, pages.length - 1)
  const lost = random.chance(0.5) ? random.between(0, pages.length - 1) : -1
  const later = pages.map((page, at) => (at === changed ? drawPage(random, at, names, page.host) : page))
  const kept = later.filter((_, at) => at !== lost)
  return { pages: random.chance(0.5) ? [...kept, drawPage(random, pages.length, names)] : kept }
}

function drawCorrection(random: Random, names: string[]): Correction {
  const [name, other] = random.some(names, 2) as [string, string]
  const kind = 'person'
  switch (random.between(0, 6)) {
    case 0:
      return { do: 'delete', name, kind }
    case 1:
      return { do: 'create', name: `${random.pick(given)} Vandermeer` }
    case 2:
      return { do: 'merge', name, other, kind }
    case 3:
      return { do: 'relate', name, other }
    case 4:
      return { do: 'undo' }
    default:
      return {
        do: 'edit',
        name,
        kind,
        field: random.pick(['summary', 'role']),
        value: `as people say ${random.between(1, 99)}`,
      }
  }
}

/** How many writes, requests, calls and deliveries of a process a run has, roughly: a fault later than that does not happen. */
const spans = { writes: 320, web: 20, model: 10, receiver: 36 }

function drawFault(random: Random): Fault {
  const process = random.between(0, 1)
  const at = random.between(1, spans.writes)
  switch (random.between(0, 10)) {
    case 0:
    case 1:
      return { do: 'die before', process, at }
    case 2:
    case 3:
      return { do: 'die after', process, at }
    case 4:
      return { do: 'cut before', process, at }
    case 5:
      return { do: 'cut after', process, at }
    case 6:
      return { do: 'full disk', process, at, writes: random.between(1, 12) }
    case 7:
      return { do: 'clock', process, at, seconds: random.pick([-3_600, -120, -15, 15, 120, 3_600]) }
    case 8:
      return {
        do: 'web',
        at: random.between(1, spans.web),
        how: random.pick(['hangs', 'is busy', 'breaks off', 'lies']),
      }
    case 9:
      return random.chance(0.5)
        ? {
            ...{ do: 'model', at: random.between(1, spans.model) },
            how: random.pick(['breaks off late', 'breaks off', 'fails', 'is busy', 'talks', 'stops short']),
          }
        : {
            ...{ do: 'receiver', at: random.between(1, spans.receiver) },
            how: random.pick(['fails', 'breaks off', 'forgets to answer']),
          }
    default: {
      const to = random.pick(['web', 'model', 'receiver'] as const)
      return { do: 'die at request', process, to, at: random.between(1, spans[to]) }
    }
  }
}
