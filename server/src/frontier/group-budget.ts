import { isParametric, pathFamily } from './address-groups.ts'

// How many pages a group of addresses may take. What says something new is followed to its end. A page that says what
// is known, and leads to more of its kind, costs: it puts its group into debt, and it takes from what the whole site
// may waste, which is a small part of the page budget. A group in debt may go on while it owes less than what is left,
// so that one trap cannot use up what others need. When nothing is left, groups that have said something new go on, and
// those that nothing is known of are still tried.
//
// What leads to nothing new cannot be endless, however much its pages are alike: it costs nothing.
//
// Texts that a machine makes up are always new. What gives a maze away is where it leads: every one of its pages to
// many more that nobody knew, none of them to each other, and none to an end.

export interface GroupRecord {
  key: string
  /** Pages that were taken of it and are not settled. */
  open: number
  /** Pages that were worth nothing, less what others were worth since. */
  debt: number
  /** How much of the debt is owed only as long as it looks like a maze. */
  doubted: number
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
  ...{ key, open: 0, debt: 0, doubted: 0, settled: 0, novel: 0, openers: 0, continued: 0 },
  ...{ links: 0, links_known: 0, links_known_least: null },
})

/**
 * What a page was worth to its group: it said something new, or little that is new, or what another page says, or it
 * only feigned to be there (a soft 404). Failed: it could not be read, which says nothing of the others.
 */
export type Worth = 'novel' | 'similar' | 'copied' | 'feigned' | 'failed'

/** The links of a page: to known and to new addresses of its own group, and how many are new at all. */
export interface PageLinks {
  known: number
  fresh: number
  opened: number
}

/** How much of a site may be wasted: a part of the budget, and a little more where the site has much to say. */
export function wasteMax(maxPages: number, novelPages: number): number {
  return Math.min(Math.max(0.01 * maxPages, 12), 100) + novelPages / 200
}

/** It has not said anything new yet: its family answers for it. */
export const isNewcomer = ({ novel }: GroupRecord): boolean => novel === 0
/** Nearly all of its pages say something new. */
export const isProven = ({ novel, settled, debt }: GroupRecord): boolean =>
  debt <= 0 && settled > carefulPages && novel >= 0.8 * settled
/** So many pages of a group show what it is worth. */
const carefulPages = 2

/** New links on a page, at least, by which it counts as leading to many. */
const manyLinks = 5
const goodwillMax = 3

/** The group after one more of its pages was settled. Says how much more of the site was wasted, or less. */
export function noteSettled(group: GroupRecord, worth: Worth, links: PageLinks): number {
  if (worth === 'failed') {
    noteFailed(group)
    return 0
  }
  // A name of which nothing is known may lead to any number of others, and one view of a list to all others.
  const fresh = isNewcomer(group) || group.key.includes('?') ? links.opened : links.fresh
  group.links += links.known + links.fresh
  group.links_known += links.known
  group.links_known_least = Math.min(group.links_known_least ?? links.known, links.known)
  if (links.fresh >= manyLinks) group.openers++
  const wasted = settle(group, worth, fresh, links.fresh < manyLinks)
  return wasted + doubt(group, worth === 'novel' && links.fresh >= manyLinks)
}

/** A family after a page of one of its groups was settled. One bad group says little about the others. */
export function noteSettledInFamily(family: GroupRecord, group: GroupRecord, worth: Worth, links: PageLinks): void {
  const isTelling = group.settled <= carefulPages || pathFamily(group.key) === family.key
  if (isTelling && worth !== 'failed') settle(family, worth, links.opened, links.fresh < manyLinks)
  else noteFailed(family)
}

/** What could not be read says nothing: what looked like a maze still does. */
function noteFailed(group: GroupRecord): void {
  if (looksLikeMaze(group)) group.openers++
  group.settled++
  group.open = Math.max(0, group.open - 1)
}

function settle(group: GroupRecord, worth: Exclude<Worth, 'failed'>, fresh: number, isEarning: boolean): number {
  group.open = Math.max(0, group.open - 1)
  group.settled++
  if (worth !== 'novel') {
    if (fresh > 0) group.continued++
    else if (isFree(group, worth)) return 0
    group.debt++
    return 1
  }
  group.novel++
  // One page of a calendar is always new.
  if (isEarning && !(isParametric(group.key) && group.novel === 1)) group.debt = Math.max(group.debt - 2, -goodwillMax)
  return 0
}

/** What leads to nothing new is free, unless others of its group lead on and on. */
function isFree(group: GroupRecord, worth: Exclude<Worth, 'failed'>): boolean {
  return worth !== 'feigned' && 4 * group.continued <= group.novel && !(worth === 'copied' && isVariant(group))
}

/** Its addresses are other names of plainer ones. */
const isVariant = ({ key }: GroupRecord) => /[?~]/.test(key)

/** Pages that lead to many are owed until there is an end to it, or until they refer to each other. */
function doubt(group: GroupRecord, isOpener: boolean): number {
  const owed = looksLikeMaze(group) ? group.doubted + (isOpener ? 1 : 0) : 0
  const change = owed - group.doubted
  group.doubted = owed
  group.debt += change
  return change
}

/** On a site, pages refer to each other. What all of them refer to is how a site is built, not what it knows. */
function looksLikeMaze(group: GroupRecord): boolean {
  if (group.openers < 0.9 * group.settled) return false
  const common = group.settled * (group.links_known_least ?? 0)
  return group.links_known - common < (group.links - common) / 20
}

/** One of its pages led to one of another group that said something new. Says how much less was wasted. */
export function noteLedToNovel(group: GroupRecord): number {
  if (group.debt <= group.doubted) return 0
  group.debt--
  return 1
}

/** One of its pages turned out to be another name of a page that has a simpler one. */
export function noteVariant(group: GroupRecord): void {
  group.novel = Math.max(0, group.novel - 1)
  group.debt += 2
}

/** What a site may waste, and what is left of it. */
export interface Waste {
  max: number
  left: number
}

/** How many more pages may be taken now. The first show what the others are worth, whatever was wasted before. */
export function allowance(group: GroupRecord, { max, left }: Waste): number {
  if (isUnknown(group)) return Math.max(0, carefulPages - group.settled - group.open)
  const sure = group.debt > 0 ? 0 : Math.min(group.settled, Math.max(max / 4 - carefulPages, carefulPages))
  // The last of it is for those that have not shown yet what they are worth.
  const owed = group.debt > 0 ? group.debt + max / 4 : group.debt
  return Math.max(0, Math.floor(Math.min(Math.max(left, 0) - owed, carefulPages + sure)) - group.open)
}

export const isUnknown = ({ settled }: GroupRecord): boolean => settled < carefulPages

/** How it ends shows where it is deepest. */
export function isDoubtful({ debt }: GroupRecord): boolean {
  return debt > 1
}
