import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '../../language/fold-terms.ts'
import { countWords, letterKind, letterKindOf } from '../../language/scripts.ts'
import { compileTerms } from './find-terms.ts'

const finds = (term: string, text: string) => compileTerms([term]).find(foldText(text)) === term
const found = (terms: string[], text: string) => compileTerms(terms).find(foldText(text))

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
    // Terms with other signs than letters are compared as they are.
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
    // Letters with more than one spelling.
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
    // Scripts without spaces: a term matches anywhere. Their letters also separate words of other scripts.
    ['東京', ['東京都は', 'は東京', '東 京東京'], ['東の京', '京東']],
    ['ガ', ['ｶﾞ', 'ガム'], ['カ']],
    ['か', ['いか'], ['が']],
    ['ไทย', ['ประเทศไทยและ'], ['ไท']],
    ['iPhone', ['新iPhone発売', '「iPhone」', 'iPhone은'], ['iPhones', 'xiPhone']],
    ['2024', ['2024年'], ['20245']],
    ['iPhone手机', ['买iPhone手机吧'], ['xiPhone手机']],
    // Korean appends particles to a word, so a term may be followed by letters.
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
        const result = compileTerms(terms).find(folded)
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

  it('is the longest of those that end first', () => {
    expect(found(['c', 'b c', 'a b c', 'x a b c'], 'a b c')).toBe('a b c')
    expect(found(['c', 'b c', 'xb c'], 'ab c')).toBe('c')
    expect(found(['京', '東京', 'x東京'], '東京')).toBe('東京')
    expect(found(['京', 'a京'], 'aa京')).toBe('京')
  })

  // The worst pairs: at every letter of the page all terms end, and none may begin where it does.
  const hostile: [name: string, term: (n: number) => string, page: string][] = [
    ['inside a word', (n) => 'i'.repeat(n + 1), 'i'.repeat(250_000)],
    ['that begin with punctuation', (n) => '.i'.repeat(n + 1), `i${'.i'.repeat(125_000)}`],
    ['inside a word of Korean', (n) => '서'.repeat(n + 1), `울${'서'.repeat(250_000)}`],
    ['that have nothing to do with the page', (n) => `ipsum dolor ${n}`, 'lorem ipsum dolor sit '.repeat(12_500)],
  ]
  it.each(hostile)('takes about as long among five hundred as alone: terms %s', (_, term, page) => {
    const timeOf = (count: number) => {
      const finder = compileTerms(Array.from({ length: count }, (_, n) => term(n)))
      return fastest(() => finder.find(page))
    }
    expect(compileTerms([term(0), term(1)]).find(page)).toBeUndefined()
    // Comparing all terms at each letter would take hundreds of times as long.
    expect(timeOf(500)).toBeLessThan(20 * timeOf(1) + 200)
  })
})

/** Milliseconds of the best of three tries. */
function fastest(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const started = performance.now()
    work()
    return performance.now() - started
  })
  return Math.min(...times)
}

/** A simple search: tests every occurrence by itself. */
function searchPlainly(term: string, text: string): boolean {
  if (term === '') return false
  const at = (value: string | undefined) =>
    value === undefined ? letterKind.none : letterKindOf(value.codePointAt(0) as number)
  const first = at([...term][0])
  const last = at([...term].at(-1))
  const tight: number[] = [letterKind.none, letterKind.spaced]
  for (let start = text.indexOf(term); start >= 0; start = text.indexOf(term, start + 1)) {
    const before = at([...text.slice(0, start)].at(-1))
    const after = at([...text.slice(start + term.length)][0])
    const begins =
      !(before === letterKind.spaced && tight.includes(first)) && !(before === letterKind.hangul && first === before)
    if (begins && !(after === letterKind.spaced && tight.includes(last))) return true
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
    const marks = fc.constantFrom('a', 'か', 'ｶ', '\uff9e', '\u0301', '\u0316', '\u093c', '\u094d', '\u0f73', '\ufe71')
    const rows = fc.array(marks, { maxLength: 100 }).map((units) => units.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), rows), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
      }),
      { seed: 20_261_115, numRuns: 5000 },
    )
  })

  it('leaves no more than thirty marks in a row', () => {
    expect(foldText(`क${'\u094d'.repeat(30)}`)).toBe(`क${'\u094d'.repeat(30)}`)
    expect(foldText(`क${'\u094d'.repeat(31)}ख`)).toBe(`क${'\u094d'.repeat(30)}ख`)
    expect(foldText(`e${'\u0301'.repeat(100)}t`)).toBe('et')
    // Tibetan stacks its letters, and they count as marks.
    expect(foldText('ཧྐྵྨླྺྼྻྂ')).toBe('ཧྐྵྨླྺྼྻྂ'.normalize('NFC'))
  })

  // Rows of marks that normalising has to sort, and texts that become long rows only while being normalised.
  const rows: [name: string, row: string][] = [
    ['accents', '\u0316\u0301'],
    ['marks of a script', '\u093c\u0316\u0301'],
    ['marks that are kept', '\u094d\u093c'],
    ['marks that become two', '\u0344\u0316'],
    ['marks of Tibetan', '\u0f73\u0f75\u0f81'],
    ['letters that become marks', '\uff9e\u0301'],
    ['marks with what is not seen between', '\u094d\u200b\u093c'],
    ['marks with what comes apart to nothing between', '\u094d\ufe71\u093c'],
    ['signs of music', '\u{1d165}\u{1d16d}'],
    ['pieces of Korean', '\u1100\u1161\u11a8'],
  ]
  it.each(rows)('takes time by the length alone: a row of %s', (_, row) => {
    const timeOf = (count: number) => fastest(() => foldText(`a${row.repeat(count)}`))
    // Quadratic time would be four hundred times as much: seconds.
    expect(timeOf(30_000)).toBeLessThan(60 * timeOf(1500) + 200)
  })
})
