import { foldName } from '../../../../server/src/language/fold-name.ts'
import { get } from '../../api.ts'
import type { Row } from '../../measurement.ts'
import { type Evaluation, Score, scoreRow } from '../evaluation.ts'
import { type Entity, readEntities } from './graphs.ts'
import { crawlWholeSites, wholeSites } from './whole-sites.ts'

// Names of people and organizations of whole sites, misspelt as people misspell them: whether the search gives the one that was meant
// first.

const namesPerSite = 50

export const search: Evaluation = {
  name: 'search',
  describe: 'misspelt names of whole sites: whether the one that was meant comes first',
  async run({ corpus, isWanted, progress }) {
    const sites = wholeSites(corpus).filter(({ host }) => isWanted(host))
    const [all, amongThree] = [new Score(), new Score()]
    const rows: Row[][] = await crawlWholeSites(sites, async ({ host }, domain, key) => {
      progress(host)
      const score = new Score()
      for (const { name, asked } of misspeltNames(await readEntities(domain, key))) {
        const { entities } = await get<{ entities: Entity[] }>(
          `${domain}/search?limit=3&q=${encodeURIComponent(asked)}`,
          key,
        )
        const place = entities.findIndex((one) => one.name === name)
        score.add(`${asked} (${entities[0]?.name.slice(0, 60) ?? '–'})`, place === 0)
        all.add(`${asked} on ${host}`, place === 0)
        amongThree.add(asked, place >= 0)
      }
      return scoreRow(`${host}, misspelt name first`, { ours: score, least: 95 })
    })
    return [
      ...scoreRow('all sites, misspelt name first', { ours: all, least: 95 }),
      ...scoreRow('all sites, misspelt name among three', { ours: amongThree }),
      ...rows.flat(),
    ]
  },
}

/** Every n-th name of two words or more that nobody else has, with one mistake, or two in a long one. */
function misspeltNames(entities: Entity[]): { name: string; asked: string }[] {
  const named = Map.groupBy(entities, ({ name }) => foldName(name))
  const fit = entities.filter(({ kind, name }) => {
    const isActor = kind === 'person' || kind === 'object'
    return (
      isActor && /^\p{L}+(?: \p{L}+){1,3}$/u.test(name) && name.length >= 8 && named.get(foldName(name))?.length === 1
    )
  })
  const step = Math.max(1, fit.length / namesPerSite)
  return Array.from({ length: Math.min(namesPerSite, fit.length) }, (_, at) => {
    const { name } = fit[Math.floor(at * step)] as Entity
    const once = misspell(name.toLowerCase(), at)
    return { name, asked: name.length >= 14 && at % 2 === 0 ? misspell(once, at + 7) : once }
  })
}

/** A letter doubled, left out, swapped with the next or replaced by another, never the first of a word. */
function misspell(name: string, seed: number): string {
  const places = [...name.matchAll(/(?<=\p{L})\p{L}/gu)].map(({ index }) => index)
  const at = places[(seed * 31 + 11) % places.length] as number
  const [before, letter, after] = [name.slice(0, at), name[at] as string, name.slice(at + 1)]
  switch (seed % 4) {
    case 0:
      return `${before}${letter}${letter}${after}`
    case 1:
      return `${before}${after}`
    case 2:
      return /^\p{L}/u.test(after) ? `${before}${after[0]}${letter}${after.slice(1)}` : `${before}${after}`
    default:
      return `${before}${letter === 'e' ? 'a' : 'e'}${after}`
  }
}
