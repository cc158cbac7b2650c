import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Corpus, corpusFolder, trainingFolder } from '../../eval/evaluation.ts'
import { ourAnswers, readAnswers } from '../../eval/reading/model-answers.ts'
import { idOf, readersOfPages } from '../../eval/reading/prose-left-out.ts'
import { examplesOfPage, learnClaims } from './model-confidence-learn.ts'

// node bench/src/train/answers/model-confidence.ts [--corpus DIR] [--training DIR] [--answers DIR] [--out FILE]
// Learns how likely a claim of a model is right, from answers about marked pages. Set it anew when the checks change what they keep.

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    training: { type: 'string' },
    answers: { type: 'string', default: ourAnswers },
    out: { type: 'string', default: resolve(import.meta.dirname, '../../../../server/data/model-confidence.json') },
  },
})
const folder = corpusFolder(values.corpus)
const corpus = new Corpus(folder)
const { pages } = readAnswers(corpus, values.answers)
const readerOf = readersOfPages(corpus, {
  ids: pages.map(({ file }) => idOf(file)),
  training: trainingFolder(values.training, folder),
  progress: console.error,
})
const examples = pages.flatMap((page) => examplesOfPage(page, readerOf(idOf(page.file))))
writeFileSync(values.out, `${JSON.stringify(learnClaims(examples), null, 2)}\n`)
