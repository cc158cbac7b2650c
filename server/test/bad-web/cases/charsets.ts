import type { BadWebCases } from '../bad-web-case.ts'
import { page, plain, sendPage, sends } from '../bad-web-tools.ts'
import { encodeText } from '../encode-text.ts'
import { isNoPage, isRead } from '../expectations.ts'
import { paragraphs } from '../languages.ts'

export const cases: BadWebCases = {
  'big5-undeclared': {
    about: 'big5 that says nothing about itself.',
    serve: sends(() => encodeText('big5', page(paragraphs.traditional))),
    expect: isRead(paragraphs.traditional, { charset: 'big5' }),
  },
  'empty-label': {
    about: 'A charset that is empty.',
    serve: sends(() => page(paragraphs.greek), 'text/html; charset='),
    expect: isRead(paragraphs.greek, { charset: 'utf-8' }),
  },
  'euc-jp-undeclared': {
    about: 'euc-jp that says nothing about itself.',
    serve: sends(() => encodeText('euc-jp', page(paragraphs.japanese))),
    expect: isRead(paragraphs.japanese, { charset: 'euc-jp' }),
  },
  'euc-kr-undeclared': {
    about: 'euc-kr that says nothing about itself.',
    serve: sends(() => encodeText('euc-kr', page(paragraphs.korean))),
    expect: isRead(paragraphs.korean, { charset: 'euc-kr' }),
  },
  'gb18030-by-header': {
    about: 'GB18030, by the header.',
    serve: sends(() => encodeText('gb18030', page(paragraphs.chinese)), 'text/html; charset=GB18030'),
    expect: isRead(paragraphs.chinese, { charset: 'gb18030' }),
  },
  'gb2312-by-http-equiv': {
    about: 'GB2312, by a meta element of the old kind.',
    serve: sends(() =>
      encodeText(
        'gbk',
        page(paragraphs.chinese, '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">'),
      ),
    ),
    expect: isRead(paragraphs.chinese, { charset: 'gbk' }),
  },
  'gbk-by-meta': {
    about: 'GBK, by a meta element.',
    serve: sends(() => encodeText('gbk', page(paragraphs.chinese, '<meta charset=gbk>'))),
    expect: isRead(paragraphs.chinese, { charset: 'gbk' }),
  },
  'gbk-labelled-utf-8': {
    about: 'GBK with the label of UTF-8.',
    serve: sends(() => encodeText('gbk', page(paragraphs.chinese)), 'text/html; charset=utf-8'),
    expect: isRead(paragraphs.chinese, { charset: 'gb18030' }),
  },
  'gbk-undeclared': {
    about: 'gbk that says nothing about itself.',
    serve: sends(() => encodeText('gbk', page(paragraphs.chinese))),
    expect: isRead(paragraphs.chinese, { charset: 'gb18030' }),
  },
  'header-says-utf-16': {
    about: 'A header that says UTF-16 of a page in UTF-8.',
    serve: sends(() => page(paragraphs.polish), 'text/html; charset=utf-16'),
    expect: isRead(paragraphs.polish, { charset: 'utf-8' }),
  },
  'iso-2022-jp-undeclared': {
    about: 'iso-2022-jp that says nothing about itself.',
    serve: sends(() => encodeText('iso-2022-jp', page(paragraphs.japanese))),
    expect: isRead(paragraphs.japanese, { charset: 'iso-2022-jp' }),
  },
  'iso-8859-1-is-windows-1252': {
    about: 'windows-1252 under the name of Latin 1, as on most of the web.',
    serve: sends(() => encodeText('windows-1252', page(paragraphs.german)), 'text/html; charset=iso-8859-1'),
    expect: isRead(paragraphs.german, { charset: 'windows-1252' }),
  },
  'iso-8859-2-undeclared': {
    about: 'iso-8859-2 that says nothing about itself.',
    serve: sends(() => encodeText('iso-8859-2', page(paragraphs.polish))),
    expect: isRead(paragraphs.polish, { charset: 'iso-8859-2' }),
  },
  'iso-8859-5-undeclared': {
    about: 'iso-8859-5 that says nothing about itself.',
    serve: sends(() => encodeText('iso-8859-5', page(paragraphs.russian))),
    expect: isRead(paragraphs.russian, { charset: 'iso-8859-5' }),
  },
  'koi8-r-undeclared': {
    about: 'koi8-r that says nothing about itself.',
    serve: sends(() => encodeText('koi8-r', page(paragraphs.russian))),
    expect: isRead(paragraphs.russian, { charset: 'koi8-r' }),
  },
  'label-behind-the-head': {
    about: 'A wrong meta element behind the first kilobyte.',
    serve: sends(() => page(paragraphs.greek, `<style>${' '.repeat(2000)}</style><meta charset=koi8-r>`)),
    expect: isRead(paragraphs.greek, { charset: 'utf-8' }),
  },
  'label-in-comment': {
    about: 'A meta element that is commented out.',
    serve: sends(() => page(paragraphs.greek, '<!-- <meta charset=koi8-r> -->')),
    expect: isRead(paragraphs.greek, { charset: 'utf-8' }),
  },
  'letter-cut-in-two': {
    about: 'A page that ends within a letter.',
    serve: sends(() => Buffer.from(`${page(plain)}ü`).subarray(0, -1), 'text/html; charset=utf-8'),
    expect: isRead(plain, { charset: 'utf-8' }),
  },
  'lone-surrogates': {
    about: 'UTF-16 with half letters in it.',
    serve(_request, response) {
      const text = Buffer.from(`\ufeff${page(plain)}`, 'utf16le')
      sendPage(response, Buffer.concat([text, Buffer.from([0x00, 0xd8, 0x41, 0x00, 0x00, 0xdc])]))
    },
    expect: isRead(plain, { charset: 'utf-16le' }),
  },
  'mark-against-header': {
    about: 'A mark of UTF-8 that contradicts the header.',
    serve: sends(() => `\ufeff${page(paragraphs.german)}`, 'text/html; charset=windows-1252'),
    expect: isRead(paragraphs.german, { charset: 'utf-8' }),
  },
  'mark-in-the-middle': {
    about: 'A byte order mark in the middle of the page.',
    serve: sends(() => page(`${plain}\ufeff more`), 'text/html; charset=utf-8'),
    expect: isRead(plain, { charset: 'utf-8' }),
  },
  'meta-against-header': {
    about: 'A meta element that contradicts the header, which is right.',
    serve: sends(() => page(paragraphs.german, '<meta charset=windows-1252>'), 'text/html; charset=utf-8'),
    expect: isRead(paragraphs.german, { charset: 'utf-8' }),
  },
  'meta-says-utf-16': {
    about: 'A meta element that could not be read if it were true.',
    serve: sends(() => page(paragraphs.polish, '<meta charset=utf-16>')),
    expect: isRead(paragraphs.polish, { charset: 'utf-8' }),
  },
  'nothing-but-nul': {
    about: 'A page of nothing but NULs.',
    serve: sends(() => Buffer.alloc(5000)),
    expect: isNoPage('application/octet-stream'),
  },
  'nul-in-page': {
    about: 'A page with NULs among its letters.',
    serve: sends(() => page(plain).replace('lighthouse', 'light\0house').replace('keeper', 'kee\0per')),
    expect: isRead(plain, { charset: 'utf-8' }),
  },
  'odd-utf-16': {
    about: 'UTF-16 with a byte too many.',
    serve(_request, response) {
      const text = Buffer.from(`\ufeff${page(plain)}`, 'utf16le')
      sendPage(response, Buffer.concat([text, Buffer.from([0x41])]))
    },
    expect: isRead(plain, { charset: 'utf-16le' }),
  },
  'one-bad-byte': {
    about: 'A page in UTF-8 with one byte that is wrong: it stays UTF-8.',
    serve(_request, response) {
      const [start, end] = page(`${paragraphs.german} | ${paragraphs.greek}`).split('|')
      sendPage(
        response,
        Buffer.concat([Buffer.from(start ?? ''), Buffer.from([0xe9]), Buffer.from(end ?? '')]),
        'text/html; charset=utf-8',
      )
    },
    expect: isRead(paragraphs.greek, { charset: 'utf-8' }),
  },
  'overlong-utf-8': {
    about: 'A slash in two bytes, as nobody may write it.',
    serve: sends(
      () => Buffer.concat([Buffer.from(page(plain)), Buffer.from([0xc0, 0xaf, 0xe0, 0x80, 0xaf])]),
      'text/html; charset=utf-8',
    ),
    expect: isRead(plain, { charset: 'utf-8', without: '/�/' }),
  },
  'shift-jis-by-header': {
    about: 'Shift_JIS under one of its other names.',
    serve: sends(() => encodeText('shift_jis', page(paragraphs.japanese)), 'text/html; charset="x-sjis"'),
    expect: isRead(paragraphs.japanese, { charset: 'shift_jis' }),
  },
  'shift-jis-labelled-utf-8': {
    about: 'Shift_JIS with the label of UTF-8.',
    serve: sends(() => encodeText('shift_jis', page(paragraphs.japanese)), 'text/html; charset=utf-8'),
    expect: isRead(paragraphs.japanese, { charset: 'shift_jis' }),
  },
  'shift-jis-undeclared': {
    about: 'shift-jis that says nothing about itself.',
    serve: sends(() => encodeText('shift_jis', page(paragraphs.japanese))),
    expect: isRead(paragraphs.japanese, { charset: 'shift_jis' }),
  },
  'surrogates-in-utf-8': {
    about: 'Half letters of UTF-16 written in UTF-8.',
    serve: sends(
      () => Buffer.concat([Buffer.from(page(plain)), Buffer.from([0xed, 0xa0, 0x80])]),
      'text/html; charset=utf-8',
    ),
    expect: isRead(plain, { charset: 'utf-8' }),
  },
  'two-labels': {
    about: 'Two charsets in one header.',
    serve: sends(() => page(paragraphs.greek), 'text/html; charset=utf-8; charset=koi8-r'),
    expect: isRead(paragraphs.greek, { charset: 'utf-8' }),
  },
  'undecodable-label': {
    about: 'An encoding that browsers refuse, over plain ASCII.',
    serve: sends(() => page(plain), 'text/html; charset=iso-2022-kr'),
    expect: isRead(plain, { charset: 'utf-8' }),
  },
  'unknown-label': {
    about: 'A charset that nobody knows.',
    serve: sends(() => page(paragraphs.greek), 'text/html; charset=x-klingon'),
    expect: isRead(paragraphs.greek, { charset: 'utf-8' }),
  },
  'utf-16-labelled-utf-8': {
    about: 'UTF-16 with the label of UTF-8 and no mark.',
    serve: sends(() => encodeText('utf-16be', page(paragraphs.russian)), 'text/html; charset=utf-8'),
    expect: isRead(paragraphs.russian, { charset: 'utf-16be' }),
  },
  'utf-16be-with-mark': {
    about: 'Big-endian UTF-16 with its mark.',
    serve: sends(() => Buffer.concat([Buffer.from([0xfe, 0xff]), encodeText('utf-16be', page(paragraphs.japanese))])),
    expect: isRead(paragraphs.japanese, { charset: 'utf-16be' }),
  },
  'utf-16be-without-mark': {
    about: 'Big-endian UTF-16 that says nothing about itself.',
    serve: sends(() => encodeText('utf-16be', page(paragraphs.russian))),
    expect: isRead(paragraphs.russian, { charset: 'utf-16be' }),
  },
  'utf-16le-with-mark': {
    about: 'Little-endian UTF-16 with its mark and the label of UTF-8.',
    serve: sends(
      () => Buffer.concat([Buffer.from([0xff, 0xfe]), encodeText('utf-16le', page(paragraphs.german))]),
      'text/html; charset=utf-8',
    ),
    expect: isRead(paragraphs.german, { charset: 'utf-16le' }),
  },
  'utf-16le-without-mark': {
    about: 'Little-endian UTF-16 that says nothing about itself.',
    serve: sends(() => encodeText('utf-16le', page(paragraphs.chinese))),
    expect: isRead(paragraphs.chinese, { charset: 'utf-16le' }),
  },
  'utf-8-labelled-gbk': {
    about: 'UTF-8 with the label of GBK.',
    serve: sends(() => page(paragraphs.chinese), 'text/html; charset=gbk'),
    expect: isRead(paragraphs.chinese, { charset: 'utf-8' }),
  },
  'utf-8-labelled-latin-1': {
    about: 'UTF-8 with the label of Latin 1.',
    serve: sends(() => page(paragraphs.german), 'text/html; charset=iso-8859-1'),
    expect: isRead(paragraphs.german, { charset: 'utf-8' }),
  },
  'utf-8-labelled-shift-jis': {
    about: 'UTF-8 with the label of Shift_JIS.',
    serve: sends(() => page(paragraphs.japanese, '<meta charset=shift_jis>')),
    expect: isRead(paragraphs.japanese, { charset: 'utf-8' }),
  },
  'utf-8-labelled-windows-1251': {
    about: 'UTF-8 with the label of windows-1251.',
    serve: sends(() => page(paragraphs.russian), 'text/html; charset=windows-1251'),
    expect: isRead(paragraphs.russian, { charset: 'utf-8' }),
  },
  'utf-8-undeclared': {
    about: 'UTF-8 that says nothing about itself.',
    serve: sends(() => page(paragraphs.greek)),
    expect: isRead(paragraphs.greek, { charset: 'utf-8' }),
  },
  'windows-1250-undeclared': {
    about: 'windows-1250 that says nothing about itself.',
    serve: sends(() => encodeText('windows-1250', page(paragraphs.polish))),
    expect: isRead(paragraphs.polish, { charset: 'windows-1250' }),
  },
  'windows-1251-labelled-utf-8': {
    about: 'windows-1251 with the label of UTF-8.',
    serve: sends(() => encodeText('windows-1251', page(paragraphs.russian)), 'text/html; charset=utf-8'),
    expect: isRead(paragraphs.russian, { charset: 'windows-1251' }),
  },
  'windows-1251-undeclared': {
    about: 'windows-1251 that says nothing about itself.',
    serve: sends(() => encodeText('windows-1251', page(paragraphs.russian))),
    expect: isRead(paragraphs.russian, { charset: 'windows-1251' }),
  },
  'windows-1252-undeclared': {
    about: 'windows-1252 that says nothing about itself.',
    serve: sends(() => encodeText('windows-1252', page(paragraphs.german))),
    expect: isRead(paragraphs.german, { charset: 'windows-1252' }),
  },
  'windows-1253-by-header': {
    about: 'windows-1253, by the header.',
    serve: sends(() => encodeText('windows-1253', page(paragraphs.greek)), 'text/html;charset=windows-1253'),
    expect: isRead(paragraphs.greek, { charset: 'windows-1253' }),
  },
  'windows-1253-undeclared': {
    about: 'windows-1253 that says nothing about itself.',
    serve: sends(() => encodeText('windows-1253', page(paragraphs.greek))),
    expect: isRead(paragraphs.greek, { charset: 'iso-8859-7' }),
  },
  'windows-1254-undeclared': {
    about: 'windows-1254 that says nothing about itself.',
    serve: sends(() => encodeText('windows-1254', page(paragraphs.turkish))),
    expect: isRead(paragraphs.turkish, { charset: 'windows-1254' }),
  },
  'windows-1255-undeclared': {
    about: 'windows-1255 that says nothing about itself.',
    serve: sends(() => encodeText('windows-1255', page(paragraphs.hebrew))),
    expect: isRead(paragraphs.hebrew, { charset: 'iso-8859-8' }),
  },
  'windows-1256-undeclared': {
    about: 'windows-1256 that says nothing about itself.',
    serve: sends(() => encodeText('windows-1256', page(paragraphs.arabic))),
    expect: isRead(paragraphs.arabic, { charset: 'windows-1256' }),
  },
}
