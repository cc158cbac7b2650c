import { expect, it } from 'vitest'
import { withoutMarkup } from './without-markup.ts'

it.each([
  ['<b>Ada</b> Berg<br/>of Kiel', 'Ada Berg of Kiel'],
  ['Norvik &amp; Sons', 'Norvik & Sons'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', 'alert(1)'],
  ['&amp;lt;img src=x onerror=alert(1)&amp;gt; Ada', 'Ada'],
  ['<!-- hidden --> Ada <!-- open', 'Ada'],
  ['**Ada** _Berg_ and ~~Jonas~~ `code`', 'Ada Berg and Jonas code'],
  ['[Ada](https://evil.example/ "title") ![x](javascript:alert(1))', 'Ada x'],
  ['# Heading\n- item\n> quote', 'Heading item quote'],
  ['Ada [1] Berg [2, 3]', 'Ada Berg'],
  ['Ada\u0000\u0007 Berg\u202e\u200b', 'Ada Berg'],
  ['one\n\ttwo', 'one two'],
  // What only looks like markup.
  ['3 < 5 and 7 > 2', '3 < 5 and 7 > 2'],
  ['snake_case_name and C# and 5 * 3', 'snake_case_name and C# and 5 * 3'],
  ['ක්‍රි', 'ක්‍රි'],
])('%s', (text, plain) => {
  expect(withoutMarkup(text)).toBe(plain)
})
