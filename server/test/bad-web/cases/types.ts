import { writePdf } from '../../support/pdf/write-pdf.ts'
import type { BadWebCases } from '../bad-web-case.ts'
import { page, plain, sends } from '../bad-web-tools.ts'
import { isNoPage, isRead } from '../expectations.ts'

const isBrokenPdf = {
  ...isNoPage('application/pdf'),
  page: { status: 'skipped', error: 'a PDF document that is damaged or cut off' },
} as const

export const cases: BadWebCases = {
  'binary-as-html': {
    about: 'Bytes that call themselves a page.',
    serve: sends(() => Buffer.from(Array.from({ length: 2000 }, (_, n) => (n * 31) % 256))),
    expect: isNoPage('application/octet-stream'),
  },
  'binary-as-text': {
    about: 'Bytes that call themselves text.',
    serve: sends(() => Buffer.from(Array.from({ length: 2000 }, (_, n) => (n * 31) % 256)), 'text/plain'),
    expect: isNoPage('application/octet-stream'),
  },
  'binary-without-type': {
    about: 'Bytes that do not say what they are.',
    serve: sends(() => Buffer.from(Array.from({ length: 2000 }, (_, n) => (n * 31) % 256)), null),
    expect: isNoPage('application/octet-stream'),
  },
  'feed-as-xml': {
    about: 'A feed.',
    serve: sends(() => `<?xml version="1.0"?><rss><channel><title>${plain}</title></channel></rss>`, 'text/xml'),
    expect: isNoPage('text/xml'),
  },
  'gif-with-markup': {
    about: 'A GIF with markup within it.',
    serve: sends(() => `GIF89a${page(plain)}`),
    expect: isNoPage('image/gif'),
  },
  'html-as-image': {
    about: 'A page that calls itself an image is left alone.',
    serve: sends(() => page(plain), 'image/png'),
    expect: isNoPage('image/png'),
  },
  'html-as-octet-stream': {
    about: 'A page that calls itself bytes.',
    serve: sends(() => page(plain), 'application/octet-stream'),
    expect: isRead(),
  },
  'html-as-plain-text': {
    about: 'A page that calls itself text stays text, as its author wanted.',
    serve: sends(() => page(plain), 'text/plain'),
    expect: isRead(plain, { kind: 'text' }),
  },
  'html-behind-comment': {
    about: 'A page of unknown type that begins with a comment.',
    serve: sends(() => `<!-- made by hand -->\n${page(plain)}`, null),
    expect: isRead(),
  },
  'html-fragment': {
    about: 'A piece of HTML of unknown type.',
    serve: sends(() => `<div>${plain}</div>`, null),
    expect: isRead(),
  },
  'html-in-capitals': {
    about: 'A type in capitals.',
    serve: sends(() => page(plain), 'TEXT/HTML;CHARSET=UTF-8'),
    expect: isRead(),
  },
  'html-in-utf-16-without-type': {
    about: 'A page in UTF-16 that does not say what it is.',
    serve: sends(() => Buffer.from(`\ufeff${page(plain)}`, 'utf16le'), null),
    expect: isRead(),
  },
  'html-with-any-type': {
    about: 'A page that says it is anything.',
    serve: sends(() => page(plain), '*/*'),
    expect: isRead(),
  },
  'html-with-empty-type': {
    about: 'A page whose type is empty.',
    serve: sends(() => page(plain), ''),
    expect: isRead(),
  },
  'html-with-garbage-type': {
    about: 'A page whose type is no type.',
    serve: sends(() => page(plain), 'yes please'),
    expect: isRead(),
  },
  'html-without-type': {
    about: 'A page that does not say what it is.',
    serve: sends(() => page(plain), null),
    expect: isRead(),
  },
  'huge-type': {
    about: 'A content type of thirty thousand letters, which is none.',
    serve: sends(() => page(plain), `application/${'x'.repeat(30_000)}`),
    expect: isRead(),
  },
  'image-as-html': {
    about: 'An image that calls itself a page.',
    serve: sends(() => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500, 7)])),
    expect: isNoPage('image/png'),
  },
  'json-as-html': {
    about: 'JSON that calls itself a page.',
    serve: sends(() => JSON.stringify({ plain, list: [1, 2, 3] }, null, 2)),
    expect: isNoPage('application/json'),
  },
  'json-without-type': {
    about: 'JSON that does not say what it is.',
    serve: sends(() => JSON.stringify([{ plain }]), null),
    expect: isNoPage('application/json'),
  },
  json: {
    about: 'JSON.',
    serve: sends(() => JSON.stringify({ plain }), 'application/json'),
    expect: isRead(plain, { kind: 'text' }),
  },
  'pdf-as-html': {
    about: 'A PDF that calls itself a page.',
    serve: sends(() => '%PDF-1.7 and so on', 'text/html; charset=utf-8'),
    expect: isBrokenPdf,
  },
  'pdf-as-octet-stream': {
    about: 'A PDF that calls itself bytes.',
    serve: sends(() => '%PDF-1.7 and so on', 'application/octet-stream'),
    expect: isBrokenPdf,
  },
  pdf: {
    about: 'A PDF.',
    serve: sends(() => writePdf({ pages: [{ texts: [{ text: plain, x: 60, y: 60 }] }] }), 'application/pdf'),
    expect: { ...isNoPage('application/pdf'), page: { status: 'extracted', text: plain } },
  },
  'pdf-cut-off': {
    about: 'A PDF of which only the beginning is there.',
    serve: sends(() => '%PDF-1.7 and so on', 'application/pdf'),
    expect: isBrokenPdf,
  },
  script: {
    about: 'A script.',
    serve: sends(() => 'alert(1)', 'text/javascript'),
    expect: isNoPage('text/javascript'),
  },
  svg: {
    about: 'A drawing.',
    serve: sends(() => `<svg xmlns="http://www.w3.org/2000/svg"><text>${plain}</text></svg>`, 'image/svg+xml'),
    expect: isNoPage('image/svg+xml'),
  },
  'text-without-type': {
    about: 'Text that does not say what it is.',
    serve: sends(() => plain, null),
    expect: isRead(plain, { kind: 'text' }),
  },
  'two-types': {
    about: 'Two types: the last one counts.',
    serve(_request, response) {
      response.setHeader('content-type', ['text/plain', 'text/html'])
      response.end(page(plain))
    },
    expect: isRead(),
  },
  'xhtml-as-xml': {
    about: 'XHTML that calls itself XML.',
    serve: sends(
      () =>
        `<?xml version="1.0"?><!-- x --><!DOCTYPE html PUBLIC "a" "b"><html xmlns="http://www.w3.org/1999/xhtml"><body><p>${plain}</p></body></html>`,
      'application/xml',
    ),
    expect: isRead(),
  },
  xhtml: {
    about: 'XHTML.',
    serve: sends(
      () => `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>${plain}</p></body></html>`,
      'application/xhtml+xml',
    ),
    expect: isRead(),
  },
  'zip-as-text': {
    about: 'A zip file that calls itself text.',
    serve: sends(() => Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'), 'text/plain'),
    expect: isNoPage('application/zip'),
  },
}
