import { existsSync } from 'node:fs'
import { readSentences } from '../../../../server/src/language/sentences/sentences.ts'
import { findNames, nameThresholds } from '../../../../server/src/reader/names/find-names.ts'
import { baseKindOf } from '../../../../server/src/reader/names/rules/mention.ts'
import { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import type { Row } from '../../measurement.ts'
import { learnWithout } from '../../train/left-out.ts'
import { readSets } from '../../train/tagger-data.ts'
import { cpuMicroseconds } from '../cpu-time.ts'
import type { Evaluation } from '../evaluation.ts'
import { pageCpuRows } from './entities-cpu.ts'
import {
  countMentions,
  countNames,
  type FoundMention,
  type GoldDocument,
  type GoldSet,
  goldSets,
  readGold,
  Tally,
} from './entities-gold.ts'
import { languageRows } from './entities-languages.ts'
import { leftOutRows } from './entities-left-out.ts'
import { peerMentions } from './entities-peer.ts'
import { siteRows } from './entities-sites.ts'

// Names in running text. The tagger is measured mention by mention, with exact borders; what the rules make of it by names
// of a document, which is what a graph gets. Three of the sets are learned from as well: figures on them are of weights that
// were learned without all three. Each set is then left out in turn. All that takes some minutes of learning here, and
// needs the sets, which stand beside the corpus as `training`.

/** F1 that other taggers of this kind reach. */
const known: Record<string, number> = { 'Re-DocRED': 78, WNUT17: 38.8 }
const leastPrecision = 85

export const entities: Evaluation = {
  name: 'entities',
  describe: 'people, organizations, places and events in running text, beside compromise',
  async run({ corpus, training, progress }) {
    const shipped = Tagger.shared()
    const sentences = existsSync(training) ? readSets(training) : []
    const rows: Row[] = []
    const without = goldSets.flatMap(({ learned }) => learned ?? [])
    if (sentences.length > 0) progress(`learns without ${without.join(', ')}`)
    const unseen =
      sentences.length > 0 ? learnWithout(sentences, shipped.words, { without, progress: () => {} }) : undefined
    for (const set of goldSets) {
      const tagger = set.learned === undefined ? shipped : unseen
      if (!tagger) continue
      progress(set.title)
      rows.push(...setRows(set, readGold(corpus, set), tagger))
    }
    if (sentences.length > 0) rows.push(...leftOutRows(sentences, shipped, progress), ...languageRows(sentences))
    const [first] = goldSets as [GoldSet]
    rows.push(await cpuRow(readGold(corpus, first).map(({ text }) => text)))
    return [...rows, ...pageCpuRows(corpus, progress), ...siteRows(corpus, progress)]
  },
}

function setRows(set: GoldSet, documents: GoldDocument[], tagger: Tagger): Row[] {
  const tallies = {
    mentions: new Tally(),
    sureMentions: new Tally(),
    peerMentions: new Tally(),
    names: new Tally(),
    allNames: new Tally(),
    peerNames: new Tally(),
  }
  for (const document of documents) {
    const found = tagMentions(document.text, set, tagger)
    const peer = peerMentions(document.text)
    countMentions(tallies.mentions, set, document, found)
    countMentions(
      tallies.sureMentions,
      set,
      document,
      found.filter(({ kind, score }) => score >= nameThresholds[kind]),
    )
    countMentions(tallies.peerMentions, set, document, peer)
    countNames(tallies.names, set, document, nameDocument(document, tagger))
    countNames(tallies.allNames, set, document, nameDocument(document, tagger, 0))
    const peerNames = peer.map(({ kind, start, end }) => ({ kind, names: [document.text.slice(start, end)] }))
    countNames(tallies.peerNames, set, document, unique(peerNames))
  }
  return rowsOf(set, tallies, tagger)
}

function rowsOf({ title }: GoldSet, tallies: Record<string, Tally>, { header }: Tagger): Row[] {
  const of = (name: string) => tallies[name] as Tally
  const f1 = known[title]
  const weights = `weights of ${header.trained_on.join(', ')}; precision/recall/F1`
  const [mentions, names, peerNames] = [of('mentions').all, of('names').all, of('peerNames').all]
  return [
    {
      measure: `${title}, mentions, F1`,
      unit: '%',
      ours: mentions.f1,
      peer: of('peerMentions').all.f1,
      target: f1 === undefined ? undefined : { text: `${f1} %`, met: mentions.f1 > f1 },
      note: `${weights} ${of('mentions')}; from ${Object.values(nameThresholds).join(', ')} on ${of('sureMentions')}; peer ${of('peerMentions')}`,
    },
    {
      measure: `${title}, names, precision`,
      unit: '%',
      ours: names.precision,
      peer: peerNames.precision,
      target: { text: `${leastPrecision} %`, met: names.precision >= leastPrecision },
      note: `${of('names')}; from 0 on ${of('allNames')}; peer ${of('peerNames')}`,
    },
    { measure: `${title}, names, recall`, unit: '%', ours: names.recall, peer: peerNames.recall },
    { measure: `${title}, names, F1`, unit: '%', ours: names.f1, peer: peerNames.f1 },
  ]
}

function tagMentions(text: string, set: GoldSet, tagger: Tagger): (FoundMention & { score: number })[] {
  return readSentences(text).flatMap((tokens) =>
    tagger
      .tagSentence(
        tokens.map((token) => token.text),
        { isGerman: false },
      )
      .flatMap(({ start, end, kind, score }) => {
        const base = kind === 'DEM' && set.hasDemonyms ? 'location' : baseKindOf[kind]
        return base ? [{ kind: base, start: tokens[start]?.start ?? 0, end: tokens[end - 1]?.end ?? 0, score }] : []
      }),
  )
}

function nameDocument({ text }: GoldDocument, tagger: Tagger, threshold?: number) {
  const blocks = [{ start: 0, end: text.length, kind: 'paragraph' as const, is_main: true, is_own: true }]
  const found = findNames({ text, blocks, title: null, language: 'en' }, { tagger, threshold })
  return found.map(({ kind, name, aliases }) => ({ kind, names: [name, ...aliases] }))
}

function unique<Name extends { kind: string; names: string[] }>(names: Name[]): Name[] {
  return [...new Map(names.map((name) => [`${name.kind} ${name.names.join()}`, name])).values()]
}

async function cpuRow(texts: string[]): Promise<Row> {
  const tagger = Tagger.shared()
  const tokens = texts.reduce((sum, text) => sum + readSentences(text).reduce((all, { length }) => all + length, 0), 0)
  const ours = await cpuMicroseconds(tokens / 1000, () => {
    for (const text of texts) nameDocument({ text, entities: [] }, tagger)
  })
  const peer = await cpuMicroseconds(tokens / 1000, () => {
    for (const text of texts) peerMentions(text)
  })
  return {
    measure: 'names, CPU of 1,000 tokens',
    unit: 'µs',
    ours,
    peer,
    note: `${Math.round(1e9 / ours)} tokens a second`,
  }
}
