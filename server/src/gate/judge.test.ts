import { gateRules } from '@polegraph/contract/crawl/gate.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGate, type GateRules, nameRule } from './judge.ts'
import { TextJudges } from './text/text-rules.ts'

// Rules go through the contract first, as they do on their way to the database.
const compile = (rules: GateRules) => compileGate(gateRules.parse(rules))
const outcomeOf = ({ keep, rule }: { keep: boolean; rule: string | null }) => `${keep ? 'keep' : 'drop'} ${rule}`
const judgeUrl = (rules: GateRules, url: string) => outcomeOf(compile(rules).url(url))
const judgePage = (rules: GateRules, page: Partial<Page>) =>
  outcomeOf(
    judgeAll(gateRules.parse(rules), { url: 'https://example.org/a', text: 'Some text.', language: null, ...page }),
  )

interface Page {
  url: string
  text: string
  language: string | null
}

const texts = new TextJudges(1_000_000)

/** As the crawl does, but for the thread. */
function judgeAll(rules: GateRules, { text, ...page }: Page) {
  const gate = compileGate(rules)
  return gate.page({ ...page, by_text: texts.judge(gate.text_rules, text) })
}

describe('no rules', () => {
  it.each([{}, gateRules.parse({ include_terms: [], allow_paths: [], languages: [], min_words: 0 })])(
    'keep everything: %j',
    (rules) => {
      expect(judgePage(rules, { text: '' })).toBe('keep null')
      expect(judgePage(rules, { text: 'x', language: 'tlh', url: 'http://[::1]:8080/?q' })).toBe('keep null')
    },
  )

  it('keep nothing that is not of the web', () => {
    for (const url of ['', 'x', '/a', 'mailto:a@example.org', 'ftp://example.org/', 'javascript:1', 'data:,x']) {
      expect(judgeUrl({}, url)).toBe('drop url')
    }
  })
})

describe('hosts', () => {
  const rows: [rule: string, yes: string[], no: string[]][] = [
    [
      'example.org',
      [
        'http://example.org',
        'https://EXAMPLE.org/a',
        'http://example.org:8080/',
        'http://example.org./',
        'http://u:p@example.org/',
      ],
      [
        'http://www.example.org/',
        'http://example.org.evil/',
        'http://example.com/',
        'http://anexample.org/',
        'http://x/?example.org',
      ],
    ],
    [
      '*.example.org',
      ['http://www.example.org/', 'http://a.b.example.org', 'http://A.EXAMPLE.ORG.:99/'],
      ['http://example.org/', 'http://anexample.org/', 'http://www.example.org.evil/', 'http://example.org.'],
    ],
    ['*.Example.ORG', ['http://www.example.org/'], ['http://example.org/']],
    ['example.org.', ['http://example.org/', 'http://example.org./'], ['http://www.example.org/']],
    [
      'bücher.example',
      ['http://bücher.example/', 'http://xn--bcher-kva.example/', 'http://BÜCHER.example'],
      ['http://bucher.example/'],
    ],
    ['xn--bcher-kva.example', ['http://bücher.example/'], ['http://bucher.example/']],
    ['*.bücher.example', ['http://www.bücher.example/'], ['http://bücher.example/']],
    ['*.москва', ['http://a.москва/'], ['http://москва/']],
    ['localhost', ['http://localhost:1/'], ['http://a.localhost/']],
    ['127.0.0.1', ['http://127.0.0.1:80/', 'http://127.1/', 'http://0x7f000001/'], ['http://127.0.0.2/']],
    ['*.org', ['http://example.org/', 'http://a.b.org'], ['http://org/', 'http://example.com']],
    ['a_b.example', ['http://a_b.example/'], []],
    ['_a-.example', ['http://_a-.example/'], []],
    ['xn--4dbrk0ce', ['http://ישראל/'], []],
  ]
  it.each(rows)('%s', (rule, yes, no) => {
    const stored = gateRules.parse({ blocked_hosts: [rule] }).blocked_hosts?.[0]
    for (const url of yes) {
      expect(judgeUrl({ blocked_hosts: [rule] }, url), url).toBe(`drop blocked_hosts ${stored}`)
      expect(compile({ allowed_hosts: [rule] }).widensTo(url), url).toBe(true)
    }
    for (const url of no) {
      expect(judgeUrl({ blocked_hosts: [rule] }, url), url).toBe('keep null')
      expect(compile({ allowed_hosts: [rule] }).widensTo(url), url).toBe(false)
    }
  })

  it('that are allowed widen the crawl, they do not narrow it', () => {
    expect(judgeUrl({ allowed_hosts: ['example.org'] }, 'https://example.com/')).toBe('keep null')
    expect(compile({}).widensTo('https://example.com/')).toBe(false)
    expect(compile({ allowed_hosts: ['example.org'] }).widensTo('no address')).toBe(false)
  })

  it('name the nearest rule', () => {
    const blocked_hosts = ['*.org', '*.example.org', 'www.example.org']
    expect(judgeUrl({ blocked_hosts }, 'http://www.example.org')).toBe('drop blocked_hosts www.example.org')
    expect(judgeUrl({ blocked_hosts }, 'http://a.b.example.org')).toBe('drop blocked_hosts *.example.org')
    expect(judgeUrl({ blocked_hosts }, 'http://example.org')).toBe('drop blocked_hosts *.org')
  })

  const refused = [
    '*',
    '*.',
    '*.*.org',
    '*.*',
    'a.*',
    '**.org',
    '*org',
    '.',
    '..',
    '.org',
    'a..b',
    'example.org..',
    '*..org',
    'http://example.org',
    'example.org/',
    'example.org:80',
    'example.org:',
    'user@example.org',
    'example.org?x',
    '#',
    'exa mple.org',
    'example.org\n',
    '\texample.org',
    'a\\b',
    '%65xample.org',
    'a,b',
    'a<b',
    'a|b',
    'a^b',
    '\u00ad',
    '-',
    '_',
    '--',
    '*.-',
    'a.-.org',
    'xn--',
    'xn--a',
    '*.xn--',
    'xn--a.org',
    'www.xn--zz99',
    '*.127.0.0.1',
    '*.1',
    '256.256.256.256',
    '[::1]',
    '::1',
    '',
    `${'a'.repeat(250)}.org`,
  ]
  it.each(refused)('%j is none', (host) => {
    const result = gateRules.safeParse({ blocked_hosts: [host] })
    const text = result.error?.issues.map(({ message }) => message)
    if (host === '' || host.length > 253) expect(text?.[0]).toBe('{field} must be a string of 1 to 253 characters')
    else expect(text).toEqual(['{field} must be a host such as example.org or *.example.org'])
  })
})

describe('paths', () => {
  it('that are blocked drop, and the rule is named', () => {
    const rules = { block_paths: ['/search', '/tag/**'] }
    expect(judgeUrl(rules, 'https://example.org/tag/a?b#c')).toBe('drop block_paths /tag/**')
    expect(judgeUrl(rules, 'https://example.org/search?q=tag')).toBe('drop block_paths /search')
    expect(judgeUrl(rules, 'https://example.org/tags')).toBe('keep null')
    expect(judgeUrl(rules, 'https://example.org')).toBe('keep null')
  })

  it('that are allowed drop all others', () => {
    const rules = { allow_paths: ['/news/**', '/'] }
    expect(judgeUrl(rules, 'https://example.org/news/1')).toBe('keep allow_paths /news/**')
    expect(judgeUrl(rules, 'https://example.org')).toBe('keep allow_paths /')
    expect(judgeUrl(rules, 'https://example.org/about')).toBe('drop allow_paths')
  })

  it('that are both are blocked', () => {
    const rules = { allow_paths: ['/news/**'], block_paths: ['/news/old/**'] }
    expect(judgeUrl(rules, 'https://example.org/news/old/1')).toBe('drop block_paths /news/old/**')
  })

  it('begin with a slash and have no query', () => {
    for (const glob of ['tag', '**', '*', 'https://example.org/', '/a?b', '/a#b', '?', ' /a']) {
      const [issue] = gateRules.safeParse({ block_paths: [glob] }).error?.issues ?? []
      expect(issue?.message, glob).toBe('{field} must be a path that begins with /, without ? and #')
    }
  })

  it('have nothing in them that no address has', () => {
    const refusal = (glob: string) => gateRules.safeParse({ block_paths: [glob] }).error?.issues[0]?.message
    for (const glob of ['/\u0001', '/a\nb', '/\u0085']) {
      expect(refusal(glob), glob).toBe('{field} must not contain control characters')
    }
    for (const glob of ['/%zz', '/100%', '/%2', '/%2*', '/%%20', '/%C3%A']) {
      expect(refusal(glob), glob).toBe(
        '{field} must have two hexadecimal digits after every % (%25 is the sign itself)',
      )
    }
    for (const glob of ['/%25', '/%2f', '/caf%C3%A9/*', '/a b']) expect(refusal(glob), glob).toBeUndefined()
    expect(judgeUrl({ block_paths: ['/100%25'] }, 'https://example.org/100%')).toBe('drop block_paths /100%25')
  })
})

describe('languages', () => {
  it('are codes that are one', () => {
    for (const code of ['zz', 'jp', 'cn', 'x', 'e1', 'english', '', 'e-']) {
      expect(gateRules.safeParse({ languages: [code] }).success, code).toBe(false)
    }
    for (const code of ['en', 'JA', 'uk', 'iw', 'deu', 'gsw', 'tlh', 'aaa']) {
      expect(gateRules.safeParse({ languages: [code] }).success, code).toBe(true)
    }
  })

  const rows: [languages: string[], tag: string | null, verdict: string][] = [
    [['en'], 'en', 'keep null'],
    [['en'], 'en-GB', 'keep null'],
    [['en'], 'EN_us', 'keep null'],
    [['EN'], 'en', 'keep null'],
    [['en', 'fr'], 'fr-CA', 'keep null'],
    [['en'], 'de', 'drop languages (de)'],
    [['en'], 'de-AT', 'drop languages (de-AT)'],
    [['en'], 'eng', 'keep null'],
    [['deu'], 'de', 'keep null'],
    [['he'], 'iw', 'keep null'],
    [['zh'], 'zh-Hant-TW', 'keep null'],
    [['no'], 'nb-NO', 'keep null'],
    [['nn'], 'no', 'keep null'],
    // Unknown languages, and tags that are not valid.
    [['en'], null, 'keep null'],
    ...['', ' ', 'und', 'mul', 'zxx', 'x', 'english', '12', 'x-klingon', '🇩🇪', 'en glish'].map(
      (tag): [string[], string, string] => [['fr'], tag, 'keep null'],
    ),
  ]
  it.each(rows)('%j, a page in %j: %s', (languages, language, verdict) => {
    expect(judgePage({ languages }, { language })).toBe(verdict)
  })
})

describe('text', () => {
  it('must have enough words', () => {
    const text = 'one two three'
    expect(judgePage({ min_words: 3 }, { text })).toBe('keep null')
    expect(judgePage({ min_words: 4 }, { text })).toBe('drop min_words 4 (3)')
    expect(judgePage({ min_words: 1 }, { text: '' })).toBe('drop min_words 1 (0)')
  })

  it('must have one of the terms, and none of the others', () => {
    const rules = { include_terms: ['port', 'Hafen'], exclude_terms: ['casino', 'New York'] }
    expect(judgePage(rules, { text: 'The ports.' })).toBe('drop include_terms')
    expect(judgePage(rules, { text: 'Der Hafen.' })).toBe('keep include_terms Hafen')
    expect(judgePage(rules, { text: 'Port of New\nYork' })).toBe('drop exclude_terms New York')
    expect(judgePage({ exclude_terms: ['casino'] }, { text: 'The port.' })).toBe('keep null')
    expect(judgePage({ exclude_terms: ['casino'] }, { text: 'CASINO!' })).toBe('drop exclude_terms casino')
  })

  it('may not be asked for terms without a letter or digit', () => {
    for (const term of ['-', '...', '++', '€', '🚀', 'ـ']) {
      const [issue] = gateRules.safeParse({ include_terms: [term] }).error?.issues ?? []
      expect(issue?.message, term).toBe('{field} must contain a letter or a digit')
    }
    const [long] = gateRules.safeParse({ include_terms: ['\ufdfa'.repeat(50)] }).error?.issues ?? []
    expect(long?.message).toBe('{field} must not have more than 400 letters when its ligatures are written out')
    expect(gateRules.safeParse({ include_terms: ['한'.repeat(200), 'ß'.repeat(200), 'ﬁ'.repeat(200)] }).success).toBe(
      true,
    )
    expect(gateRules.parse({ include_terms: [' C++ '] }).include_terms).toEqual(['C++'])
  })
})

describe('a page', () => {
  it('is judged by its address first, then by its language, its length and its words', () => {
    const rules = {
      blocked_hosts: ['example.com'],
      block_paths: ['/tag/**'],
      languages: ['en'],
      min_words: 5,
      exclude_terms: ['casino'],
      include_terms: ['port'],
    }
    const page = { url: 'https://example.com/tag/a', language: 'de', text: 'casino' }
    expect(judgePage(rules, page)).toBe('drop blocked_hosts example.com')
    expect(judgePage(rules, { ...page, url: 'https://example.org/tag/a' })).toBe('drop block_paths /tag/**')
    const there = { ...page, url: 'https://example.org/a' }
    expect(judgePage(rules, there)).toBe('drop languages (de)')
    expect(judgePage(rules, { ...there, language: 'en' })).toBe('drop min_words 5 (1)')
    const long = { ...there, language: 'en', text: 'a casino in some port' }
    expect(judgePage(rules, long)).toBe('drop exclude_terms casino')
    expect(judgePage(rules, { ...long, text: 'a b c d e' })).toBe('drop include_terms')
    expect(judgePage(rules, { ...long, text: 'a b c d port' })).toBe('keep include_terms port')
  })

  it('is kept by the last rule that had a say', () => {
    const rules = { allow_paths: ['/a'], min_words: 1 }
    expect(judgePage(rules, { text: 'x' })).toBe('keep allow_paths /a')
    expect(judgePage({ ...rules, include_terms: ['x'] }, { text: 'x' })).toBe('keep include_terms x')
  })

  it('says why it was dropped', () => {
    const verdict = compile({ block_paths: ['/tag/**'] }).url('https://example.org/tag/a')
    expect(nameRule(3, verdict.rule)).toBe('gate v3: block_paths /tag/**')
  })

  it('never breaks the judge, which never changes its mind', () => {
    const rules = fc.record(
      {
        include_terms: fc.uniqueArray(fc.string({ unit: 'grapheme' }), { maxLength: 5 }),
        exclude_terms: fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 5 }),
        blocked_hosts: fc.uniqueArray(fc.oneof(fc.domain(), fc.string({ unit: 'grapheme' })), { maxLength: 5 }),
        allow_paths: fc.uniqueArray(
          fc.webPath().map((path) => `/${path}**`),
          { maxLength: 5 },
        ),
        block_paths: fc.uniqueArray(
          fc.string({ unit: 'grapheme' }).map((path) => `/${path}`),
          { maxLength: 5 },
        ),
        languages: fc.uniqueArray(fc.string({ unit: 'grapheme-ascii', maxLength: 4 }), { maxLength: 3 }),
        min_words: fc.integer({ min: 0, max: 9 }),
      },
      { requiredKeys: [] },
    )
    const page = fc.record({
      url: fc.oneof(fc.webUrl(), fc.string({ unit: 'binary' })),
      text: fc.string({ unit: 'binary' }),
      language: fc.option(fc.string()),
    })
    fc.assert(
      fc.property(rules, page, (given, judged) => {
        // Directly to the judge: it must accept whatever a database holds.
        const gate = compileGate(given)
        const verdict = judgeAll(given, judged)
        expect(verdict).toEqual(judgeAll(structuredClone(given), judged))
        if (!verdict.keep) expect(verdict.rule).toBeTruthy()
        if (!gate.url(judged.url).keep) expect(verdict).toEqual(gate.url(judged.url))
      }),
      { seed: 20_261_115, numRuns: 3000 },
    )
  })
})
