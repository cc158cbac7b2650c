import type { Claim } from '../../../../server/src/facts/claim.ts'
import type { Row } from '../../measurement.ts'
import type { ClaimExample } from '../../train/answers/model-confidence-learn.ts'

// Whether of what is given a confidence of 0.8 about 80 % is right.

interface Rated {
  confidence: number
  right: boolean
}

/** The confidence of every claim of a model before signs told. */
const flat = 0.8
const buckets = 10

export function calibrationRows(examples: ClaimExample[], leftOut: Rated[]): Row[] {
  const before = examples.map(({ isRight }) => ({ confidence: flat, right: isRight }))
  return [
    ...rowsOf('all claims', before, leftOut),
    ...(['entity', 'relationship'] as Claim['type'][]).flatMap((type) => {
      const isOf = (_: unknown, at: number) => examples[at]?.claim.type === type
      return rowsOf(type, before.filter(isOf), leftOut.filter(isOf))
    }),
    ...tableRows(leftOut),
  ]
}

function rowsOf(of: string, before: Rated[], after: Rated[]): Row[] {
  const row = (name: string, score: (all: Rated[]) => number): Row => ({
    measure: `model, confidence of ${of}, their page left out: ${name}, times 100`,
    unit: '',
    ours: 100 * score(after),
    note: `${(100 * score(before)).toFixed(1)} at a flat ${flat}, of ${after.length}`,
  })
  return [row('Brier score', brier), row('calibration error by tenths', calibrationError)]
}

/** The mean of the squared distances to what is so. */
const brier = (all: Rated[]): number => mean(all.map(({ confidence, right }) => (confidence - Number(right)) ** 2))

/** How far confidence and share of right ones are apart, in the mean over tenths. */
function calibrationError(all: Rated[]): number {
  const misses = [...byTenth(all).values()].map(
    (inside) => inside.length * Math.abs(meanConfidence(inside) - shareRight(inside)),
  )
  return misses.reduce((sum, miss) => sum + miss, 0) / all.length
}

function tableRows(all: Rated[]): Row[] {
  return [...byTenth(all)]
    .sort(([a], [b]) => a - b)
    .map(([tenth, inside]) => ({
      measure: `model, claims of confidence ${tenth / buckets} to ${(tenth + 1) / buckets}, their page left out: right`,
      unit: '%',
      ours: 100 * shareRight(inside),
      note: `of ${inside.length}, given ${(100 * meanConfidence(inside)).toFixed(0)} % in the mean`,
    }))
}

const byTenth = (all: Rated[]) =>
  Map.groupBy(all, ({ confidence }) => Math.min(buckets - 1, Math.floor(buckets * confidence + 1e-9)))
const meanConfidence = (all: Rated[]) => mean(all.map(({ confidence }) => confidence))
const shareRight = (all: Rated[]) => mean(all.map(({ right }) => Number(right)))
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
