// What no honest caller sends, and what some do by mistake.

/** JSON texts for one field of a body. */
export const hostileJson: Record<string, string> = {
  number: '7',
  fraction: '1.5',
  negative: '-1',
  'number beyond integers': '12345678901234567890',
  'number beyond doubles': '1e400',
  'number below doubles': '-1e400',
  true: 'true',
  false: 'false',
  null: 'null',
  array: '[]',
  'array of strings': '["x"]',
  object: '{}',
  'object in object': '{"a":{"b":{"c":[1]}}}',
  'a prototype': '{"__proto__":{"admin":true}}',
  'empty string': '""',
  blank: '"  "',
  letter: '"x"',
  'huge string': JSON.stringify('x'.repeat(300_000)),
  NUL: '"a\\u0000b"',
  'only NUL': '"\\u0000"',
  'lone high surrogate': '"a\\ud800"',
  'lone low surrogate': '"\\udc00a"',
  'NUL further down': '["\\u0000"]',
  'lone surrogate further down': '{"a":"\\ud800"}',
  '1e400 further down': '[[1e400]]',
  'text direction': '"\\u202egnp.exe"',
  SQL: `"'; drop table projects; --"`,
  format: '"%s%n{field}$1"',
  path: '"../../etc/passwd"',
  'case that grows': '"\\u0130@\\u0130.example"',
  'case that depends': '"\\u0391\\u03a3@EXAMPLE.ORG"',
  'case of few': '"\\u13a0\\u1e9e\\u2126\\u01c5@example.org"',
  'email with NUL': '"ada@example.org\\u0000"',
  'uuid with more': '"0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70x"',
}

/** Those that no schema may let through, because no column can hold them. */
export const unstorable = /NUL|lone|1e400|beyond doubles|below doubles|prototype/

/** Names of fields that nobody has, and that are something else in JavaScript. */
export const strangeFields = ['surprise', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']

const utf16 = Buffer.from('{"name":"x"}', 'utf16le')

/** Bodies that are not JSON in UTF-8. */
export const brokenBodies: Record<string, string | Uint8Array> = {
  'white space': ' \r\n\t',
  'half an object': '{"name":',
  'two objects': '{}{}',
  'a comma too many': '{"name":"x",}',
  'single quotes': "{'name':'x'}",
  'a comment': '{} // nothing',
  undefined: 'undefined',
  NaN: '{"name":NaN}',
  'a form': 'name=x&scope=read',
  'a control character': '{"name":"a\nb"}',
  'NUL after it': '{}\0',
  'broken UTF-8': Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe, 0x80]), Buffer.from('"}')]),
  'overlong UTF-8': Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
  'a surrogate in UTF-8': Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
  'UTF-16': utf16,
  'UTF-16 with a mark': Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
}

/** JSON that is not an object; null has a test of its own. */
export const wrongBodies = ['[]', '[{}]', '"x"', '""', '7', 'true', 'false']

/** As they stand in a query string. */
export const hostileQuery: Record<string, string> = {
  nothing: '',
  zero: '0',
  negative: '-1',
  fraction: '1.5',
  word: 'abc',
  exponent: '1e2',
  'with a space': '%201',
  'with a plus': '+1',
  hexadecimal: '0x10',
  'many digits': '9'.repeat(400),
  'long text': 'x'.repeat(5000),
  NUL: '%00',
  'NUL within': 'a%00b',
  'half an escape': '%',
  'no escape': '%zz',
  'no UTF-8': '%ff%fe',
  'lone surrogate': '%ED%A0%80',
  overlong: '%C0%AF',
  JSON: '%7B%22a%22:1%7D',
  SQL: "'%20or%20'1'='1",
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '').toString('base64url')
const someId = '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'
const someTime = '2026-11-14T09:30:00.000Z'

/** Cursors that the service never gave. */
export const forgedCursors: Record<string, string> = {
  'of nothing': encode([]),
  'not an array': encode({ id: someId }),
  number: encode([1]),
  null: encode(null),
  nested: encode([[someId]]),
  'a negative number': encode(['-1']),
  'a number with an exponent': encode(['1e3']),
  'a number that no column holds': encode(['9999999999']),
  'an empty text': encode(['']),
  'too many columns': encode([someTime, someId, someId]),
  'an id of dashes': encode(['-'.repeat(36)]),
  'an id with its dashes elsewhere': encode([`${someId.slice(1)}-`]),
  'an id too long': encode([`${someId}0`]),
  'a time and an id of dashes': encode([someTime, '-'.repeat(36)]),
  'a time that is none': encode(['9999-99-99T99:99:99.999Z', someId]),
  'a time of points': encode(['2026-11-14T............Z', someId]),
  'the 30th of February': encode(['2026-02-30T00:00:00.000Z', someId]),
  'the year nought': encode(['0000-01-01T00:00:00.000Z', someId]),
  'the year 275760': encode(['+275760-09-13T00:00:00.000Z', someId]),
  'NUL in it': encode(['\0'.repeat(36)]),
  'a lone surrogate in it': encode(['\ud800'.repeat(36)]),
  'SQL in it': encode(["' or 1=1; --"]),
}

/** As they stand in a path, in the place of an id or a token. */
export const hostileSegments: Record<string, string> = {
  word: 'x',
  number: '0',
  NUL: '%00',
  'NUL within': 'a%00b',
  'half an escape': '%',
  'no escape': '%zz',
  'no UTF-8': '%ff',
  'lone surrogate': '%ED%A0%80',
  'up and out': '..%2f..%2fetc%2fpasswd',
  dots: '..',
  'escaped dots': '%2e%2e',
  'just short enough': 'a'.repeat(200),
  long: 'a'.repeat(201),
  'very long': 'a'.repeat(8000),
  'id in braces': `%7B${someId}%7D`,
  'id and more': `${someId}%0A`,
  'unknown id': someId,
  'the pattern itself': '{keyId}',
  'another pattern': ':keyId',
  star: '*',
  SQL: "1'%20or%20'1'='1",
  space: '%20',
  'text direction': '%E2%80%AE',
}
