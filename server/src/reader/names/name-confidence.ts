import type { BaseKind } from '../../facts/claim.ts'
import { confidenceWeights } from './confidence-weights.ts'
import type { JoinedName } from './rules/join-names.ts'
import { isGiven, type WordTable } from './tagger/word-table.ts'

// How likely a name is right: whole, and of its kind. In text of the languages that were learned that is up to name-likelihood.ts. In
// records, and in other languages, a few signs tell, weighed by names that people have judged, with whole sites left out
// in turn; `npm run eval -- confidence` shows how well that holds.

export type Sign = [weight: string, value: number]

/** The signs of a name that stands in a record: its column was typed by all its values. */
export function signsOfField(kind: BaseKind): Sign[] {
  return [[kind === 'person' || kind === 'event' ? `${kind} in a field` : 'other in a field', 1]]
}

export function signsOf({ kind, name, mentions, score }: Omit<JoinedName, 'aliases'>, words: WordTable): Sign[] {
  if (mentions.some(({ isField }) => isField)) return signsOfField(kind)
  const signs: Sign[] = [
    ['in text', 1],
    // Scores gather near 1, where small differences tell most.
    ['score', -Math.log(1.02 - Math.min(1, score))],
  ]
  const own = mentions.filter((mention) => mention.kind === kind)
  if (own.every(({ sentence }) => sentence.isAlone || sentence.isTitled)) signs.push(['no sentence', 1])
  if (own.some(({ isSure }) => isSure)) signs.push(['sure', 1])
  if (kind === 'object') signs.push(['organization', 1])
  const isOneWord = !/\s/.test(name)
  if (kind === 'person' && isOneWord) signs.push(['person of one word', 1])
  // Vladimir, Aurora, Augusta
  if (kind === 'location' && isOneWord && (words.flagsOf(name) & isGiven) !== 0) signs.push(['given name', 1])
  return signs
}

/** From 0 to 1, in steps of 0.05. */
export function confidenceOfName(name: JoinedName & { likelihood?: number }, words: WordTable): number {
  return name.likelihood === undefined ? confidenceOfSigns(signsOf(name, words)) : inSteps(name.likelihood)
}

export const confidenceOfSigns = (signs: Sign[]): number => inSteps(likelihood(signs, confidenceWeights))

export const inSteps = (share: number): number => Math.round(20 * share) / 20

export function likelihood(signs: Sign[], weights: Readonly<Record<string, number>>): number {
  return 1 / (1 + Math.exp(-signs.reduce((sum, [name, value]) => sum + (weights[name] ?? 0) * value, 0)))
}
