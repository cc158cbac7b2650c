import { isParametric } from './address-groups.ts'

// The trap score of a group of addresses. A trap is a group that keeps growing while nothing new is said: each of its pages
// leads to more of its kind. What has no end gets ever deeper when its deepest links are taken first; what ends, however
// broad it is, soon gets no deeper. So a page that says nothing new and leads on from a new depth raises the score of its
// group, and a page that says something new lowers it. Alike pages that lead to nothing new are finite: they change nothing,
// however many there are. Pages that say the same with data of their own (records) change nothing either, up to half of the
// page budget. `scoreRules` has it all, a row each.
//
// A group with a score is doubted, and so is one that grows and has said little so far (`doubts`). Its links are taken when
// nothing else is left, a few at a time, to see whether it ends, and what its pages lead to waits as well, unless that says
// something of its own. Doubted groups are held back when the scores of their site together are higher than a site may have:
// only then are links refused.
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
  /** How much the group looks like a trap: the sum of what `scoreRules` give, never below `maze_score`. */
  trap_score: number
  /** The part of the score that counts only as long as the group looks like a maze. */
  maze_score: number
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
  ...{ key, open: 0, settled: 0, novel: 0, varied: 0, openers: 0, grew: 0, trap_score: 0 },
  ...{ maze_score: 0, deepest: 0, quiet: 0, links: 0, links_known: 0, links_known_least: null, is_released: false },
})

/**
 * `novel`: the page says something new. `varied`: it says what others say with data of its own. `near_duplicate`: it says
 * little that is new. `duplicate`: another page says the same. `soft_404`: it says that it is not there. `failed`: it could
 * not be read, which tells nothing about its group.
 */
export type Novelty = 'novel' | 'varied' | 'near_duplicate' | 'duplicate' | 'soft_404' | 'failed'

/** The links of a page at a depth: to known and to new addresses of its own group, and to new addresses of its kind. */
export interface PageLinks {
  depth: number
  known: number
  fresh: number
  grown: number
  /** Whether some of the last links are never taken, because they are too deep or belong to a trap. */
  is_cut: boolean
}

/** An event in the life of a group: a page of it was settled, or something was learned about it from another group. */
interface Happening {
  group: GroupRecord
  what: Exclude<Novelty, 'failed'> | 'led_to_novel' | 'same_as_plainer'
  /** New addresses of their kind that the page led to. */
  grown: number
  /** The group gives at least one new page for every two, so it does not die out by itself. */
  isGrowing: boolean
  /** The group grows from a new depth, or from the depth at which the crawl ends. */
  isDeeper: boolean
}

interface ScoreRule {
  /** The events that the rule is about. */
  when: (happening: Happening) => boolean
  /** Change of the score. */
  change: number | ((group: GroupRecord) => number)
}

/** A page with at least so many new links leads to many. */
const manyLinks = 5

/** Views of one path lead to each other in all directions, so they get no deeper however many there are. */
const isOfManyViews = ({ group, grown }: Happening) => group.key.includes('?') && grown >= manyLinks
/** The first page of a group of numbered addresses proves nothing: that of a calendar is new too. */
const isFirstOfNumbered = ({ group }: Happening) => isParametric(group.key) && group.novel === 1
/** The addresses of a variant are other names of plainer ones. */
const isVariant = ({ group }: Happening) => /[?~]/.test(group.key)

/**
 * What makes a group suspicious, and what clears it: the first row that fits counts. A tree of alike pages costs its height,
 * whatever its breadth.
 */
const scoreRules: ScoreRule[] = [
  // The page says something new, and is no list of many more.
  { when: (one) => one.what === 'novel' && one.grown < manyLinks && !isFirstOfNumbered(one), change: -2 },
  // Each choice of a filter may show something else; all of them together say little.
  { when: (one) => one.what === 'novel' && isOfManyViews(one), change: 1 },
  { when: ({ what }) => what === 'novel', change: 0 },
  // The group led to a page of another group that says something of its own.
  { when: ({ what }) => what === 'led_to_novel', change: -1 },
  // A page of the group turned out to be the same as one with a plainer address.
  { when: ({ what }) => what === 'same_as_plainer', change: 2 },
  // The page says nothing of its own and leads deeper. The change grows with the number of such pages before it.
  {
    when: (one) => one.isDeeper && (one.what !== 'varied' || isOfManyViews(one)),
    change: ({ quiet }) => Math.min(1 + quiet, 3),
  },
  { when: ({ what }) => what === 'soft_404', change: 1 },
  { when: (one) => one.what === 'duplicate' && isVariant(one), change: 1 },
  // One more of many views that say nothing new.
  { when: (one) => one.isGrowing && isOfManyViews(one), change: 1 },
]

/** Change of both scores for a page that says something new and leads to many, while the group looks like a maze. */
const mazeChange = 1

/** A group that grows is no longer doubted after so many pages that say something new. */
const provenPages = 4

/** The reasons to doubt a group: all conditions of one row. */
const doubts: { column: 'trap_score' | 'grew' | 'novel'; is: '<' | '>'; than: number }[][] = [
  [{ column: 'trap_score', is: '>', than: 0 }],
  [
    { column: 'grew', is: '>', than: 0 },
    { column: 'novel', is: '<', than: provenPages },
  ],
]

export const isDoubted = (group: GroupRecord): boolean =>
  !group.is_released &&
  doubts.some((row) => row.every(({ column, is, than }) => (is === '>' ? group[column] > than : group[column] < than)))

/** The same as a condition of a statement over `page_groups`. */
export const isDoubtedInSql = `(not is_released and (${doubts
  .map((row) => `(${row.map(({ column, is, than }) => `${column} ${is} ${than}`).join(' and ')})`)
  .join(' or ')}))`

/**
 * The sum of scores that a site may have before a group of it is held back: with the first pages of each group, a trap costs
 * at most a twentieth of the page budget. Where the budget is small, a site that has said little so far may have more for
 * what is numbered: three years of months that lead from one to the next must be read to know that they end.
 */
export function siteScoreMax(maxPages: number, novelPages: number, key: string): number {
  const least = novelPages < smallSite && isParametric(key) ? Math.max(8, Math.min(36, maxPages / 2)) : 8
  return Math.max(0.03 * maxPages - 4, 0.04 * maxPages - 20, least)
}
const smallSite = 100

/** The part of the page budget for which a site's pages that differ only in their data are believed. */
export const variedShare = 0.5

/** After so many pages of a group it shows what the group is. */
const carefulPages = 2

/** Whether pages of the group mostly say something of their own: then it does not matter where its links were found. */
export const saysMuch = ({ settled, novel, varied }: GroupRecord): boolean =>
  settled > 0 && 2 * (novel + varied) >= settled

/** Whether a page is known to say something new: the first pages of a group are new in any case. */
export const isTelling = ({ key, novel }: GroupRecord, novelty: Novelty): boolean =>
  novelty === 'novel' && novel >= (isParametric(key) ? provenPages : 1)

/** Updates the group after one of its pages was settled. Returns by how much its score changed. */
export function noteSettled(group: GroupRecord, novelty: Novelty, links: PageLinks): number {
  const before = group.trap_score
  group.open = Math.max(0, group.open - 1)
  if (novelty === 'failed') {
    // A failed page says nothing and leads nowhere; a group that looked like a maze still does.
    if (looksLikeMaze(group)) group.openers++
    group.settled++
    group.quiet++
    return 0
  }
  countPage(group, novelty, links)
  const { grown, depth, is_cut } = links
  const isGrowing = grown > 0 && 2 * group.grew >= group.settled
  // A token has been put before pages of any depth.
  const isDeeper = isGrowing && (is_cut || depth > group.deepest || group.key.includes('~'))
  if (novelty !== 'novel' && grown === 0) group.quiet++
  const happening: Happening = { group, what: novelty, grown, isGrowing, isDeeper }
  changeScore(happening)
  if (novelty !== 'novel') {
    if (isDeeper) group.deepest = Math.max(depth, group.deepest)
    if (isDeeper || novelty === 'soft_404' || (novelty === 'duplicate' && isVariant(happening))) group.quiet = 0
  }
  updateMazeScore(group, novelty === 'novel' && links.fresh >= manyLinks)
  if (group.is_released) group.trap_score = 0
  return group.trap_score - before
}

function countPage(group: GroupRecord, novelty: Novelty, links: PageLinks): void {
  group.settled++
  group.links += links.known + links.fresh
  group.links_known += links.known
  group.links_known_least = Math.min(group.links_known_least ?? links.known, links.known)
  if (novelty === 'novel') group.novel++
  if (novelty === 'varied') group.varied++
  if (links.fresh >= manyLinks) group.openers++
  group.grew += links.grown
}

/** Applies the first rule that fits. What a maze has added stays until the group looks like none. */
function changeScore(happening: Happening): number {
  const { group } = happening
  const rule = scoreRules.find(({ when }) => when(happening))
  const change = typeof rule?.change === 'function' ? rule.change(group) : (rule?.change ?? 0)
  const before = group.trap_score
  const least = Math.min(before, group.maze_score)
  group.trap_score = Math.max(least, before + change)
  return group.trap_score - before
}

/** Pages that lead to many count until the group ends, or until its pages refer to each other. */
function updateMazeScore(group: GroupRecord, isOpener: boolean): void {
  const score = looksLikeMaze(group) ? group.maze_score + (isOpener ? mazeChange : 0) : 0
  group.trap_score += score - group.maze_score
  group.maze_score = score
}

/** The pages of an honest site refer to each other. Links that all of them have belong to the frame of the site. */
function looksLikeMaze(group: GroupRecord): boolean {
  if (group.openers < 0.9 * group.settled) return false
  const common = group.settled * (group.links_known_least ?? 0)
  return group.links_known - common < (group.links - common) / 20
}

/** A page of this group led to a page of another group that says something of its own. Returns the change of its score. */
export function noteLedToNovel(group: GroupRecord): number {
  return changeScore({ group, what: 'led_to_novel', grown: 0, isGrowing: false, isDeeper: false })
}

/** A page of this group turned out to be the same as a page with a plainer address. Returns the change of its score. */
export function noteVariant(group: GroupRecord): number {
  return changeScore({ group, what: 'same_as_plainer', grown: 0, isGrowing: false, isDeeper: false })
}

/** Whether the links of a doubted group are refused. A group with a low score is not held back for those of others. */
export function isHeld(group: GroupRecord, left: number): boolean {
  return isDoubted(group) && left <= 0 && group.trap_score > lowScore
}
const lowScore = 2

/** Whether the group was growing where the crawl may go no deeper: it has not ended, though no link of it is left. */
export function isCutOff({ deepest, trap_score }: GroupRecord, maxDepth: number): boolean {
  return deepest >= maxDepth && trap_score > lowScore
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
export function probe({ quiet, novel, trap_score, grew, settled }: GroupRecord): number {
  if (trap_score === 0) return 1 + quiet + novel
  return 1 + quiet + (grew === 0 ? Math.floor(settled / 8) : 0)
}
