import type { Transaction } from '../../platform/db/database.ts'
import type { ClaimedPage } from '../../queue/claimed-page.ts'
import { RepeatedBlocks } from '../../reader/blocks/site-blocks.ts'
import type { ReadPage } from '../../reader/read-page/packed-page.ts'
import { groupOf, isModifier, isPlainer, sketchKey } from './address-groups.ts'
import { selectKnownContents, selectReadAddresses } from './queries.ts'
import type { SiteGroups } from './site-groups.ts'
import { addData, addToGroup, addToSite, dataOf, type SketchComparison, sketchOf } from './text-sketch.ts'
import { type Novelty, noteVariant } from './trap-score.ts'

// The novelty of a page that was read for the first time: whether it says something that its group has not said.

/**
 * How much of a page must be new, compared with its group, for the page to be novel: a share of it, unless that is only
 * a few words (the name of a month), or many words where the rest is what the pages of the group have in common. A page is compared with the whole site as well where its
 * group has said nothing new yet, and where a plainer address is a page: a page for the printer has an address of
 * another shape than the page itself.
 */
const noveltyLeast = { share: 0.4, share_with_parameters: 0.5, share_words: 8, words: 40, share_on_site: 0.13 }

export interface KnownContents {
  /** The groups of pages with the same content, by its hash. */
  groups: Map<string, { key: string; host: string }[]>
  /** Addresses without parameters or tokens that are pages of their own. */
  plain_urls: Set<string>
}

export type ComparedContent = Pick<ReadPage, 'text' | 'blocks' | 'content_hash'>

const textCharsLeast = 100

/** Lists without a text of their own have the same (empty) content, and are not the same page. */
function hasText({ blocks }: ComparedContent): boolean {
  let chars = 0
  for (const { is_main, start, end } of blocks) if (is_main) chars += end - start
  return chars >= textCharsLeast
}

/** Loads what the novelty of these pages, read for the first time, depends on. */
export async function knownContents(
  { tx, domain_id }: { tx: Transaction; domain_id: string },
  read: { page: Pick<ClaimedPage, 'url'>; content: ComparedContent }[],
): Promise<KnownContents> {
  const known: KnownContents = { groups: new Map(), plain_urls: new Set() }
  const hashes = read.filter(({ content }) => hasText(content)).map(({ content }) => content.content_hash)
  if (hashes.length > 0) {
    for (const { content_hash, group_key, host } of await selectKnownContents(tx, domain_id, hashes)) {
      known.groups.set(content_hash, [...(known.groups.get(content_hash) ?? []), { key: group_key, host }])
    }
  }
  const plain = read.flatMap(({ page }) => groupOf(page.url).plain_url ?? [])
  if (plain.length > 0) known.plain_urls = new Set(await selectReadAddresses(tx, domain_id, plain))
  return known
}

export function noveltyOf(
  content: ComparedContent,
  page: Pick<ClaimedPage, 'group_key' | 'host' | 'url'>,
  groups: SiteGroups,
  known: KnownContents,
): Exclude<Novelty, 'soft_404' | 'failed'> {
  const { group_key: key, host, url } = page
  const isKnown = isRepetition(content, page, groups, known)
  const group = groups.take(sketchKey(key), host)
  const site = groups.site(host)
  const { said, listed } = ownTexts(content, site?.common_blocks ?? null)
  // Lists of links count only where there is nothing else.
  const sketch = sketchOf(said.length > 0 ? said : listed)
  const inGroup = addToGroup(group.text_sketch, sketch)
  const hasData = addData(inGroup.filter, dataOf(said, url)) && !isModifier(key) && groups.believesData(host)
  group.text_sketch = inGroup.filter
  groups.touch(group)
  const onSite = addToSite(site?.text_sketch ?? null, sketch)
  groups.changeSite(host, { text_sketch: onSite.filter })
  const hasPlainer = known.plain_urls.has(groupOf(url).plain_url ?? '')
  if (isKnown || (hasPlainer && onSite.new_share < noveltyLeast.share_on_site)) return 'duplicate'
  const hasNewShare = ({ new_share, new_words }: SketchComparison, least: number) =>
    new_share > least && new_words >= noveltyLeast.share_words
  const isNew = (said: SketchComparison) => hasNewShare(said, noveltyLeast.share) || said.new_words > noveltyLeast.words
  const isNovel = (() => {
    if (group.novel === 0 && !isNew(onSite)) return false
    return key.includes('?') ? hasNewShare(inGroup, noveltyLeast.share_with_parameters) : isNew(inGroup)
  })()
  return isNovel ? 'novel' : hasData ? 'varied' : 'near_duplicate'
}

/** Of two addresses with the same content, the plainer one is no repetition, even where it comes later. */
function isRepetition(
  content: ComparedContent,
  { group_key: key, host }: Pick<ClaimedPage, 'group_key' | 'host'>,
  groups: SiteGroups,
  known: KnownContents,
): boolean {
  const others = (known.groups.get(content.content_hash) ?? []).filter((other) => other.host === host)
  // The next page of this batch that says the same is a repetition.
  if (hasText(content)) known.groups.set(content.content_hash, [...others, { key, host }])
  if (!others.every((other) => isPlainer(key, other.key))) return true
  for (const other of others) {
    const group = groups.get(other.key)
    if (!group) continue
    group.novel = Math.max(0, group.novel - 1)
    groups.touch(group)
    const answering = groups.answering(other.key, host)
    groups.changeScore(answering, noteVariant(answering))
  }
  return false
}

/** The texts of a page that its site does not repeat on every page: what it says, and its lists of links. */
function ownTexts({ text, blocks }: ComparedContent, commonBlocks: Uint8Array | null) {
  const common = RepeatedBlocks.of(commonBlocks)
  const [said, listed]: [string[], string[]] = [[], []]
  for (const { hash, link_share, start, end } of blocks) {
    if (!common.has(hash)) (link_share < 0.5 ? said : listed).push(text.slice(start, end))
  }
  return { said, listed }
}
