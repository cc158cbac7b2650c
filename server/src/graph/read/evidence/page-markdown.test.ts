import { expect, it } from 'vitest'
import { parsePage } from '../../../reader/read-page/parse-page.ts'
import { markdownOf } from './page-markdown.ts'

function markdown(html: string): string {
  const { text, blocks } = parsePage(`<main>${html}</main>`, { url: 'https://example.org/' })
  return markdownOf(text, blocks)
}

it.for<[string, string, string]>([
  ['headings', '<h1>Ports</h1><h3>Of <i>call</i></h3>', '# Ports\n\n### Of call\n'],
  [
    'lists',
    '<p>Ports:</p><ul><li>Bergen</li><li>Gdynia</li></ul><p>All.</p>',
    'Ports:\n\n- Bergen\n- Gdynia\n\nAll.\n',
  ],
  [
    'tables',
    '<table><tr><th>Port</th><th>Since</th></tr><tr><td>Bergen</td><td>1070</td></tr></table>',
    '| Port | Since |\n| --- | --- |\n| Bergen | 1070 |\n',
  ],
  ['lines', '<p>Bergen<br>Norway</p>', 'Bergen  \nNorway\n'],
  ['quotes', '<blockquote>To the sea!<br>And back.</blockquote>', '> To the sea!  \n> And back.\n'],
  ['code', '<pre>a *b*\n```\nc</pre>', '````\na *b*\n```\nc\n````\n'],
])('%s stay what they are', ([, html, expected]) => {
  expect(markdown(html)).toBe(expected)
})

it.for<[string, string]>([
  ['# no heading', '\\# no heading'],
  ['1. no list', '1\\. no list'],
  ['- no list', '\\- no list'],
  ['&gt; no quote', '\\> no quote'],
  ['*no* _emphasis_', '\\*no\\* \\_emphasis\\_'],
  ['[no](https://link.example)', '\\[no\\](https://link.example)'],
  ['&lt;b&gt;no tag&lt;/b&gt;', '\\<b\\>no tag\\</b\\>'],
  ['no &amp;amp; sign', 'no \\&amp; sign'],
  ['a \\ b', 'a \\\\ b'],
])('"%s" makes no structure', ([words, expected]) => {
  expect(markdown(`<h1>Words</h1><p>${words}</p>`)).toBe(`# Words\n\n${expected}\n`)
})
