import { blockingKeys } from '../../../../server/src/resolution/blocking-keys.ts'
import { cluster } from '../../../../server/src/resolution/cluster.ts'
import { compare, leastPairScore } from '../../../../server/src/resolution/compare.ts'
import type { Comparison, Profile } from '../../../../server/src/resolution/profile.ts'
import type { Row } from '../../measurement.ts'
import { decideWith, examplesOf, type LabelledPair, leaveOut } from '../../train/resolution-learn.ts'
import { cpuMicroseconds } from '../cpu-time.ts'
import { type Corpus, type Evaluation, Score, scoreRow } from '../evaluation.ts'
import { Figures, figureRows, type Least } from './resolution-figures.ts'
import { bestClusterFigures, bestFigures, similarity } from './resolution-peer.ts'
import { type Fields, profileOf } from './resolution-records.ts'

// Whether two records are one thing, and which of many are. Beside us plain similarity at its best threshold.

interface Pair {
  id: string
  kind: string
  a: Fields
  b: Fields
  match: boolean
}

interface Clustered {
  id: string
  kind: string
  cluster: string
  record: Fields
}

const pairSets: [file: string, name: string, least?: Least][] = [
  ['opensanctions-name-pairs', 'names', { found: 0.8, precision: 0.99 }],
  ['opensanctions-entity-pairs', 'sanctioned entities'],
  ['febrl-person-pairs', 'people with errors'],
  ['historical-people-pairs', 'historical people'],
  ['chicago-organization-pairs', 'organizations'],
  ['restaurant-pairs', 'restaurants', { f1: 0.95 }],
]

const clusterSets: [file: string, name: string, least?: Least][] = [
  ['chicago-organization-clusters', 'clusters of organizations', { f1: 0.88 }],
  ['patent-applicant-clusters', 'clusters of applicants', { f1: 0.88 }],
  ['historical-people-clusters', 'clusters of people'],
]

export const resolution: Evaluation = {
  name: 'resolution',
  describe: 'same or different: pairs and clusters of names and records, beside plain similarity',
  async run({ corpus, progress }) {
    const rows: Row[] = []
    const blocked = new Score()
    const compared: [Profile, Profile][] = []
    for (const [file, name, least] of pairSets) {
      const pairs = corpus.readLines<Pair>(`entity-resolution/${file}.jsonl`)
      progress(`${pairs.length} pairs of ${name}`)
      rows.push(...scorePairs(pairs, { name, least, blocked, compared }))
    }
    rows.push(...scoreLeftOut(corpus, progress))
    for (const [file, name, least] of clusterSets) rows.push(...scoreClusters(corpus, { file, name, least }))
    rows.push(...scoreRow('same by comparison that share a blocking key', { ours: blocked, least: 98 }))
    rows.push(await measureCpu(compared))
    return rows
  },
}

/**
 * The weights of evidence were learned on these very pairs. So they are learned anew without each set, and without each
 * fifth of the names; the rules themselves were written by looking at all sets.
 */
function scoreLeftOut(corpus: Corpus, progress: (text: string) => void): Row[] {
  const examples = examplesOf(
    pairSets.flatMap(([set]) =>
      corpus.readLines<Omit<LabelledPair, 'set'>>(`entity-resolution/${set}.jsonl`).map((pair) => ({ ...pair, set })),
    ),
  )
  return (['set', 'group'] as const).flatMap((by) => {
    progress(by === 'set' ? 'weights without each set' : 'weights without each fifth of the names')
    const ours = new Figures()
    leaveOut(examples, by, (example, weights) => {
      ours.add({ expected: example.match, ...decideWith(example, weights) })
    })
    return figureRows(by === 'set' ? 'all pairs, their set left out' : 'all pairs, their names left out', { ours })
  })
}

interface PairSet {
  name: string
  least?: Least
  blocked: Score
  compared: [Profile, Profile][]
}

function scorePairs(pairs: Pair[], { name, least, blocked, compared }: PairSet): Row[] {
  const ours = new Figures()
  for (const { id, kind, a, b, match } of pairs) {
    const profiles: [Profile, Profile] = [profileOf(kind, a), profileOf(kind, b)]
    const comparison = compare(...profiles)
    const found = comparison.decision === 'same'
    ours.add({ expected: match, found, waits: waits(comparison) })
    if (found && match) blocked.add(id, shareKey(...profiles))
    compared.push(profiles)
  }
  const peer = bestFigures(pairs.map(({ a, b, match }) => ({ similarity: similarity(a, b), expected: match })))
  return figureRows(name, { ours, peer, least })
}

const waits = ({ decision, score }: Comparison) => decision === 'unsure' && score >= leastPairScore

function shareKey(a: Profile, b: Profile): boolean {
  const keysA = blockingKeys(a)
  const keysB = blockingKeys(b)
  const all = new Set([...keysA.strong, ...keysA.weak])
  return [...keysB.strong, ...keysB.weak].some((key) => all.has(key))
}

function scoreClusters(corpus: Corpus, { file, name, least }: { file: string; name: string; least?: Least }): Row[] {
  const records = corpus.readLines<Clustered>(`entity-resolution/${file}.jsonl`)
  const items = records.map(({ id, kind, record }) => ({ key: id, profile: profileOf(kind, record) }))
  const { clusters, pairs } = cluster(items, [])
  const groupOf = new Map(clusters.flatMap((keys, group) => keys.map((key) => [key, group])))
  const groupsOf = (a: string, b: string) => [groupOf.get(a), groupOf.get(b)].sort().join(' ')
  // A pair that is called the same and was not merged waits too; one pair stands for all between two groups.
  const waiting = pairs.filter(({ comparison }) => waits(comparison) || comparison.decision === 'same')
  const between = new Set(waiting.map(({ a, b }) => groupsOf(a, b)))
  const ours = new Figures()
  for (const [n, a] of records.entries()) {
    for (const b of records.slice(n + 1)) {
      const found = groupOf.get(a.id) === groupOf.get(b.id)
      ours.add({ expected: a.cluster === b.cluster, found, waits: between.has(groupsOf(a.id, b.id)) })
    }
  }
  const peer = bestClusterFigures(records.map(({ record, cluster }) => ({ fields: record, cluster })))
  return figureRows(name, { ours, peer, least })
}

async function measureCpu(pairs: [Profile, Profile][]): Promise<Row> {
  const ours = await cpuMicroseconds(pairs.length, () => {
    for (const [a, b] of pairs) compare(a, b)
  })
  return { measure: 'CPU of a comparison', unit: 'µs', ours, target: { text: '≤ 50 µs', met: ours <= 50 } }
}
