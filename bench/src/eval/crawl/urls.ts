import normalizeUrl, { type Options } from 'normalize-url'
import { canonicalUrl } from '../../../../server/src/web/address/canonical-url.ts'
import type { Row } from '../../measurement.ts'
import { cpuMicroseconds } from '../cpu-time.ts'
import { type Evaluation, Score, scoreRow } from '../evaluation.ts'

// Addresses and how they are to be written, from the tests of a crawler library.

/** `base` is resolved against `relative`: the two names are exchanged in the corpus. */
type Case = { id: string } & (
  | { kind: 'normalize'; input: string; expected: string }
  | { kind: 'resolve'; base: string; relative: string; expected: string }
)

interface Question {
  id: string
  input: string
  base: string | undefined
  /** Undefined for what a crawl does not read: other schemes, credentials. */
  expected: string | undefined
  /** The expected address is then as it was resolved, and not yet canonical. */
  resolve: boolean
}

export const urls: Evaluation = {
  name: 'urls',
  describe: 'canonical addresses (peer: normalize-url)',
  async run({ corpus, progress }) {
    const questions = corpus.readLines<Case>('url-and-sitemap/urls.jsonl').map(toQuestion)
    const readable = questions.filter(({ expected }) => expected !== undefined)
    const refused = questions.filter(({ expected }) => expected === undefined)
    progress(`${readable.length} addresses to read, ${refused.length} to refuse`)
    return [
      ...scoreRow('urls, canonical addresses right', {
        ours: score(readable, canonicalUrl),
        peer: score(readable, peerUrl),
        least: 100,
      }),
      ...scoreRow('urls, other schemes and credentials refused', { ours: score(refused, canonicalUrl), least: 100 }),
      await measureLinks(),
    ]
  },
}

function toQuestion(given: Case): Question {
  const expected = unquote(given.expected)
  const readable = /^https?:\/\/[^/?#@]*(?:[/?#]|$)/i.test(expected)
  const resolve = given.kind === 'resolve'
  return {
    id: given.id,
    input: unquote(resolve ? given.base : given.input),
    base: resolve ? unquote(given.relative) || undefined : undefined,
    expected: readable ? expected : undefined,
    resolve,
  }
}

/** Some fields of the corpus kept the quotes of the comma-separated file they come from. */
function unquote(field: string): string {
  return field.length >= 2 && field.startsWith('"') && field.endsWith('"')
    ? field.slice(1, -1).replaceAll('""', '"')
    : field
}

type Normalize = (input: string, base?: string) => string | undefined

function score(questions: Question[], normalize: Normalize): Score {
  const result = new Score()
  for (const { id, input, base, expected, resolve } of questions) {
    const wanted = resolve && expected !== undefined ? normalize(expected) : expected
    result.add(id, normalize(input, base) === wanted)
  }
  return result
}

/** As near to what we do as it can be set. */
const options: Options = { stripWWW: false, removeTrailingSlash: false, removeSingleSlash: false, stripHash: true }

function peerUrl(input: string, base?: string): string | undefined {
  try {
    return normalizeUrl(base === undefined ? input : new URL(input, base).href, options)
  } catch {
    return undefined
  }
}

/** Links as a page has them. */
async function measureLinks(): Promise<Row> {
  const base = 'https://www.example.org/people/index.html'
  const links = [
    '/people/ada-lovelace',
    '../events/2024/summer-school?page=2',
    'https://www.example.org/a/b/c.html?utm_source=x&id=5',
    'https://de.wikipedia.org/wiki/K%C3%B6ln#Geschichte',
    'mailto:ada@example.org',
  ]
  const ours = await cpuMicroseconds(links.length * 200, () => {
    for (let round = 0; round < 200; round++) for (const link of links) canonicalUrl(link, base)
  })
  const peer = await cpuMicroseconds(links.length * 200, () => {
    for (let round = 0; round < 200; round++) for (const link of links) peerUrl(link, base)
  })
  return { measure: 'urls, CPU of a typical link', unit: 'µs', ours, peer, target: { text: '<= 5 µs', met: ours <= 5 } }
}
