import type { Row } from '../../measurement.ts'
import { examplesOf, leaveSitesOut } from '../../train/names/name-confidence-learn.ts'
import type { Evaluation } from '../evaluation.ts'
import { type Entity, readEntities } from './graphs.ts'
import { type LabelledSite, labelledSites } from './labelled-sites.ts'
import { crawlWholeSites } from './whole-sites.ts'

// Of the entities with a confidence of 0.8, about 80 % should be right. Only of some sites that can be told
// (labelled-sites.ts). What is shipped was learned on most of them, so the names of each site are also held against weights
// that were learned without it.

const buckets = [0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]
/** The values of `min_confidence` to choose from. */
const floors = [0.5, 0.7, 0.8, 0.9]
/** A share may differ this much from what was said. */
const leeway = 7
/** A share of fewer names than this says little. */
const leastNames = 30

interface Sure {
  confidence: number
  right: boolean
}

export const confidence: Evaluation = {
  name: 'confidence',
  describe: 'whether of the entities with a confidence of 0.8 about 80 % are right',
  async run({ corpus, progress }) {
    const sites = labelledSites(corpus)
    const found = await crawlWholeSites(sites, async (site, domain, key) => {
      progress(site.host)
      const { host, isLearned, isRight } = site as LabelledSite
      return ((await readEntities(domain, key)) as (Entity & { confidence: number })[]).flatMap((entity) => {
        const right = isRight(entity)
        return right === undefined ? [] : [{ confidence: entity.confidence, right, isLearned, host }]
      })
    })
    const all = found.flat()
    const unlearned = all.filter(({ isLearned }) => !isLearned)
    progress('weights without each site')
    const leftOut = leaveSitesOut(sites.filter(({ isLearned }) => !isLearned).flatMap(examplesOf))
    const whole = new Set(sites.flatMap(({ host, isWhole }) => (isWhole ? [host] : [])))
    return [
      ...rowsOf('names, their site left out', leftOut),
      ...rowsOf(
        'names of whole sites, their site left out',
        leftOut.filter(({ host }) => whole.has(host)),
      ),
      ...floorRows('names, their site left out', leftOut),
      ...rowsOf('entities', unlearned),
      ...floorRows('entities', unlearned),
      ...rowsOf(
        'entities of texts that the tagger has learned from',
        all.filter(({ isLearned }) => isLearned),
      ),
    ]
  },
}

function rowsOf(title: string, names: Sure[]): Row[] {
  return buckets.flatMap((from, at) => {
    const to = buckets[at + 1] ?? 1.01
    const inside = names.filter((one) => one.confidence >= from && one.confidence < to)
    if (inside.length === 0) return []
    const said = (100 * inside.reduce((sum, one) => sum + one.confidence, 0)) / inside.length
    const share = shareOf(inside, inside.length)
    const measure = `${title}, confidence ${from.toFixed(2)} to ${Math.min(to, 1).toFixed(2)}: right`
    const target = { text: `${said.toFixed(0)} ± ${leeway} %`, met: Math.abs(share - said) <= leeway }
    return [
      { measure, unit: '%', ours: share, note: `of ${inside.length}`, ...(inside.length >= leastNames && { target }) },
    ]
  })
}

/** How many are right above a confidence, and how many of the right ones stay. */
function floorRows(title: string, names: Sure[]): Row[] {
  const right = names.filter((one) => one.right).length
  return [0, ...floors].map((floor) => {
    const kept = names.filter((one) => one.confidence >= floor)
    return {
      measure: `${title}, min_confidence ${floor}: right`,
      unit: '%',
      ours: shareOf(kept, kept.length),
      note: `of ${kept.length}; ${shareOf(kept, right).toFixed(1)} % of the right ones stay`,
    }
  })
}

const shareOf = (names: Sure[], of: number) => (of === 0 ? 0 : (100 * names.filter(({ right }) => right).length) / of)
