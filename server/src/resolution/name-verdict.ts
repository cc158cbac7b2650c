export interface NameVerdict {
  /** Log-odds that the two are one, by their names alone. */
  points: number
  reason: string
  isVeto: boolean
}
