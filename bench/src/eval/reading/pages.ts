import { join } from 'node:path'
import { readCases } from '../../../../server/test/pages/page-case.ts'
import { readPageOf } from '../../../../server/test/pages/read-case.ts'
import { forbiddenFacts, Measures, scoreCase } from '../../../../server/test/pages/score.ts'
import type { Row } from '../../measurement.ts'
import type { Evaluation } from '../evaluation.ts'

// The pages that `npm test` has floors for, with all that is missed on them. Misses of held-out pages are not listed: whoever
// mends the reader by them has no pages left that tell what it is worth elsewhere.

const folder = join(import.meta.dirname, '../../../../server/test/pages')

export const pages: Evaluation = {
  name: 'pages',
  describe: 'pages of our own writing: main text, names and claims; lists what is missed (needs no corpus)',
  async run({ progress }) {
    const [all, open, heldOut] = [new Measures(), new Measures(), new Measures()]
    for (const pageCase of readCases(folder)) {
      const found = await readPageOf(pageCase)
      const isHeldOut = pageCase.expected.held_out === true
      const misses = scoreCase(pageCase, found, all)
      scoreCase(pageCase, found, isHeldOut ? heldOut : open)
      const forbidden = forbiddenFacts(pageCase, found).map((fact) => `never: ${fact}`)
      for (const miss of isHeldOut ? [] : [...forbidden, ...misses]) progress(`${pageCase.name}: ${miss}`)
    }
    return rowsOf(all, open, heldOut)
  },
}

function rowsOf(all: Measures, open: Measures, heldOut: Measures): Row[] {
  const halves = [open.figures(), heldOut.figures()] as const
  return [...all.figures()].map(([measure, { percent, count }]) => {
    const [here, there] = halves.map((half) => half.get(measure)?.percent.toFixed(1) ?? '–')
    return {
      measure: `pages, ${measure}`,
      unit: '%',
      ours: percent,
      note: `of ${count}; open ${here}, held out ${there}`,
    }
  })
}
