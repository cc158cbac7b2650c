import type { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import type { Corpus } from '../../eval/evaluation.ts'
import { readDocuments, readFewRel } from './documents.ts'
import type { Example } from './examples.ts'
import { readJudged } from './judged.ts'
import { readKnowledgeNet } from './knowledge-net.ts'
import { readMarkedSentences } from './sentences.ts'

// All sets of sentences that statements are learned from, besides whole pages: prose.ts has those.

export const readAll = (folder: string, corpus: Corpus, tagger: Tagger): Example[] => [
  ...readKnowledgeNet(folder, tagger).examples,
  ...readMarkedSentences(folder, tagger),
  ...readDocuments(folder, tagger),
  ...readFewRel(folder, tagger),
  ...readJudged(corpus, tagger),
]
