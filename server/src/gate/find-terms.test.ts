import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileTerms } from './find-terms.ts'
import { countWords, foldText, place, placeOf } from './fold-text.ts'

const finds = (term: string, text: string) => compileTerms([term])(foldText(text)) === term
const found = (terms: string[], text: string) => compileTerms(terms)(foldText(text))

describe('a term', () => {
  const rows: [term: string, yes: string[], no: string[]][] = [
    [
      'zurich',
      ['Zürich', 'ZÜRICH!', 'in Zu\u0308rich.', '(zurich)', 'Zürich-West', 'Zürich¹', 'Zürich’s'],
      ['Zürichsee', 'xzurich', 'zurich2', 'Zuerich', ''],
    ],
    ['Zürich', ['zurich', 'Zürich'], ['Zürichsee']],
    [
      'New York',
      ['new york', 'New\n\tYork', 'New\u00a0York', 'New-York', 'in new   york, they'],
      ['New Yorker', 'Anew York', 'NewYork', 'New, York'],
    ],
    ['e-mail', ['E-Mail', 'e mail', 'e–mail'], ['email', 'e-mails']],
    ['state-of-the-art', ['State of the Art'], ['state of art']],
    // Terms that are not just letters stand for themselves.
    ['C++', ['C++', 'c++, c', 'in C++.'], ['C', 'C+', 'C++11', 'objc++', 'C + +']],
    ['C#', ['C#', 'c#.'], ['C', 'C++', 'c#m']],
    ['C', ['C', 'plan C.', 'C++'], ['CC', 'Cobol', '']],
    ['R&D', ['R&D', 'our r&d.'], ['RD', 'R D', 'R&DX', 'R', 'D']],
    ['AT&T', ['AT&T Inc', 'at&t'], ['at', 'T', 'AT T', 'WAT&T']],
    ['.NET', ['.NET', 'with .net 8', '(.NET)'], ['net', 'example.net', '.network', 'ASP.NET']],
    ['U.S.', ['the U.S. army', 'u.s.'], ['US', 'U.S', 'U.S.A']],
    ["O'Brien", ['O’Brien', "o'brien", 'O\u02bcBrien'], ['OBrien', 'O Brien']],
    ['Paris, Texas', ['“Paris, Texas”'], ['Paris Texas', 'Paris,Texas']],
    ['4', ['4', 'a 4 b', '1.4', '4月'], ['14', '4a', '４2']],
    ['G20', ['g20', 'Ｇ２０'], ['G 20', 'G200']],
    ['€', ['5 €'], ['5']],
    // Letters that have more than one way to be written.
    ['strasse', ['Straße', 'STRASSE', 'STRAẞE'], ['strase']],
    ['Straße', ['strasse'], []],
    ['istanbul', ['İstanbul', 'ISTANBUL', 'ıstanbul', 'i̇stanbul'], []],
    ['İSTANBUL', ['istanbul'], []],
    ['οδος', ['ΟΔΟΣ', 'ὁδός', 'Οδος.'], ['οδοσα']],
    ['ΟΔΟΣ', ['οδος', 'οδος,'], []],
    ['Lodz', ['Łódź'], []],
    ['Aero', ['Ærø'], []],
    ['œuvre', ['oeuvre', 'ŒUVRE'], []],
    ['fi', ['ﬁ'], ['ﬁn']],
    ['Bezuhov', ['Bez\u00aduhov', 'Bez\u200buhov'], []],
    ['Linux', ['Linux™', 'Linux®'], ['Linuxe']],
    ['CO2', ['CO₂'], ['CO']],
    ['елка', ['Ёлка'], ['елкаа']],
    ['Full', ['Ｆｕｌｌ'], []],
    ['𝐁old', ['bold'], []],
    // Vowels that may be written or left out, and those that may not.
    ['شلوم', ['شَلُوم', 'شلـــوم'], []],
    ['שלום', ['שָׁלוֹם', 'שלום!'], ['שלומית']],
    ['की', ['की'], ['का', 'क', 'कीx']],
    ['क', ['क'], ['की']],
    // Scripts without spaces: anywhere. Their neighbours part other words from them.
    ['東京', ['東京都は', 'は東京', '東 京東京'], ['東の京', '京東']],
    ['ガ', ['ｶﾞ', 'ガム'], ['カ']],
    ['か', ['いか'], ['が']],
    ['ไทย', ['ประเทศไทยและ'], ['ไท']],
    ['iPhone', ['新iPhone発売', '「iPhone」', 'iPhone은'], ['iPhones', 'xiPhone']],
    ['2024', ['2024年'], ['20245']],
    ['iPhone手机', ['买iPhone手机吧'], ['xiPhone手机']],
    // Particles are written onto a word of Korean, so it is open at its end.
    ['서울', ['서울', '서울에서', '서울은 크다', '서울'.normalize('NFD')], ['남서울', '서 울']],
  ]
  it.each(rows)('%s', (term, yes, no) => {
    expect(yes.filter((text) => !finds(term, text))).toEqual([])
    expect(no.filter((text) => finds(term, text))).toEqual([])
  })

  it('that folds to nothing finds nothing', () => {
    for (const term of ['', ' ', '-', '\u200d', '\u0301', '—']) expect(found([term], `a - b ${term}`)).toBeUndefined()
    expect(found([' - ', 'b'], 'a - b')).toBe('b')
  })

  it('is found whatever else there is to find', () => {
    expect(found(['he', 'she', 'his', 'hers'], 'ushers')).toBeUndefined()
    expect(found(['he', 'she', 'his', 'hers'], 'us hers')).toBe('hers')
    expect(found(['he said', 'said', 'she'], 'she said')).toBe('she')
    expect(found(['a b c d', 'b c', 'c'], 'a b c e')).toBe('b c')
    expect(found(['a b c d', 'b c x', 'c'], 'a b c y')).toBe('c')
    expect(found(['New York', 'york'], 'New Yorker of York')).toBe('york')
  })

  it('is found as a plain search finds it', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      'ä',
      'ß',
      's',
      ' ',
      '-',
      '+',
      '.',
      "'",
      '東',
      '京',
      '서',
      '울',
      '1',
      '𝐚',
      '𠀀',
    )
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
    const term = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(fc.array(term, { maxLength: 6 }), text, (terms, page) => {
        const folded = foldText(page)
        const expected = terms.filter((one) => searchPlainly(foldText(one), folded))
        const result = compileTerms(terms)(folded)
        if (expected.length === 0) expect(result).toBeUndefined()
        else expect(expected).toContain(result)
      }),
      { seed: 20_261_115, numRuns: 10_000 },
    )
  })

  it('is found between spaces, whatever it is', () => {
    const unit = fc.constantFrom('binary' as const, 'grapheme' as const)
    const term = unit
      .chain((kind) => fc.string({ unit: kind, minLength: 1 }))
      .filter((text) => /[\p{L}\p{N}]/u.test(text))
    fc.assert(
      fc.property(term, (text) => {
        fc.pre(foldText(text) !== '')
        expect(finds(text, `one ${text} two`)).toBe(true)
        expect(finds(text, `one ${text.normalize('NFD')} two`)).toBe(true)
      }),
      { seed: 20_261_115, numRuns: 3000 },
    )
  })

  it('takes no longer among five hundred, nor when they are malicious', () => {
    const page = foldText('Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(1800))
    const many = compileTerms(Array.from({ length: 500 }, (_, n) => `ipsum dolor ${n}`))
    const nested = compileTerms(Array.from({ length: 200 }, (_, n) => 'a'.repeat(n + 1)))
    const started = performance.now()
    expect(many(page)).toBeUndefined()
    expect(nested(`${'a'.repeat(100_000)}b`)).toBeUndefined()
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

/** Every occurrence, by itself. */
function searchPlainly(term: string, text: string): boolean {
  if (term === '') return false
  const at = (value: string | undefined) => (value === undefined ? place.none : placeOf(value.codePointAt(0) as number))
  const first = at([...term][0])
  const last = at([...term].at(-1))
  const tight: number[] = [place.none, place.spaced]
  for (let start = text.indexOf(term); start >= 0; start = text.indexOf(term, start + 1)) {
    const before = at([...text.slice(0, start)].at(-1))
    const after = at([...text.slice(start + term.length)][0])
    const begins = !(before === place.spaced && tight.includes(first)) && !(before === place.hangul && first === before)
    if (begins && !(after === place.spaced && tight.includes(last))) return true
  }
  return false
}

describe('words', () => {
  const rows: [text: string, words: number][] = [
    ['', 0],
    ['  – … !', 0],
    ['one', 1],
    ['One two, three.', 3],
    ["don't can’t rock 'n' roll", 5],
    ['well-known e-mail', 4],
    ['3.14 km²', 4],
    ['Straße über São', 3],
    ['हिन्दी में लिखा', 3],
    ['Привет, мир', 2],
    ['서울은 크다', 2],
    ['مرحبا بالعالم', 2],
    ['東京都は日本の首都である', 6],
    ['日本', 1],
    ['日', 1],
    ['iPhone 発売', 2],
    ['ประเทศไทย', 2],
    ['❤️ 🚀', 0],
  ]
  it.each(rows)('%j are %d', (text, words) => expect(countWords(foldText(text))).toBe(words))

  it('of Chinese and Japanese are about as many as a dictionary finds', () => {
    const text = '中华人民共和国的首都是北京，人口超过两千万。北京是全国的政治中心和文化中心，也是著名的历史古城。'
    const words = [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)].filter((one) => one.isWordLike)
    expect(countWords(foldText(text)) / words.length).toBeGreaterThan(0.7)
    expect(countWords(foldText(text)) / words.length).toBeLessThan(1.4)
  })
})

describe('folding', () => {
  it('twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
      }),
      { seed: 20_261_115, numRuns: 5000 },
    )
  })
})
