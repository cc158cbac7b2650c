// The points at which learning begins, by row of the table of evidence: what rules gave before anything was learned. What is
// learned is a factor of them; rows of one factor count more or less together. Rows that are not here are not learned.

interface Prior {
  factor: string
  points: number
}

const each = (rows: Record<string, number>): [row: string, prior: Prior][] =>
  Object.entries(rows).map(([row, points]) => [row, { factor: row, points }])

const together = (factor: string, rows: Record<string, number>): [row: string, prior: Prior][] =>
  Object.entries(rows).map(([row, points]) => [row, { factor, points }])

export const priors: ReadonlyMap<string, Prior> = new Map([
  ...each({
    'born day': 4,
    'born year': 2,
    'born slip': 0.6,
    'died day': 4,
    'died year': 2,
    'died slip': 0.6,
    'telephone same': 3.5,
    'telephone near': 1,
    'telephone different': -0.7,
    'email same': 4,
    'postal_code same': 1,
    'postal_code near': 0.3,
    'postal_code different': -2,
    'gender same': 0.2,
    'gender different': -1.5,
    'occupation same': 1.5,
    'occupation different': -0.3,
    'job_title same': 1,
    'birth_place same': 2.2,
    'birth_place near': 1.2,
    'birth_place different': -2.6,
    'locality same': 1.2,
    'locality near': 0.8,
    'locality different': -2,
    'region same': 0.5,
  }),
  ...together('street same', {
    'street of a person same_house': 3.5,
    'street of a person same_street': 1.2,
    'street same_house': 3.5,
    'street same_street': 1.2,
  }),
  ...together('street different', {
    'street of a person unread': 0,
    'street of a person other_number': -0.7,
    'street of a person other_street_same_number': -1,
    'street of a person other_street': -1.5,
    'street of a person other_street_and_number': -2,
    'street unread': 0,
    'street other_number': -1.05,
    'street other_street_same_number': -1.5,
    'street other_street': -2.25,
    'street other_street_and_number': -3,
  }),
])
