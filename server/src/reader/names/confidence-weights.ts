import { readFileSync } from 'node:fs'

const file = new URL('../../../data/name-confidence.json', import.meta.url)

/** By sign, what it adds to the log-odds that a name is right, as bench/src/train/names/name-confidence.ts has learned it. */
export const confidenceWeights = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
