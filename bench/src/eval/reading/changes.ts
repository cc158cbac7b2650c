import type { ParsedPage } from '../../../../server/src/reader/blocks/parsed-page.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import { median, type Row } from '../../measurement.ts'
import { type Corpus, type Evaluation, Score, scoreRow } from '../evaluation.ts'
import { type RequestTokens, requestTokens } from './request-tokens.ts'

// Two versions of real pages: whether a change is noticed, and what it costs to read it instead of the whole page.

interface Expected {
  id: string
  url: string
  visible_text_changed: boolean
  text_added: string[]
  text_removed: string[]
}

interface Piece {
  words: string
  is_sent: boolean
}

interface Pair {
  expected: Expected
  is_noticed: boolean
  full: RequestTokens
  again: RequestTokens
  /** Pieces of text that are said to be new: those that stood elsewhere on the page before, and the others. */
  moved: Piece[]
  added: Piece[]
}

export const folder = 'page-changes'

export const changes: Evaluation = {
  name: 'changes',
  describe: 'pages that have changed: what is noticed, and what reading it again costs',
  async run({ corpus, progress }) {
    const pairs = readPairs(corpus)
    for (const pair of pairs) progress(describe(pair))
    const changed = pairs.filter(({ expected }) => expected.visible_text_changed)
    return [...noticeRows(pairs), ...costRows(changed), ...sentRows(changed)]
  },
}

export function readVersions(corpus: Corpus): { expected: Expected; before: ParsedPage; after: ParsedPage }[] {
  const names = corpus.list(folder).filter((name) => name.endsWith('.json'))
  return names.map((name) => {
    const expected = JSON.parse(corpus.read(`${folder}/${name}`).toString('utf8')) as Expected
    const parse = (version: string) => {
      const bytes = corpus.read(`${folder}/${name.replace(/json$/, `${version}.html`)}`)
      return parsePage(decodeText(bytes, null, 'html').text, { url: expected.url })
    }
    return { expected, before: parse('old'), after: parse('new') }
  })
}

function readPairs(corpus: Corpus): Pair[] {
  return readVersions(corpus).map(({ expected, before, after }) => {
    const { url } = expected
    const isNoticed = before.content_hash !== after.content_hash
    const known = new Set(before.blocks.filter(({ is_own }) => is_own).map(({ hash }) => hash))
    const full = requestTokens({ ...after, url })
    // What has the same content is not read at all.
    const again = isNoticed ? requestTokens({ ...after, url }, known) : { ...full, ...nothing }
    const [sent, earlier] = [wordsOf(again.sent), wordsOf(before.text)]
    const texts = expected.text_added.map(wordsOf).filter((words) => words !== '')
    const pieces = texts.map((words) => ({ words, is_sent: sent.includes(words) }))
    const [moved, added] = [true, false].map((was) => pieces.filter(({ words }) => earlier.includes(words) === was))
    return { expected, is_noticed: isNoticed, full, again, moved: moved ?? [], added: added ?? [] }
  })
}

const nothing = { calls: 0, text: 0, whole: 0, sent: '' }
/** Marks of lists and headings aside. */
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? ''

const unsent = (pieces: Piece[]) => pieces.filter(({ is_sent }) => !is_sent)

function describe({ expected, is_noticed, full, again, moved, added }: Pair): string {
  const kind = expected.visible_text_changed ? 'changed' : 'same text'
  const missing = unsent([...added, ...moved])
  const some = missing.slice(0, 3).map(({ words }) => `"${words.slice(0, 60)}"`)
  const not = missing.length > 0 ? `; ${missing.length} pieces not sent: ${some.join(', ')}` : ''
  const cost = `text ${again.text} of ${full.text} tokens, request ${again.whole} of ${full.whole}`
  return `${expected.id}: ${kind}, ${is_noticed ? 'noticed' : 'not noticed'}; ${cost}${not}`
}

function noticeRows(pairs: Pair[]): Row[] {
  const noticed = new Score()
  const left = new Score()
  for (const { expected, is_noticed, again } of pairs) {
    if (expected.visible_text_changed) noticed.add(expected.id, is_noticed)
    else left.add(expected.id, !is_noticed && again.whole === 0)
  }
  return [
    ...scoreRow('changes, visible ones noticed', { ours: noticed }),
    ...scoreRow('changes, pages without any cost nothing', { ours: left, least: 100 }),
  ]
}

function costRows(pairs: Pair[]): Row[] {
  if (pairs.length === 0) return []
  const ratio = (pick: (tokens: RequestTokens) => number) =>
    sumOf(pairs, ({ again }) => pick(again)) / sumOf(pairs, ({ full }) => pick(full))
  const shares = (pick: (tokens: RequestTokens) => number) =>
    pairs.map(({ full, again }) => pick(again) / Math.max(1, pick(full)))
  const text = shares(({ text }) => text)
  const whole = shares(({ whole }) => whole)
  const textRatio = ratio(({ text }) => text)
  const worst = Math.max(...text, ...whole)
  const worstAt = pairs[text.indexOf(Math.max(...text))]?.expected.id
  return [
    {
      measure: 'changes, text read again over a full read',
      unit: '',
      ours: textRatio,
      target: { text: '≤ 0.10', met: textRatio <= 0.1 },
      note: `of ${pairs.length} pairs in sum; the target is for the text that is read, without the constant prefix; median ${median(text).toFixed(3)}`,
    },
    {
      measure: 'changes, whole requests over a full read',
      unit: '',
      ours: ratio(({ whole }) => whole),
      note: `instructions and schema count in both, and are what providers keep in their caches; median ${median(whole).toFixed(3)}`,
    },
    {
      measure: 'changes, the dearest pair',
      unit: '',
      ours: worst,
      target: { text: '≤ 1', met: worst <= 1 },
      note: `by text or by request; by text it is ${worstAt}`,
    },
  ]
}

function sentRows(pairs: Pair[]): Row[] {
  return [
    ...sentRow('changes, new text that is sent', pairs, ({ added }) => added),
    ...sentRow('changes, moved text that is sent', pairs, ({ moved }) => moved, 'it was read where it stood before'),
  ]
}

function sentRow(measure: string, pairs: Pair[], pick: (pair: Pair) => Piece[], why = ''): Row[] {
  const pieces = pairs.flatMap(pick)
  if (pieces.length === 0) return []
  const sent = pieces.length - unsent(pieces).length
  const lacking = pairs.filter((pair) => unsent(pick(pair)).length > 0)
  const names = lacking.map((pair) => `${pair.expected.id} (${unsent(pick(pair)).length})`)
  const not = names.length > 0 ? `not all of ${names.join(', ')}` : ''
  const note = [`${sent} of ${pieces.length} pieces`, not, why].filter((part) => part !== '').join('; ')
  return [{ measure, unit: '%', ours: (100 * sent) / pieces.length, note }]
}

function sumOf(pairs: Pair[], pick: (pair: Pair) => number): number {
  return pairs.reduce((sum, pair) => sum + pick(pair), 0)
}
