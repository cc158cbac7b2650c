import type { NameForm } from './name-form.ts'

export interface NameVerdict {
  /** Log-odds that the two are one, by their names alone. */
  points: number
  reason: string
  isVeto: boolean
  /** Both have a word that the other has not: another given name. Contact points are shared by families and offices. */
  isConflict?: true
  /** Nothing but legal forms tells them apart: a third that has none is no bridge between them. */
  isContrary?: true
}

/** Of names that come out the same in Latin letters: two that are written with different characters may be two. */
export function homophoneVerdict(a: NameForm, b: NameForm): NameVerdict | undefined {
  if (a.han === b.han || a.han === '' || b.han === '') return undefined
  return { points: 1.5, reason: `sounds the same, written differently: ${a.han}, ${b.han}`, isVeto: false }
}
