import { readFileSync } from 'node:fs'
import { compileModel, decodeModel, type RowScore } from '../main-text/tree-model.ts'

// How likely a name is right: whole, and of its kind. Trees over its traits, learned from pages whose names people have
// marked; `npm run eval -- prose` shows how well that holds.

const file = new URL('../../../data/name-likelihood.json', import.meta.url)

/** From 0 to 1, by the traits of a name. */
export type Likelihood = (traits: Float32Array) => number

export const likelihoodOf =
  (score: RowScore): Likelihood =>
  (traits) =>
    1 / (1 + Math.exp(-score(traits, 0)))

let shipped: Likelihood | undefined

/** What ships with the server, loaded on first use. */
export function shippedLikelihood(): Likelihood {
  if (!shipped) {
    const { depth, trees } = JSON.parse(readFileSync(file, 'utf8')) as { depth: number; trees: string }
    shipped = likelihoodOf(compileModel(decodeModel(depth, trees)))
  }
  return shipped
}
