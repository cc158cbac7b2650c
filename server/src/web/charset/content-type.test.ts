import { expect, it } from 'vitest'
import { sniffContentType } from './content-type.ts'

// More in server/test/bad-web/cases/types.ts.

const page = '<!doctype html><p>hello</p>'

it.each([
  ['text/html', page, 'html', 'text/html'],
  ['text/html', '', 'html', 'text/html'],
  ['text/html', 'just words', 'html', 'text/html'],
  ['text/html', '{{ template }}', 'html', 'text/html'],
  ['text/html', '[caption] and more]', 'html', 'text/html'],
  ['text/markdown', '# hello', 'text', 'text/markdown'],
  ['text/csv', 'a,b', 'text', 'text/csv'],
  ['application/json', '{"a": 1}', 'text', 'application/json'],
  ['text/html', '{"a": 1}', 'other', 'application/json'],
  ['application/rss+xml', '<rss/>', 'other', 'application/rss+xml'],
  ['text/html, garbage', page, 'html', 'text/html'],
  [null, '', 'text', 'text/plain'],
  [null, '\n\n  <HTML>', 'html', 'text/html'],
  [null, '<!-- a --><!-- b --><html>', 'html', 'text/html'],
  [null, '<?xml version="1.0"?><html xmlns="x">', 'html', 'text/html'],
  [null, '<?xml version="1.0"?><rss>', 'other', 'application/xml'],
  [null, 'a < b and c > d', 'text', 'text/plain'],
  [null, '{"a": 1}', 'other', 'application/json'],
  [null, '{"a": 1', 'text', 'text/plain'],
  [null, 'RIFF\x00\x00\x00\x00WEBPVP8 ', 'other', 'image/webp'],
  [null, '\x00\x00\x00\x20ftypisom', 'other', 'video/mp4'],
  ['application/octet-stream', '\x00\x01\x02\x03\x04\x05', 'other', 'application/octet-stream'],
])('%s %j', (header, body, kind, type) => {
  expect(sniffContentType(header, Buffer.from(body, 'latin1'))).toEqual({ kind, type })
})
