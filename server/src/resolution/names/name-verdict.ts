import type { NameForm } from './name-form.ts'

export interface NameVerdict {
  /** Log-odds that the two are the same, by their names alone. */
  points: number
  reason: string
  is_veto: boolean
  /** Each has a word that the other lacks, such as another given name. Families and offices share contact details. */
  is_conflict?: true
  /** The names are only alike: they may be two of one row of similar names. Something that tells must speak for it. */
  is_alike?: true
  /** Only legal forms tell them apart: a third name without a form does not connect them. */
  is_contrary?: true
}

/** For names that are equal in Latin letters: with different Chinese characters they may be two. */
export function homophoneVerdict(a: NameForm, b: NameForm): NameVerdict | undefined {
  if (a.han === b.han || a.han === '' || b.han === '') return undefined
  return { points: 1.5, reason: `sounds the same, written differently: ${a.han}, ${b.han}`, is_veto: false }
}
