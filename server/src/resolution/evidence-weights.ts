// Written by `node bench/src/train/resolution.ts`. How much each kind of evidence counts, as a factor of the points that
// evidence.ts gives it.

export const evidenceWeights: Record<string, number> = {
  'birth_place different': 1.12,
  'birth_place near': 1.01,
  'birth_place same': 1.79,
  'born day': 1.23,
  'born slip': 1.12,
  'born year': 1.12,
  'gender different': 0.86,
  'gender same': 1.02,
  'locality different': 0.77,
  'locality near': 1,
  'locality same': 0.98,
  'occupation different': 1.06,
  'occupation same': 1.3,
  'postal_code different': 1.16,
  'postal_code near': 1,
  'postal_code same': 1.13,
  'region same': 1.06,
  'street different': 1.3,
  'street same': 1.28,
  'telephone different': 0.91,
  'telephone near': 1.04,
  'telephone same': 0.5,
}
