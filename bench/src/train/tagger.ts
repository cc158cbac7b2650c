import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { constants, zstdCompressSync } from 'node:zlib'
import { Tagger } from '../../../server/src/reader/names/tagger/tagger.ts'
import { encodeTagger } from '../../../server/src/reader/names/tagger/tagger-file.ts'
import { WordTable } from '../../../server/src/reader/names/tagger/word-table.ts'
import { Corpus } from '../eval/evaluation.ts'
import { readMarkedPages } from './marks/marked-pages.ts'
import { learnedPagesFile, markedSet, sentencesOf } from './names/marked-sentences.ts'
import { heldOutGerman, readSets, taggerSets } from './tagger-data.ts'
import { type Learned, learnInParts, learnOptions } from './tagger-learn.ts'
import { packModel } from './tagger-model.ts'
import { makeWords } from './tagger-words.ts'

// node bench/src/train/tagger.ts [--without wikigold,…] [--data DIR] [--corpus DIR] [--words FILE] [--out FILE]
// Learns to find names in sentences, first in the sets and then in the marked pages of the corpus, and writes the file of
// the tagger. `--words` takes what is known of words from a file that was made before: that part does not depend on the
// sets. names/name-likelihood.ts comes next, then statements.ts.

const root = resolve(import.meta.dirname, '../../..')
const shipped = resolve(root, 'server/data/tagger.bin.zst')
const { values } = parseArgs({
  options: {
    without: { type: 'string', default: '' },
    data: { type: 'string', default: resolve(root, '../shared/training') },
    corpus: { type: 'string', default: resolve(root, '../shared/corpora') },
    words: { type: 'string' },
    out: { type: 'string', default: shipped },
  },
})
const without = values.without.split(',').filter((name) => name !== '')
for (const name of without) if (![...taggerSets, markedSet].includes(name)) throw new Error(`there is no set ${name}`)

const progress = (text: string) => console.error(text)
const words = values.words === undefined ? new WordTable(makeWords(values.data)) : Tagger.read(values.words).words
progress(`${words.columns.words.length} words, ${words.columns.phrases.length} phrases`)
const sentences = readSets(values.data, [...without, heldOutGerman])
progress(`${sentences.length} sentences`)
const pages = without.includes(markedSet) ? [] : readMarkedPages(new Corpus(values.corpus))
const parts = [pages.flatMap(sentencesOf)]
const [learned] = learnInParts(sentences, words, { ...learnOptions, parts, progress }) as [Learned]
const trainedOn = [...taggerSets, markedSet].filter((name) => !without.includes(name))
const { header, columns } = packModel(learned, words.columns, trainedOn)
const bytes = encodeTagger(header, columns)
const { ZSTD_c_compressionLevel, ZSTD_c_checksumFlag } = constants
const packed = zstdCompressSync(bytes, { params: { [ZSTD_c_compressionLevel]: 19, [ZSTD_c_checksumFlag]: 1 } })
writeFileSync(values.out, packed)
if (values.out === shipped) writeFileSync(learnedPagesFile, pages.map(({ id }) => `${id}\n`).join(''))
progress(
  `${header.features} features, ${header.weights} weights, ${bytes.length} bytes, packed ${packed.length}: ${values.out}`,
)
