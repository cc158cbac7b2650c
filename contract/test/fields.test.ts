import { describe, expect, it } from 'vitest'
import { email, httpUrl, label } from '../src/fields.ts'

// A megabyte of marks takes minutes to normalise; refused before that, it takes no time at all.
const marks = `a${'\u0316\u0301'.repeat(250_000)}`

describe('hostile text', () => {
  it('is refused as a label before it is normalised', () => {
    expect(label().safeParse(marks).error?.issues[0]?.message).toBe('{field} must be a string of 1 to 200 characters')
  })

  it('is refused as an email before it is normalised', () => {
    expect(email.safeParse(`${marks}@example.org`).error?.issues[0]?.message).toBe('{field} must be an email address')
  })

  it('may be longer than allowed until it is normalised', () => {
    expect(label().parse('e\u0301'.repeat(200))).toBe('\u00e9'.repeat(200))
    expect(label().safeParse('\u00e9'.repeat(201)).success).toBe(false)
  })
})

describe('an address', () => {
  it.each(['http://example.org:0/', 'ftp://example.org/', 'http://user@example.org/', 'x', ''])(
    'is not %s',
    (address) => {
      expect(httpUrl.safeParse(address).error?.issues[0]?.message).toBe('valid http(s) url required')
    },
  )

  it('is kept as parsing has it', () => {
    expect(httpUrl.parse(' HTTP://EXAMPLE.org:80/a b ')).toBe('http://example.org/a%20b')
  })
})
