import { describe, expect, it } from 'vitest'
import { encodeText } from '../../../test/bad-web/encode-text.ts'
import { paragraphs } from '../../../test/bad-web/languages.ts'
import { decodeText } from './charset.ts'

// Single encodings are cases of server/test/bad-web; these are the rules that choose among them.

const charsetOf = (body: string | Uint8Array, header: string | null = null, kind: 'html' | 'text' = 'html') =>
  decodeText(Buffer.from(body as string), header, kind).charset

describe('the label', () => {
  it.each([
    ['text/html; charset=koi8-r', 'koi8-r'],
    ['text/html; charset="KOI8-R"', 'koi8-r'],
    ["text/html; charset='koi8-r'", 'koi8-r'],
    ['text/html;charset = koi8-r ; x=y', 'koi8-r'],
    ['text/html; charset=latin1', 'windows-1252'],
    ['text/html; charset=x-user-defined', 'windows-1252'],
  ])('of the header: %s', (header, charset) => {
    expect(charsetOf(encodeText('koi8-r', paragraphs.russian), header)).toBe(charset)
  })

  it.each([
    ['<meta charset=koi8-r>', 'koi8-r'],
    ['<META CharSet = "KOI8-R" />', 'koi8-r'],
    ['<meta http-equiv=content-type content="text/html;charset=koi8-r">', 'koi8-r'],
    ['<meta content="text/html; charset=koi8-r" http-equiv="Content-Type">', 'koi8-r'],
    ['<?xml version="1.0" encoding="koi8-r"?>', 'koi8-r'],
    ['<meta name=description content="charset=big5"><meta charset=koi8-r>', 'koi8-r'],
    ['<div title="<meta charset=big5>"><meta charset=koi8-r>', 'koi8-r'],
    ['<!--<meta charset=big5>--><meta charset=koi8-r>', 'koi8-r'],
  ])('of the markup: %s', (head, charset) => {
    expect(charsetOf(Buffer.concat([Buffer.from(head), encodeText('koi8-r', paragraphs.russian)]))).toBe(charset)
  })

  it('in markup does not count in plain text, nor behind the first kilobyte', () => {
    const text = encodeText('koi8-r', paragraphs.russian)
    const labelled = Buffer.concat([Buffer.from('<meta charset=big5>'), text])
    expect(charsetOf(labelled, null, 'text')).toBe('koi8-r')
    expect(charsetOf(Buffer.concat([Buffer.from(' '.repeat(1024)), labelled]))).toBe('koi8-r')
  })
})

describe('a label that the bytes contradict', () => {
  it('gives way when they are UTF-8', () => {
    expect(charsetOf('Café', 'text/html; charset=iso-8859-1')).toBe('utf-8')
    expect(charsetOf(paragraphs.chinese, 'text/html; charset=gbk')).toBe('utf-8')
  })

  it('holds when a few letters of a two-byte encoding could be UTF-8, too', () => {
    expect(decodeText(encodeText('gbk', '通'), 'text/html; charset=gbk', 'html').text).toBe('通')
  })

  it('holds for UTF-8 with slips in it', () => {
    const slips = Buffer.concat([Buffer.from(paragraphs.german), Buffer.from([0xfc, 0x20, 0xe4, 0x20, 0xf6])])
    expect(charsetOf(slips, 'text/html; charset=utf-8')).toBe('utf-8')
  })
})

describe('what comes out', () => {
  it('has no NUL, no byte order mark and no half letters', () => {
    expect(decodeText(Buffer.from('\ufeffa\0b'), null, 'text').text).toBe('ab')
    const half = Buffer.from([0xff, 0xfe, 0x41, 0, 0, 0xd8, 0x42, 0])
    expect(decodeText(half, null, 'text').text).toBe('A\ufffdB')
  })

  it('is UTF-8 for nothing and for ASCII', () => {
    expect(decodeText(new Uint8Array(), null, 'html')).toEqual({ text: '', charset: 'utf-8' })
    expect(charsetOf('plain')).toBe('utf-8')
  })

  it('is read from the piece of memory that was given', () => {
    const whole = Buffer.from('xx<meta charset=koi8-r>yy')
    expect(decodeText(whole.subarray(2, -2), null, 'html')).toEqual({
      text: '<meta charset=koi8-r>',
      charset: 'koi8-r',
    })
  })
})
