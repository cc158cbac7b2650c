import { blockingKeys } from './blocking-keys.ts'
import { compare } from './compare.ts'
import { Groups, type Judgement, signatureOf } from './groups.ts'
import type { Comparison, Profile } from './profile.ts'

export interface ClusterItem {
  key: string
  profile: Profile
  /** What it has in common with others of the very same name on other sites. */
  namesake?: string | undefined
}

export interface ComparedPair {
  a: string
  b: string
  comparison: Comparison
}

/** A weak key shared by more profiles than this is ignored. */
const maxBlock = 80

/** Of one name on many sites so many are compared with all others of it, and found by the name: the first by their keys. */
export const standingMost = 8

interface Clustered {
  clusters: string[][]
  pairs: ComparedPair[]
  /** The pairs that are the same and end in two clusters, and why. */
  conflicts: { a: string; b: string; reason: string }[]
}

/**
 * Clusters items that are the same. The surest pairs are joined first; two groups stay apart if any member of one
 * cannot be any member of the other. Judgements by people come first. The result does not depend on the order of the
 * items.
 */
export function cluster(items: ClusterItem[], judged: Judgement[]): Clustered {
  const steps = clusterSteps(items, judged)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same in small steps, so that others can work in between. */
export function* clusterSteps(items: ClusterItem[], judged: Judgement[]): Generator<void, Clustered, void> {
  const sorted = items.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const profiles = new Map(sorted.map(({ key, profile }) => [key, profile]))
  const pairs: ComparedPair[] = []
  for (const [a, b] of candidatePairs(sorted)) {
    pairs.push({ a, b, comparison: compare(profiles.get(a) as Profile, profiles.get(b) as Profile) })
    yield
  }
  const groups = new Groups(profiles, judged)
  const joined = judged.filter(({ a, b, same }) => same && profiles.has(a) && profiles.has(b)).sort(peopleFirst)
  for (const { a, b, is_of_model } of joined) if (!is_of_model || !groups.areJudgedApart(a, b)) groups.join(a, b)
  const edges = pairs.filter(({ comparison }) => comparison.decision === 'same')
  edges.sort((x, y) => y.comparison.score - x.comparison.score || byKeys(x, y))
  for (const { a, b } of edges) {
    if (!groups.areOne(a, b) && groups.refusal(a, b) === undefined) groups.join(a, b)
    yield
  }
  const conflicts = edges.flatMap(({ a, b }) => {
    const reason = groups.areOne(a, b) ? undefined : groups.refusal(a, b)
    return reason === undefined ? [] : [{ a, b, reason }]
  })
  return { clusters: groups.list(), pairs, conflicts }
}

function peopleFirst(x: Judgement, y: Judgement): number {
  return Number(x.is_of_model ?? false) - Number(y.is_of_model ?? false) || byKeys(x, y)
}

function byKeys(x: { a: string; b: string }, y: { a: string; b: string }): number {
  if (x.a !== y.a) return x.a < y.a ? -1 : 1
  return x.b < y.b ? -1 : x.b > y.b ? 1 : 0
}

/** Pairs that share a key, each once, smaller key first, sorted. */
function candidatePairs(items: ClusterItem[]): [string, string][] {
  const found = new Set<number>()
  const standing = standingOf(items)
  for (const [at, { namesake }] of items.entries()) {
    for (const other of standing.get(namesake ?? '') ?? []) {
      if (other !== at) found.add(Math.min(at, other) * items.length + Math.max(at, other))
    }
  }
  for (const [key, block] of blocksOf(items, standing)) {
    if (block.length <= maxBlock) {
      for (const [n, a] of block.entries()) for (const b of block.slice(n + 1)) found.add(a * items.length + b)
    } else if (isStrong(key)) {
      for (const [a, b] of pairsOfMany(block, items)) found.add(a * items.length + b)
    }
  }
  const keyAt = (at: number) => (items[at] as ClusterItem).key
  return [...found]
    .sort((x, y) => x - y)
    .map((code) => [keyAt(Math.floor(code / items.length)), keyAt(code % items.length)])
}

/**
 * Pairs of a block with hundreds of equal names: each profile with the previous one of its signature, and the first of
 * each signature with one another.
 */
function* pairsOfMany(block: number[], items: ClusterItem[]): Generator<[number, number]> {
  const lastOf = new Map<string, number>()
  const firsts: number[] = []
  for (const at of block) {
    const signature = signatureOf((items[at] as ClusterItem).profile)
    const last = lastOf.get(signature)
    if (last === undefined) firsts.push(at)
    else yield [last, at]
    lastOf.set(signature, at)
  }
  for (const [n, a] of firsts.slice(0, maxBlock).entries()) for (const b of firsts.slice(n + 1, maxBlock)) yield [a, b]
}

/** By name, the items that stand for the others of it. The items are sorted. */
function standingOf(items: ClusterItem[]): Map<string, Set<number>> {
  const standing = new Map<string, Set<number>>()
  for (const [at, { namesake }] of items.entries()) {
    if (namesake === undefined) continue
    const known = standing.get(namesake)
    if (!known) standing.set(namesake, new Set([at]))
    else if (known.size < standingMost) known.add(at)
  }
  return standing
}

/** Item indexes by blocking key. */
function blocksOf(items: ClusterItem[], standing: Map<string, Set<number>>): Map<string, number[]> {
  const blocks = new Map<string, number[]>()
  for (const [at, { profile, namesake }] of items.entries()) {
    const isBehind = namesake !== undefined && !standing.get(namesake)?.has(at)
    const { strong, weak } = blockingKeys(isBehind ? { ...profile, names: [] } : profile)
    for (const key of [...strong, ...weak]) {
      const block = blocks.get(key)
      if (block) block.push(at)
      else blocks.set(key, [at])
    }
  }
  return blocks
}

/** Whether a key is strong, by the letter in front. */
function isStrong(key: string): boolean {
  return /^[xunj]:/.test(key)
}
