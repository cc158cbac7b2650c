import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldScript } from './fold-script.ts'
import { type JsonValue, jsonDepth, readJson } from './read-json.ts'

function plain(value: JsonValue): unknown {
  if (value.kind === 'text') return value.text
  if (value.kind === 'array') return value.values.map((entry) => plain(entry.value))
  return Object.fromEntries(value.entries.map(({ name, value: inner }) => [name, plain(inner)]))
}

const read = (raw: string) => readJson(foldScript(raw)).map(plain)

describe('JSON as people write it', () => {
  const rows: [name: string, raw: string, expected: unknown[]][] = [
    ['plain', '{"a": [1, true, null, "x"], "b": {"c": -2.5}}', [{ a: ['1', 'true', 'x'], b: { c: '-2.5' } }]],
    ['trailing commas', '{"a": [1, 2,], "b": "c",}', [{ a: ['1', '2'], b: 'c' }]],
    ['a comma that is missing', '{"a": "b"\n "c": "d"}', [{ a: 'b', c: 'd' }]],
    ['CDATA', '/*<![CDATA[*/{"a": "b"}/*]]>*/', [{ a: 'b' }]],
    ['CDATA behind line comments', '//<![CDATA[\n{"a": "b"}\n//]]>', [{ a: 'b' }]],
    ['HTML comments', '<!--\n{"a": "b"}\n-->', [{ a: 'b' }]],
    [
      'comments',
      '// first\n{"a": "b", // why\n /* and */ "c": "http://x.example/y"}',
      [{ a: 'b', c: 'http://x.example/y' }],
    ],
    ['comment marks in strings', '{"a": "b // c /* d */ <!-- e -->"}', [{ a: 'b // c /* d */ <!-- e -->' }]],
    ['control characters in strings', '{"a": "b\n\tc\u0000d"}', [{ a: 'b c d' }]],
    ['quotes in strings', '{"a": "The "Old" Mill", "b": 1}', [{ a: 'The "Old" Mill', b: '1' }]],
    ['several values', '{"a": 1}{"b": 2};[3]', [{ a: '1' }, { b: '2' }, ['3']]],
    ['escapes', '{"\\u0040id": "caf\\u00e9 \\"x\\" \\/ \\n"}', [{ '@id': 'café "x" / \n' }]],
    ['all of it escaped for HTML', '{&quot;a&quot;: &quot;b&quot;}', [{ a: 'b' }]],
    ['a byte order mark', '\ufeff{"a": "b"}', [{ a: 'b' }]],
    ['no end', '{"a": {"b": ["c"', [{ a: { b: ['c'] } }]],
    ['a string without end', '{"a": "b", "c": "d', [{ a: 'b' }]],
    ['brackets that do not fit', '{"a": ["b"}, {"c": 1}', [{ a: ['b'] }, { c: '1' }]],
    ['null', 'null', []],
    ['nothing', '', []],
  ]
  it.each(rows)('%s', (_name, raw, expected) => {
    expect(read(raw)).toEqual(expected)
  })

  it('reads what JSON.stringify writes', () => {
    const text = fc.string({ unit: 'grapheme' }).map((said) => said.replace(/[\p{Cc}\p{Z}\u200b\u2060\ufeff]+/gu, '_'))
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, text, tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    }))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 3 }), (given) => {
        expect(read(JSON.stringify(given))).toEqual([given])
      }),
      { numRuns: 200 },
    )
  })

  it('knows where values stand', () => {
    const text = foldScript('{ "name" :\n "Jane  Doe" }')
    const [object] = readJson(text)
    const entry = object?.kind === 'object' ? object.entries[0] : undefined
    expect(entry).toMatchObject({ name: 'name', key: 2, value: { start: 12, end: 20 } })
    expect(text.slice(12, 20)).toBe('Jane Doe')
  })
})

describe('hostile JSON costs what its length costs', () => {
  const million = 1_000_000
  const rows: [name: string, text: () => string][] = [
    ['open brackets', () => '['.repeat(million)],
    ['open objects', () => '{"a":'.repeat(million / 5)],
    ['brackets of both kinds', () => '[{'.repeat(million / 2)],
    ['closed brackets', () => ']}'.repeat(million / 2)],
    ['quotes', () => '"'.repeat(million)],
    ['quotes and spaces', () => `"${' '.repeat(100)}`.repeat(million / 101)],
    ['comments without end', () => '/*'.repeat(million / 2)],
    ['slashes in a string', () => `{"a": "${'/'.repeat(million)}`],
    ['line comments', () => '//'.repeat(million / 2)],
    ['backslashes', () => `{"a": "${'\\'.repeat(million)}`],
    ['properties', () => `{${Array.from({ length: 100_000 }, (_, at) => `"p${at}": ${at}`).join(',')}}`],
    ['words', () => 'null,'.repeat(million / 5)],
  ]
  it.each(rows)('%s', (_name, text) => {
    const given = text()
    const start = process.threadCpuUsage()
    readJson(foldScript(given))
    // Quadratic time would take minutes. Measures the CPU time of this thread alone, because others may use the machine
    // meanwhile.
    const { user, system } = process.threadCpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(2000)
  })

  it('does not follow what is too deep', () => {
    let depth = 0
    let [value] = readJson('['.repeat(1000))
    while (value?.kind === 'array') {
      depth++
      value = value.values[0]?.value
    }
    expect(depth).toBe(jsonDepth)
  })
})
