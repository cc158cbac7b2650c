import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDemonym } from '../../../server/src/reader/names/rules/demonyms.ts'
import { eventHeads } from '../../../server/src/reader/names/rules/name-words.ts'
import { outsideLabel, type TagKind, tagKinds, tagLabelOf } from '../../../server/src/reader/names/tagger/labels.ts'

// Sentences that people have marked the names of, from ../shared/training. The sets do not agree on everything: what they
// mark differently is made one here.

export interface LabelledSentence {
  set: string
  tokens: string[]
  labels: Uint8Array
}

interface Span {
  start: number
  end: number
  kind: TagKind
}

export const taggerSets = ['wnut17', 'wikigold', 'crossner-politics', 'crossner', 'redocred']
/** The politics part of CrossNER stands first in its file. */
const politicsRows = 1392

export function readSets(folder: string, without: string[]): LabelledSentence[] {
  const sentences: LabelledSentence[] = []
  for (const file of ['wnut17', 'wikigold', 'crossner', 'redocred']) {
    const lines = readFileSync(join(folder, `ner-${file}.jsonl`), 'utf8').split('\n')
    for (const [at, line] of lines.entries()) {
      const set = file === 'crossner' && at < politicsRows ? 'crossner-politics' : file
      if (line === '' || without.includes(set)) continue
      const { t: tokens, g: tags } = JSON.parse(line) as { t: string[]; g: string[] }
      if (tokens.length > 0) sentences.push({ set, tokens, labels: labelsOf(tokens, spansOf(tags)) })
    }
  }
  return sentences
}

function spansOf(tags: string[]): Span[] {
  const spans: Span[] = []
  for (const [at, tag] of tags.entries()) {
    const kind = tag.slice(2) as TagKind
    const open = spans.at(-1)
    if (tag.startsWith('I-') && open?.end === at && open.kind === kind) open.end++
    else if (tag !== 'O') spans.push({ start: at, end: at + 1, kind })
  }
  return spans
}

function labelsOf(tokens: string[], spans: Span[]): Uint8Array {
  const labels = new Uint8Array(tokens.length).fill(outsideLabel)
  for (const span of spans) {
    const kind = tagKinds.indexOf(agreedKind(tokens.slice(span.start, span.end), span.kind))
    const last = span.end - 1
    if (span.start === last) labels[last] = tagLabelOf(kind, 3)
    else {
      labels.fill(tagLabelOf(kind, 1), span.start, last)
      labels[span.start] = tagLabelOf(kind, 0)
      labels[last] = tagLabelOf(kind, 2)
    }
  }
  return labels
}

/** Only one set marks events, the others have them among the rest; and each has its own view of `Australian`. */
function agreedKind(words: string[], kind: TagKind): TagKind {
  const [first = ''] = words
  if (words.length === 1 && isDemonym(first) && (kind === 'LOC' || kind === 'MISC')) return 'DEM'
  if (kind !== 'MISC' || words.length === 1) return kind
  const heads = [words.at(-1) ?? '', words[words.indexOf('of') - 1] ?? '']
  return heads.some((word) => eventHeads.has(word.toLowerCase())) ? 'EVT' : kind
}
