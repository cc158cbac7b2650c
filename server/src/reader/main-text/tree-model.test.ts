import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileModel, decodeModel, encodeModel, scoreRow, type TreeModel } from './tree-model.ts'

const depth = 3
const trees = 25
const width = 6
const inner = 2 ** depth - 1

/** Few different numbers, so that values often equal thresholds. */
const number = fc.constantFrom(-1, 0, 0.1, 0.30000001192092896, 1, 7)

const models: fc.Arbitrary<TreeModel> = fc.record({
  depth: fc.constant(depth),
  bias: number.map(Math.fround),
  features: list(trees * inner, fc.nat(width - 1)).map((all) => Uint8Array.from(all)),
  thresholds: list(trees * inner, fc.oneof(number, fc.constant(Number.POSITIVE_INFINITY))).map(floats),
  leaves: list(trees * (inner + 1), fc.float({ noNaN: true, noDefaultInfinity: true, min: -2, max: 2 })).map(floats),
})

function list<Value>(length: number, value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> {
  return fc.array(value, { minLength: length, maxLength: length })
}

function floats(values: number[]): Float32Array {
  return Float32Array.from(values)
}

it('gives the same score to the last bit as code and as arrays', () => {
  fc.assert(
    fc.property(models, list(3 * width, number).map(floats), (model, values) => {
      const score = compileModel(model)
      for (const offset of [0, width, 2 * width]) {
        expect(score(values, offset)).toBe(scoreRow(model, values, offset))
      }
    }),
    { numRuns: 50 },
  )
})

it('is stored without a loss', () => {
  fc.assert(
    fc.property(models, (model) => {
      expect(decodeModel(depth, encodeModel(model))).toEqual(model)
    }),
    { numRuns: 20 },
  )
})
