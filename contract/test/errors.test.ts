import { expect, it } from 'vitest'
import { errors } from '../src/errors.ts'

it('has one text for each error', () => {
  // `error` is for people, `code` for programs: two codes with one text would be one error.
  const texts = Object.values(errors).map(({ error }) => error)
  expect(new Set(texts).size).toBe(texts.length)
})
