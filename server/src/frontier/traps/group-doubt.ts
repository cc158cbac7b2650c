import { isParametric } from './address-groups.ts'

// Doubt about a group of addresses. A trap is a group that keeps growing while nothing new is said: each of its pages
// leads to more of its kind. What has no end gets ever deeper when its deepest links are taken first; what ends, however
// broad it is, soon gets no deeper. So a page that says nothing new and leads on from a new depth puts its group into
// debt, and a page that says something new pays debt back. Alike pages that lead to nothing new are finite: they cost
// nothing, however many there are. Pages that say the same with data of their own (records) put nothing into debt, up to
// half of the page budget.
//
// A group in debt is doubted, and so is one that grows and has said little so far. Its links are taken when nothing else
// is left, a few at a time, to see whether it ends, and what its pages lead to waits as well, unless that says something
// of its own. Groups in debt are held back when the debts of their site are more than the site may waste: only then are
// links refused.
//
// A text that a machine makes up is always new. A maze shows in its links: each of its pages leads to many pages that
// were unknown, and its pages do not refer to each other.

export interface GroupRecord {
  key: string
  /** Pages that were taken of it and are not settled. */
  open: number
  /** Pages that were settled; of those, how many said something new, had data of their own, led to many new addresses. */
  settled: number
  novel: number
  varied: number
  openers: number
  /** New addresses of their kind that its pages led to. */
  grew: number
  /** How often it grew while nothing new was said, less what novel pages have paid back. */
  debt: number
  /** The part of the debt that is owed only as long as the group looks like a maze. */
  maze_debt: number
  /** How deep the deepest page lies that said nothing new and led on. */
  deepest: number
  /** Pages since it last went deeper that said nothing new and led to nothing new, or could not be read. */
  quiet: number
  /** Links on its pages to others of it, how many of them had been known, and the fewest on a page. */
  links: number
  links_known: number
  links_known_least: number | null
  /** A person lets it go on. */
  is_released: boolean
}

export const newGroup = (key: string): GroupRecord => ({
  ...{ key, open: 0, settled: 0, novel: 0, varied: 0, openers: 0, grew: 0, debt: 0 },
  ...{ maze_debt: 0, deepest: 0, quiet: 0, links: 0, links_known: 0, links_known_least: null, is_released: false },
})

/**
 * `novel`: the page says something new. `varied`: it says what others say with data of its own. `similar`: it says little
 * that is new. `copied`: another page says the same. `feigned`: it is a soft 404. `failed`: it could not be read, which tells nothing about its group.
 */
export type Novelty = 'novel' | 'varied' | 'similar' | 'copied' | 'feigned' | 'failed'

/** The links of a page at a depth: to known and to new addresses of its own group, and to new addresses of its kind. */
export interface PageLinks {
  depth: number
  known: number
  fresh: number
  grown: number
  /** Some of the last are never taken: they are too deep, or their addresses are those of a trap. */
  is_cut: boolean
}

/**
 * The debts that a site may have before a group of it is held back: with the first pages of each group, a trap costs at most a
 * twentieth of the page budget. Where the budget is small, a site that has said little so far may have more for what is numbered:
 * three years of months that lead from one to the next must be read to know that they end.
 */
export function wasteMax(maxPages: number, novelPages: number, key: string): number {
  const least = novelPages < smallSite && isParametric(key) ? Math.max(8, Math.min(36, maxPages / 2)) : 8
  return Math.max(0.03 * maxPages - 4, 0.04 * maxPages - 20, least)
}
const smallSite = 100

/** The part of the page budget for which a site's pages that differ only in their data are believed. */
export const variedShare = 0.5

/** After so many pages of a group it shows what the group is. */
const carefulPages = 2
/** A page with at least so many new links leads to many. */
const manyLinks = 5
/** A page that grows its group costs at most this. */
const chargeMax = 3

/** The same rule is in a statement (queries.ts). */
export const isDoubted = ({ debt, grew, novel, is_released }: GroupRecord): boolean =>
  !is_released && (debt > 0 || (grew > 0 && novel < provenPages))
/** A group that grows is no longer doubted after so many pages that say something new. */
export const provenPages = 4

/** Whether pages of the group mostly say something of their own: then it does not matter where its links were found. */
export const saysMuch = ({ settled, novel, varied }: GroupRecord): boolean =>
  settled > 0 && 2 * (novel + varied) >= settled

/** Whether a page is known to say something new: the first pages of a group are new in any case. */
export const isTelling = ({ key, novel }: GroupRecord, novelty: Novelty): boolean =>
  novelty === 'novel' && novel >= (isParametric(key) ? provenPages : 1)

/** Updates the group after one of its pages was settled. Returns by how much the debts of the site change. */
export function noteSettled(group: GroupRecord, novelty: Novelty, links: PageLinks): number {
  const before = group.debt
  group.open = Math.max(0, group.open - 1)
  if (novelty === 'failed') {
    // A failed page says nothing and leads nowhere; a group that looked like a maze still does.
    if (looksLikeMaze(group)) group.openers++
    group.settled++
    group.quiet++
    return 0
  }
  group.settled++
  group.links += links.known + links.fresh
  group.links_known += links.known
  group.links_known_least = Math.min(group.links_known_least ?? links.known, links.known)
  if (novelty === 'varied') group.varied++
  const isOpener = links.fresh >= manyLinks
  if (isOpener) group.openers++
  group.grew += links.grown
  if (novelty === 'novel') noteNovel(group, links.grown)
  else noteBarren(group, novelty, links)
  // Each choice of a filter may show something else; all of them together say little.
  if (novelty === 'novel' && isManyViews(group, links.grown)) group.debt++
  updateMazeDebt(group, novelty === 'novel' && isOpener)
  if (group.is_released) group.debt = 0
  return group.debt - before
}

function noteNovel(group: GroupRecord, grown: number): void {
  group.novel++
  // One page of a calendar is always new.
  if (grown < manyLinks && !(isParametric(group.key) && group.novel === 1))
    group.debt = Math.max(group.maze_debt, group.debt - 2)
}

/**
 * What has no end gets ever deeper when the deepest links are taken first, so only a page that leads on from a new depth
 * is charged, or from where the crawl may go no deeper: a tree costs its height, whatever its breadth.
 */
function noteBarren(
  group: GroupRecord,
  novelty: Exclude<Novelty, 'novel' | 'failed'>,
  { grown, depth, is_cut }: PageLinks,
): void {
  const isWorthless = novelty === 'feigned' || (novelty === 'copied' && isVariant(group))
  // A group dies out by itself when its pages lead to less than one new page each.
  const isGrowing = grown > 0 && 2 * group.grew >= group.settled
  // A token has been put before pages of any depth.
  const isDeeper = isGrowing && (is_cut || depth > group.deepest || group.key.includes('~'))
  if (grown === 0) group.quiet++
  const hasManyViews = isManyViews(group, grown)
  const isOwn = novelty === 'varied' && !hasManyViews
  if (isDeeper && !isOwn) group.debt += Math.min(1 + group.quiet, chargeMax)
  // Views of one path lead to each other in all directions, so they get no deeper however many there are.
  else if (isWorthless || (hasManyViews && isGrowing)) group.debt++
  if (isDeeper) group.deepest = Math.max(depth, group.deepest)
  if (isDeeper || isWorthless) group.quiet = 0
}

const isManyViews = ({ key }: GroupRecord, grown: number) => key.includes('?') && grown >= manyLinks

/** The addresses of a variant are other names of plainer ones. */
const isVariant = ({ key }: GroupRecord) => /[?~]/.test(key)

/** Pages that lead to many are debt until the group ends, or until its pages refer to each other. */
function updateMazeDebt(group: GroupRecord, isOpener: boolean): void {
  const owed = looksLikeMaze(group) ? group.maze_debt + (isOpener ? 1 : 0) : 0
  group.debt += owed - group.maze_debt
  group.maze_debt = owed
}

/** The pages of an honest site refer to each other. Links that all of them have belong to the frame of the site. */
function looksLikeMaze(group: GroupRecord): boolean {
  if (group.openers < 0.9 * group.settled) return false
  const common = group.settled * (group.links_known_least ?? 0)
  return group.links_known - common < (group.links - common) / 20
}

/** A page of this group led to a novel page of another group. Returns by how much the debts of the site change. */
export function noteLedToNovel(group: GroupRecord): number {
  if (group.debt <= group.maze_debt) return 0
  group.debt--
  return -1
}

/** A page of this group turned out to be the same as a page with a plainer address. */
export function noteVariant(group: GroupRecord): number {
  group.debt += 2
  return 2
}

/** Whether the links of a doubted group are refused. A group that owes little is not held back for what others owe. */
export function isHeld(group: GroupRecord, left: number): boolean {
  return isDoubted(group) && left <= 0 && group.debt > littleDebt
}
const littleDebt = 2

/** Whether the group was growing where the crawl may go no deeper: it has not ended, though no link of it is left. */
export function isCutOff({ deepest, debt }: GroupRecord, maxDepth: number): boolean {
  return deepest >= maxDepth && debt > littleDebt
}

/** How many links a group may give that is found nowhere but in groups without an end: enough to see what it says. */
export const sample = ({ settled, open }: GroupRecord): number => Math.max(0, samplePages - settled - open)
/** The first page of a group is always new, so two say too little. */
const samplePages = 4

/** How many links an undoubted group may give now: the more, the more of its pages have shown what it is. */
export function allowance({ settled, novel, grew, open, is_released }: GroupRecord): number {
  if (is_released) return Number.POSITIVE_INFINITY
  if (settled < carefulPages) return Math.max(0, carefulPages - settled - open)
  return Math.max(0, (grew === 0 ? 4 * settled : Math.max(carefulPages, novel)) - open)
}

/**
 * How many links a doubted group may give when nothing else is left: more where it says new things, or has not grown,
 * and the more of them were read the more at once, because the next one will hardly be other.
 */
export function probe({ quiet, novel, debt, grew, settled }: GroupRecord): number {
  if (debt === 0) return 1 + quiet + novel
  return 1 + quiet + (grew === 0 ? Math.floor(settled / 8) : 0)
}
