// Written by `node bench/src/train/name-confidence.ts`. What each sign adds to the log-odds that a name is right.

export const confidenceWeights: Record<string, number> = {
  'event in a field': 2.55,
  'given name': -0.56,
  'in text': -0.89,
  'no sentence': -0.86,
  organization: -1.26,
  'other in a field': 2.2,
  'person in a field': 2.99,
  'person of one word': -1.7,
  score: 1.01,
  sure: 0.58,
}
