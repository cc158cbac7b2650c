import { birthday, type Evidence, gatherEvidence, neighbourPointsMax, type Strength } from './evidence.ts'
import { nameForm } from './names/name-form.ts'
import type { NameVerdict } from './names/name-verdict.ts'
import { comparePeople } from './names/person-names.ts'
import { compareThings, otherForms } from './names/thing-names.ts'
import { weighNamesakes } from './namesakes.ts'
import type { Comparison, Decision, Profile } from './profile.ts'

// Decides whether two profiles are the same. Names (names/) and other evidence (evidence.ts) are log-odds that add up; a veto
// overrides any sum. Which pairs are compared at all is up to blocking-keys.ts, and who ends up in one cluster to cluster.ts.

/** A comparison with at least this score, and no veto, is `same`. */
export const sameThreshold = 0.88
/** Below this score it is `different`; in between, somebody has to look. */
export const differentThreshold = 0.27
/** Pairs with a lower score do not wait to be judged: nearly all of them are different. */
export const leastPairScore = 0.6

/** Names with nothing in common get at most this many points. */
const noWord = -6
/** The most points where there is doubt; below `sameThreshold`. */
export const doubtful = 1.5
/** Names of people with more points are the same. */
const sameName = 3.5
const nothingElse = 'nothing else tells that they are the same'
const maxNames = 12

/** How many names of a profile are compared. */
export const namesCounted = ({ names }: Profile): number => Math.min(names.length, maxNames)

/** How many pairs of names a comparison takes. */
export const namesCompared = (a: Profile, b: Profile): number => namesCounted(a) * namesCounted(b)

export function compare(a: Profile, b: Profile): Comparison {
  const weighed = weigh(a, b)
  if (weighed === undefined) {
    const kinds = `different kinds: ${[a.kind, b.kind].sort().join(', ')}`
    return {
      decision: 'different',
      score: 0,
      reasons: [kinds],
      against: [kinds],
      is_certain: false,
      is_veto: true,
      is_contrary: true,
      is_by_name: false,
    }
  }
  const { names, others, isCertain, isVeto, isHeld, points, namesakes } = weighed
  const score = isVeto ? Math.min(logistic(points), 0.05) : logistic(points)
  const byWeight = [...others, names].sort((x, y) => Math.abs(y.points) - Math.abs(x.points))
  const reasons = byWeight.map(({ reason }) => reason)
  const against = byWeight.filter((one) => ('strength' in one ? speaksAgainst(one) : isAgainstNames(one)))
  const doubts = against.map(({ reason }) => reason)
  const isBareName = namesakes?.isByName && score >= sameThreshold
  if (!isVeto && ((isHeld && score >= leastPairScore) || isBareName)) {
    reasons.push(nothingElse)
    doubts.push(nothingElse)
  }
  const isContrary = names.is_contrary || isOther(names, others) || has(others, 'doubt')
  const is_contrary = isContrary && !isCertain
  const decision = decide(score, isVeto)
  const is_by_name = decision === 'same' && namesakes?.isByName === true
  return { decision, score, reasons, against: doubts, is_certain: isCertain, is_veto: isVeto, is_contrary, is_by_name }
}

/** All that speaks for and against two profiles being the same; undefined where they are of different kinds. */
export function weigh(a: Profile, b: Profile) {
  const kind = commonKind(a, b)
  if (kind === undefined) return undefined
  const [first, second] = inOrder(a, b).map((one) => (one.kind === kind ? one : { ...one, kind })) as [Profile, Profile]
  const names = bestNames(first, second)
  const others = gatherEvidence(first, second)
  const isCertain = has(others, 'certain')
  let points = sumOf(others) + names.points
  // A guessed kind may be wrong, which makes names mean less.
  const isOddKind = a.kind !== b.kind && names.reason !== 'same name'
  const isHeld = !isCertain && isDoubtful(names, others)
  const isCapped = isHeld || (!isCertain && (isOddKind || isOther(names, others)))
  if (isCapped) points = Math.min(points, doubtful)
  // A letter is called after who wrote it, a festival after its town: nobody should have to look.
  if (isOddKind && [a.kind, b.kind].includes('event')) points = Math.min(points, 0)
  const isVeto = (names.is_veto || has(others, 'veto')) && !isCertain
  const namesakes = weighNamesakes(first, second, others)
  const isTwo = namesakes !== undefined && namesakes.against.length > 0
  // They wait to be judged, however many signs there are: the name is the same all the same.
  if (isTwo) points = Math.min(names.points > sameName ? Math.max(points, logit(leastPairScore)) : points, doubtful)
  return { names, others, isCertain, isVeto, isHeld: isHeld || isTwo, isCapped: isCapped || isTwo, points, namesakes }
}

/**
 * Whether the two could have `score` if they shared neighbours, which are not in their profiles yet. Most pairs that
 * share a key are nothing like each other, and need none read. It never denies what could be: neighbours only
 * add points, and points are capped no lower than `doubtful`, but for events of an odd kind.
 */
export function mayReach(score: number, a: Profile, b: Profile): boolean {
  const weighed = weigh(a, b)
  return (
    weighed !== undefined && !weighed.isVeto && weighed.points + neighbourPointsMax >= Math.min(logit(score), doubtful)
  )
}

/**
 * Whether the given names differ and no shared birthday explains it as a slip: families and offices share everything
 * else.
 */
function isOther(names: NameVerdict, others: Evidence[]): boolean {
  return names.is_conflict === true && !others.some(({ name }) => name === birthday)
}

/**
 * Whether a sum, however high, is too doubtful to merge by. Names that are not enough by themselves need a reason that
 * tells: what everybody around has too, such as a place, a site or an employer, adds up and says nothing.
 */
function isDoubtful(names: NameVerdict, others: Evidence[]): boolean {
  // Two that share an address and a birthday, but no word of the name, may be twins.
  if (names.points <= noWord) return true
  if (has(others, 'doubt', 'slight_doubt')) return !has(others, 'telling')
  if (has(others, 'telling', 'shared')) return false
  return names.is_alike === true || names.points < logit(sameThreshold)
}

function has(others: Evidence[], ...strengths: Strength[]): boolean {
  return others.some(({ strength }) => strengths.includes(strength))
}

const speaksAgainst = (one: Evidence) => one.points < 0 || has([one], 'doubt', 'slight_doubt', 'sign', 'veto')

const isAgainstNames = ({ points, is_veto, is_conflict, is_contrary }: NameVerdict) =>
  points < 0 || is_veto || is_conflict === true || is_contrary === true

function sumOf(evidence: { points: number }[]): number {
  return evidence.reduce((sum, { points }) => sum + points, 0)
}

/** The kind to compare by; undefined where both kinds are certain and differ. */
function commonKind(a: Profile, b: Profile): string | undefined {
  if (a.kind === b.kind) return a.kind
  if (!a.is_kind_guessed && !b.is_kind_guessed) return undefined
  if (a.is_kind_guessed !== b.is_kind_guessed) return a.is_kind_guessed ? b.kind : a.kind
  return a.kind < b.kind ? a.kind : b.kind
}

/** A fixed order, so that reasons read the same from both sides. */
function inOrder(a: Profile, b: Profile): [Profile, Profile] {
  for (let at = 0; at < a.names.length || at < b.names.length; at++) {
    const [nameA = '', nameB = ''] = [a.names[at], b.names[at]]
    if (nameA !== nameB) return nameA < nameB ? [a, b] : [b, a]
  }
  return JSON.stringify(a) <= JSON.stringify(b) ? [a, b] : [b, a]
}

function bestNames(a: Profile, b: Profile): NameVerdict {
  const isPerson = a.kind === 'person'
  let best: NameVerdict | undefined
  for (const nameA of a.names.slice(0, maxNames)) {
    for (const nameB of b.names.slice(0, maxNames)) {
      const formA = nameForm(nameA, isPerson)
      const formB = nameForm(nameB, isPerson)
      const verdict = isPerson ? comparePeople(formA, formB) : compareThings(formA, formB)
      if (!best || weightOf(verdict) > weightOf(best)) best = verdict
    }
  }
  if (!best) return { points: -1, reason: 'no name', is_veto: false }
  return isPerson || best.is_contrary || best.points <= 0 ? best : withForms(best, a, b)
}

/** Names that are only alike count for less than others that are enough. */
const weightOf = ({ points, is_alike }: NameVerdict) => (is_alike ? Math.min(points, doubtful) : points)

/** Applies different legal forms even where both also have the bare name. */
function withForms(verdict: NameVerdict, a: Profile, b: Profile): NameVerdict {
  if (a.names.length === 1 && b.names.length === 1) return verdict
  const [formsA, formsB] = [a, b].map(({ names }) => [
    ...new Set(names.slice(0, maxNames).flatMap((name) => nameForm(name, false).legalForms)),
  ]) as [string[], string[]]
  if (formsA.length === 0 || formsB.length === 0 || formsA.some((form) => formsB.includes(form))) return verdict
  return otherForms(verdict, formsA, formsB)
}

function logistic(points: number): number {
  return 1 / (1 + Math.exp(-points))
}

function logit(score: number): number {
  return Math.log(score / (1 - score))
}

function decide(score: number, isVeto: boolean): Decision {
  if (isVeto || score < differentThreshold) return 'different'
  return score >= sameThreshold ? 'same' : 'unsure'
}
