import { describe, expect, it } from 'vitest'
import { readTokens } from '../../language/sentences/sentences.ts'
import { findRoles } from './roles-in-sentence.ts'

function rolesOf(text: string, language: string, cut?: [word: number, from: number]) {
  const tokens = readTokens(text)
  const cuts = new Map(cut ? [[cut[0], cut[1]] as const] : [])
  const taken = new Uint8Array(tokens.length)
  return findRoles(tokens, { taken, cuts, language }).map(({ start, end, word, way }) => ({
    text: text.slice(start, end),
    word,
    way,
  }))
}

describe('the roles of a sentence', () => {
  it.each([
    ['en', 'Ada Berg, former Vice President of Acme', 'former Vice President', 'president', 'leads'],
    ['en-GB', 'The striker was sent off', 'striker', 'striker', 'member_of'],
    ['de-AT', 'Die Fraktionsvorsitzende sprach', 'Fraktionsvorsitzende', 'fraktionsvorsitzende', 'leads'],
    ['de', 'Sie dankte dem Präsidenten', 'Präsidenten', 'präsident', 'leads'],
    ['de', 'Der neue CEO sprach', 'CEO', 'ceo', 'leads'],
    ['fr', 'Le président a parlé', 'président', 'président', 'leads'],
  ])('%s: %s', (language, text, role, word, way) => {
    const found = rolesOf(text, language)
    expect(found.map((one) => one.text.replace(/^(?:neue|dem) /, ''))).toEqual([role])
    expect(found[0]?.way).toBe(way)
    expect(word.endsWith(found[0]?.word ?? '-')).toBe(true)
  })

  it('takes the rest of a word that begins with a name', () => {
    expect(rolesOf('VW-Chef Karl Holm sprach', 'de', [0, 3])).toEqual([{ text: 'Chef', word: 'chef', way: 'leads' }])
  })

  it('takes no word of another language for a role', () => {
    expect(rolesOf('Was nun, fragte sie, und der Rest war general bekannt', 'de')).toEqual([])
  })
})
