import { isModifier, isParametric } from './address-groups.ts'

// How many pages a group of addresses may take. It begins with a few; a page that says something new earns the next
// ones, a page that repeats what is known earns nothing. Addresses with parameters also need the credit of all others
// on the site that have the same ones: `?print=1` is worth as little on the hundredth path as on the first.
//
// Texts that a machine makes up are always new. What gives a maze away is where it leads: every one of its pages to
// many more that nobody knew, none of them to each other, and none to an end.

export interface GroupRecord {
  key: string
  /** Pages that it may take. */
  credit: number
  /** Pages that were read, and of those how many said something new, and how many led to many new addresses. */
  settled: number
  novel: number
  openers: number
  /** Links on its pages to others of it, how many of them had been known, and the fewest on a page. */
  links: number
  links_known: number
  links_known_least: number | null
}

/**
 * What a page was worth to its group: it said something new, or little that is new, or what another page says, or it
 * only feigned to be there (a soft 404). Failed: it could not be read, which says nothing of the others.
 */
export type Worth = 'novel' | 'similar' | 'copied' | 'feigned' | 'failed'

/** What a group has to begin with. */
export function firstPages(maxPages: number): number {
  return Math.min(Math.max(Math.ceil(maxPages / 1000), 3), 8)
}

/** New links on a page, at least, by which it counts as leading to many. */
const manyLinks = 5

/** The links of a page: to known and to new addresses of its own group, and how many are new at all. */
export interface PageLinks {
  known: number
  fresh: number
  opened: number
}

/** The group after one more of its pages was settled. */
export function noteSettled(group: GroupRecord, worth: Worth, links: PageLinks, maxPages: number): void {
  group.links += links.known + links.fresh
  group.links_known += links.known
  group.links_known_least = Math.min(group.links_known_least ?? links.known, links.known)
  if (links.fresh >= manyLinks) group.openers++
  count(group, worth)
  earn(group, earned(group, worth, links), creditMax(group, maxPages))
}

/** A family after one more page of one of its groups was settled. */
export function noteSettledInFamily(
  family: GroupRecord,
  group: GroupRecord,
  worth: Worth,
  links: PageLinks,
  creditMax: number,
): void {
  count(family, worth)
  const similar = links.opened === 0 ? 1 : 0
  const novel = isModifier(group.key) ? 1 : newcomerPages
  earn(family, { novel, similar, copied: 0, feigned: 0, failed: 1 }[worth], creditMax)
}

function count(group: GroupRecord, worth: Worth): void {
  if (worth !== 'failed') group.settled++
  if (worth === 'novel') group.novel++
}

function earn(group: GroupRecord, pages: number, max: number): void {
  group.credit = Math.min(group.credit + pages, Math.max(max, group.credit))
}

function earned(group: GroupRecord, worth: Worth, links: PageLinks): number {
  if (worth !== 'novel') return isHarmless(group, worth, links) ? 1 : 0
  if (links.fresh >= manyLinks) return 1
  if (!isParametric(group.key)) return 3
  // One page of a calendar is always new.
  return group.novel === 1 ? 1 : 3
}

const copiesMax = 10

/**
 * What leads to no more of its own kind cannot be endless: dead links, pages that are much alike, and copies of others as long as they are
 * few; unless others of the group lead on and on.
 */
function isHarmless(group: GroupRecord, worth: Worth, links: PageLinks): boolean {
  if (worth === 'failed') return true
  if (worth === 'feigned' || links.fresh > 0 || isDoubtful(group) || /[?~]/.test(group.key)) return false
  return worth === 'similar' || group.settled - group.novel <= copiesMax + group.novel / 2
}

/** Many of its pages lead on, and not many more say something new. */
function isDoubtful({ openers, novel }: GroupRecord): boolean {
  return openers > 1 && novel < 4 * openers
}

/** What was earned long ago says little about a group that goes on and on. */
function creditMax({ key }: GroupRecord, maxPages: number): number {
  return firstPages(maxPages) + (isParametric(key) ? 2 : 3)
}

/** One of its pages turned out to be another name of a page that has a simpler one. */
export function noteVariant(group: GroupRecord): void {
  group.novel = Math.max(0, group.novel - 1)
  group.credit -= 2
}

/** Until then it lives on what all groups of its kind have. */
export function isNewcomer({ novel }: GroupRecord): boolean {
  return novel === 0
}

/** So many pages show what it is worth; they come back when it is worth something. */
export const newcomerPages = 2

/** What a family has to begin with, and at most. */
export const familyFirst = 2
export const familyMax = (maxPages: number): number => firstPages(maxPages) + 2

/** What the newcomers of a host have to begin with, and at most. */
export const newcomersFirst = (maxPages: number): number => 2 * firstPages(maxPages)

/** A site that has much to say is trusted with something new now and then. */
export const novelPerNewcomer = 50

/** How many more pages may be taken now. Where many lead on and few say anything, not many at a time. */
export function allowance(group: GroupRecord): number {
  if (isMaze(group)) return 0
  const leadsOn = group.openers > 1 && group.novel < 8 * group.openers
  return Math.max(0, leadsOn ? Math.min(group.credit, carefulPages) : group.credit)
}

const carefulPages = 2

/** All its pages lead to many others: how it ends shows where it is deepest. */
export function isSuspect({ settled, openers }: GroupRecord): boolean {
  return settled >= 3 && openers >= 0.9 * settled
}

/** On a site, pages refer to each other. What all of them refer to is how a site is built, not what it knows. */
function isMaze(group: GroupRecord): boolean {
  if (!isSuspect(group) || group.settled < 5) return false
  const common = group.settled * (group.links_known_least ?? 0)
  return group.links_known - common < (group.links - common) / 20
}
