import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { encodeModel } from '../../../../server/src/reader/main-text/tree-model.ts'
import { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { Corpus } from '../../eval/evaluation.ts'
import { learnWithoutPages } from '../left-out.ts'
import { readMarkedPages } from '../marks/marked-pages.ts'
import { readSets } from '../tagger-data.ts'
import { learnLikelihood, likelihoodExamples } from './name-likelihood-learn.ts'

// node bench/src/train/names/name-likelihood.ts [--data DIR] [--corpus DIR] [--out FILE]
// Learns how likely a name is right. Set it anew after another tagger.

const root = resolve(import.meta.dirname, '../../../..')
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/training') },
    corpus: { type: 'string', default: resolve(root, '../shared/corpora') },
    out: { type: 'string', default: resolve(root, 'server/data/name-likelihood.json') },
  },
})

const progress = (text: string) => console.error(text)
const corpus = new Corpus(values.corpus)
const pages = readMarkedPages(corpus)
const taggers = learnWithoutPages(readSets(values.data), Tagger.shared().words, { pages, progress })
const examples = likelihoodExamples(corpus, pages, taggers)
progress(`${examples.length} names, ${examples.filter(({ isRight }) => isRight).length} of them right`)
const model = learnLikelihood(examples)
writeFileSync(values.out, `${JSON.stringify({ depth: model.depth, trees: encodeModel(model) }, null, 2)}\n`)
