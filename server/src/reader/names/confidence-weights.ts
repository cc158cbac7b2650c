// Written by `node bench/src/train/name-confidence.ts`. What each sign adds to the log-odds that a name is right.

export const confidenceWeights: Record<string, number> = {
  'event in a field': 2.62,
  'given name': -0.6,
  'in text': -0.7,
  'no sentence': -0.84,
  organization: -1.17,
  'other in a field': 2.16,
  'person in a field': 3.25,
  'person of one word': -0.44,
  score: 0.96,
  sure: 0.52,
}
