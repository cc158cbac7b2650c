import { isParametric, pathFamily } from './address-groups.ts'

// The budget of a group: how many pages of one shape of address the crawl may take. A group whose pages say something
// new is followed to its end. A page that says nothing new and leads to more of its kind costs: it puts its group into
// debt, and it uses up what the whole site may waste, which is a small part of the page budget. A group in debt may go
// on while it owes less than what is left, so that one trap cannot use up what other groups need. When nothing is left,
// groups that have said something new go on, and unknown groups are still tried.
//
// A page that leads to nothing new costs nothing, however much it is like the others: such a group cannot be endless.
//
// A text that a machine makes up is always new. A maze shows in its links: each of its pages leads to many pages that
// were unknown, and its pages do not refer to each other.

export interface GroupRecord {
  key: string
  /** Pages that were taken of it and are not settled. */
  open: number
  /** Pages that said nothing new, less what novel pages have earned since. */
  debt: number
  /** The part of the debt that is owed only as long as the group looks like a maze. */
  maze_debt: number
  /** Pages that were settled, and of those how many said something new, and how many led to many new addresses. */
  settled: number
  novel: number
  openers: number
  /** Pages that said nothing new, and led to more of their kind. */
  continued: number
  /** Links on its pages to others of it, how many of them had been known, and the fewest on a page. */
  links: number
  links_known: number
  links_known_least: number | null
}

export const newGroup = (key: string): GroupRecord => ({
  ...{ key, open: 0, debt: 0, maze_debt: 0, settled: 0, novel: 0, openers: 0, continued: 0 },
  ...{ links: 0, links_known: 0, links_known_least: null },
})

/**
 * `novel`: the page says something new. `similar`: it says little that is new. `copied`: another page says the same.
 * `feigned`: it is a soft 404. `failed`: it could not be read, which tells nothing about its group.
 */
export type Novelty = 'novel' | 'similar' | 'copied' | 'feigned' | 'failed'

/** The links of a page: to known and to new addresses of its own group, and how many are new at all. */
export interface PageLinks {
  known: number
  fresh: number
  opened: number
}

/** How many pages of a site may be wasted: a part of the page budget, and a little more where the site says much. */
export function wasteMax(maxPages: number, novelPages: number): number {
  return Math.min(Math.max(0.01 * maxPages, 12), 100) + novelPages / 200
}

/** A newcomer has not said anything new yet: the budget of its family counts as well. */
export const isNewcomer = ({ novel }: GroupRecord): boolean => novel === 0
/** Nearly all pages of a proven group say something new. */
export const isProven = ({ novel, settled, debt }: GroupRecord): boolean =>
  debt <= 0 && settled > carefulPages && novel >= 0.8 * settled
/** After so many pages of a group its budget depends on their novelty. */
const carefulPages = 2

/** A page with at least so many new links leads to many. */
const manyLinks = 5
const goodwillMax = 3

/** Updates the group after one of its pages was settled. Returns by how much the waste of the site changes. */
export function noteSettled(group: GroupRecord, novelty: Novelty, links: PageLinks): number {
  if (novelty === 'failed') {
    noteFailed(group)
    return 0
  }
  // A newcomer may lead to any number of other groups, and one view of a list to all other views.
  const fresh = isNewcomer(group) || group.key.includes('?') ? links.opened : links.fresh
  group.links += links.known + links.fresh
  group.links_known += links.known
  group.links_known_least = Math.min(group.links_known_least ?? links.known, links.known)
  if (links.fresh >= manyLinks) group.openers++
  const wasted = settle(group, novelty, fresh, links.fresh < manyLinks)
  return wasted + updateMazeDebt(group, novelty === 'novel' && links.fresh >= manyLinks)
}

/** Updates a family after a page of one of its groups was settled. One bad group says little about the others. */
export function noteSettledInFamily(family: GroupRecord, group: GroupRecord, novelty: Novelty, links: PageLinks): void {
  const isTelling = group.settled <= carefulPages || pathFamily(group.key) === family.key
  if (isTelling && novelty !== 'failed') settle(family, novelty, links.opened, links.fresh < manyLinks)
  else noteFailed(family)
}

/** A failed page changes nothing: a group that looked like a maze still does. */
function noteFailed(group: GroupRecord): void {
  if (looksLikeMaze(group)) group.openers++
  group.settled++
  group.open = Math.max(0, group.open - 1)
}

function settle(group: GroupRecord, novelty: Exclude<Novelty, 'failed'>, fresh: number, isEarning: boolean): number {
  group.open = Math.max(0, group.open - 1)
  group.settled++
  if (novelty !== 'novel') {
    if (fresh > 0) group.continued++
    else if (isFree(group, novelty)) return 0
    group.debt++
    return 1
  }
  group.novel++
  // One page of a calendar is always new.
  if (isEarning && !(isParametric(group.key) && group.novel === 1)) group.debt = Math.max(group.debt - 2, -goodwillMax)
  return 0
}

/** A page that leads to nothing new is free, unless others of its group lead on and on. */
function isFree(group: GroupRecord, novelty: Exclude<Novelty, 'failed'>): boolean {
  return novelty !== 'feigned' && 4 * group.continued <= group.novel && !(novelty === 'copied' && isVariant(group))
}

/** The addresses of a variant are other names of plainer ones. */
const isVariant = ({ key }: GroupRecord) => /[?~]/.test(key)

/** Pages that lead to many are debt until the group ends, or until its pages refer to each other. */
function updateMazeDebt(group: GroupRecord, isOpener: boolean): number {
  const owed = looksLikeMaze(group) ? group.maze_debt + (isOpener ? 1 : 0) : 0
  const change = owed - group.maze_debt
  group.maze_debt = owed
  group.debt += change
  return change
}

/** The pages of an honest site refer to each other. Links that all of them have belong to the frame of the site. */
function looksLikeMaze(group: GroupRecord): boolean {
  if (group.openers < 0.9 * group.settled) return false
  const common = group.settled * (group.links_known_least ?? 0)
  return group.links_known - common < (group.links - common) / 20
}

/** A page of this group led to a novel page of another group. Returns how much less was wasted. */
export function noteLedToNovel(group: GroupRecord): number {
  if (group.debt <= group.maze_debt) return 0
  group.debt--
  return 1
}

/** A page of this group turned out to be the same as a page with a plainer address. */
export function noteVariant(group: GroupRecord): void {
  group.novel = Math.max(0, group.novel - 1)
  group.debt += 2
}

/** How many pages a site may waste, and how many of them are left. */
export interface Waste {
  max: number
  left: number
}

/** How many more pages the group may take now. Its first pages are always tried, whatever the site has wasted. */
export function allowance(group: GroupRecord, { max, left }: Waste): number {
  if (isUnknown(group)) return Math.max(0, carefulPages - group.settled - group.open)
  const sure = group.debt > 0 ? 0 : Math.min(group.settled, Math.max(max / 4 - carefulPages, carefulPages))
  // The last quarter is for groups that are still unknown.
  const owed = group.debt > 0 ? group.debt + max / 4 : group.debt
  return Math.max(0, Math.floor(Math.min(Math.max(left, 0) - owed, carefulPages + sure)) - group.open)
}

export const isUnknown = ({ settled }: GroupRecord): boolean => settled < carefulPages

/** A group in debt gives its deepest links next: they show soonest whether it ends. */
export function isInDebt({ debt }: GroupRecord): boolean {
  return debt > 1
}
