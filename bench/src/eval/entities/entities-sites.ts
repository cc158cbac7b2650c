import { join } from 'node:path'
import type { BaseKind } from '../../../../server/src/facts/claim.ts'
import { foldName } from '../../../../server/src/language/fold-name.ts'
import { readNames } from '../../../../server/src/reader/names/read-names.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import type { Row } from '../../measurement.ts'
import { type Corpus, CorpusMissing, Score, scoreRow } from '../evaluation.ts'
import { leftOutSites, withoutNames } from '../left-out-sites.ts'

// Whole sites with some of the names that are on them. What else is found may be right too, so there is no precision.

const goldKinds: Record<string, BaseKind> = {
  persons: 'person',
  organizations: 'object',
  locations: 'location',
  events: 'event',
}

type Gold = Record<string, { name: string }[]>

export function siteRows(corpus: Corpus, progress: (text: string) => void): Row[] {
  try {
    return corpus.list('sites').flatMap((site) => {
      progress(site)
      return leftOutSites.has(site) ? rowsOf(corpus, site).map(withoutNames) : rowsOf(corpus, site)
    })
  } catch (error) {
    if (error instanceof CorpusMissing) return []
    throw error
  }
}

function rowsOf(corpus: Corpus, site: string): Row[] {
  const found = namesOf(corpus, site)
  const gold = JSON.parse(corpus.read(`sites/${site}/gold.json`).toString('utf8')) as Gold
  return Object.entries(goldKinds).flatMap(([list, kind]) => {
    const score = new Score()
    for (const name of new Set((gold[list] ?? []).map((entry) => entry.name))) {
      score.add(name, found.has(`${kind} ${foldName(name)}`))
    }
    return scoreRow(`${site}, ${list} found`, { ours: score })
  })
}

function namesOf(corpus: Corpus, site: string): Set<string> {
  const found = new Set<string>()
  for (const path of pagesIn(corpus, `sites/${site}/www`)) {
    const html = decodeText(corpus.read(path), null, 'html').text
    const page = parsePage(html, { url: `https://${path.slice('sites/'.length).replace('/www/', '/')}` })
    for (const claim of readNames(page)) {
      if (claim.type !== 'entity') continue
      for (const name of [claim.name, ...claim.aliases]) found.add(`${claim.kind} ${foldName(name)}`)
    }
  }
  return found
}

export function pagesIn(corpus: Corpus, folder: string): string[] {
  return corpus.list(folder).flatMap((name) => {
    const path = join(folder, name)
    if (/\.html?$/.test(name)) return [path]
    return /\.\w+$/.test(name) ? [] : pagesIn(corpus, path)
  })
}
