import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NamedPage } from '../../../../server/src/reader/names/rules/named-page.ts'
import type { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { candidatePairs, sentencesWithEnds } from '../../../../server/src/reader/statements/candidate-pairs.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import type { Corpus } from '../../eval/evaluation.ts'
import { type Example, type Labeller, namesOf, overlap, push } from './examples.ts'

// Statements that were made of pages without marks, and judged by eye.

interface Judged {
  page: string
  type: string
  from: [number, number]
  to: [number, number]
  is_right: boolean
}

/** Statements of pages without marks, judged by eye: judged.jsonl has them with offsets in the text of the page. */
export function readJudged(corpus: Corpus, tagger: Tagger): Example[] {
  const examples: Example[] = []
  const lines = readFileSync(join(import.meta.dirname, 'judged.jsonl'), 'utf8').split('\n')
  const byPage = Map.groupBy(
    lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Judged),
    ({ page }) => page,
  )
  for (const [group, judged] of byPage) {
    if (!corpus.has(group)) continue
    const url = 'https://example.org/'
    const page: NamedPage = { ...parsePage(decodeText(corpus.read(group), null, 'html').text, { url }), url }
    const label: Labeller = (a, b) => {
      const here = judged.filter(({ from, to }) => overlap(a, from) && overlap(b, to))
      return {
        labels: new Map(here.map(({ type, is_right }) => [type, is_right ? 1 : 0])),
        facts: new Map(),
        other: -1,
      }
    }
    for (const one of sentencesWithEnds(page, namesOf(page, tagger), tagger.words)) {
      for (const pair of candidatePairs(one.ends)) push(examples, { set: 'judged', group }, one, pair, { label })
    }
  }
  return examples
}
