import type { ClaimedPage } from '../queue/claimed-page.ts'
import { RepeatedBlocks } from '../reader/blocks/site-blocks.ts'
import type { ReadPage } from '../reader/read-page/parse-threads.ts'
import { groupOf, isPlainer, newcomersKey, sayingKey } from './address-groups.ts'
import type { FrontierCrawl } from './frontier-crawl.ts'
import { noteVariant, type Worth } from './group-budget.ts'
import { selectKnownContents, selectReadAddresses } from './queries.ts'
import type { SiteGroups } from './site-groups.ts'
import { addToGroup, addToSite, type Said, sayingsOf } from './text-sketch.ts'

// What a page that was read for the first time is worth to its group of addresses: whether it says something new.

/**
 * How much of a page has to be new, compared with its group: a part of it, or so many words where all the rest is what
 * the pages of such a group have in common. It is compared with the whole site too where its group has said nothing
 * new yet, and where there is a plainer address: a page for the printer has an address of another shape than the page.
 */
const novelty = { share: 0.4, share_with_parameters: 0.5, words: 40, share_on_site: 0.13 }

export interface KnownContents {
  /** The groups of pages that say the same, by what they say. */
  groups: Map<string, { key: string; host: string }[]>
  /** Addresses that pages have without their parameters or tokens, and that are pages of their own. */
  plain_urls: Set<string>
}

export type PageContent = Pick<ReadPage, 'text' | 'blocks' | 'content_hash'>

const textCharsLeast = 100

/** Lists without a text of their own all say the same, and are not the same. */
function hasText({ blocks }: PageContent): boolean {
  let chars = 0
  for (const { is_main, start, end } of blocks) if (is_main) chars += end - start
  return chars >= textCharsLeast
}

/** Of pages that were read for the first time. */
export async function knownContents(
  { tx, domain_id }: FrontierCrawl,
  read: { page: Pick<ClaimedPage, 'url'>; content: PageContent }[],
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

export function worthOf(
  content: PageContent,
  page: Pick<ClaimedPage, 'group_key' | 'host' | 'url'>,
  groups: SiteGroups,
  known: KnownContents,
): Worth {
  const { group_key: key, host, url } = page
  const isKnown = isRepetition(content, page, groups, known)
  const group = groups.take(sayingKey(key), host)
  const site = groups.site(host)
  const sayings = sayingsOf(ownTexts(content, site?.common_blocks ?? null))
  const inGroup = addToGroup(group.sayings, sayings)
  group.sayings = inGroup.filter
  groups.touch(group)
  const onSite = addToSite(site?.sayings ?? null, sayings)
  groups.changeSite(host, { sayings: onSite.filter })
  const hasPlainer = known.plain_urls.has(groupOf(url).plain_url ?? '')
  if (isKnown || (hasPlainer && onSite.new_share < novelty.share_on_site)) return 'copied'
  const hasSaid = ({ new_share, new_words }: Said) => new_share > novelty.share || new_words > novelty.words
  if (group.novel === 0 && !hasSaid(onSite)) return 'similar'
  if (key.includes('?')) return inGroup.new_share > novelty.share_with_parameters ? 'novel' : 'similar'
  return hasSaid(inGroup) ? 'novel' : 'similar'
}

/** Of two addresses that say the same, the simpler one is no repetition, even where it comes later. */
function isRepetition(
  content: PageContent,
  { group_key: key, host }: Pick<ClaimedPage, 'group_key' | 'host'>,
  groups: SiteGroups,
  known: KnownContents,
): boolean {
  const others = (known.groups.get(content.content_hash) ?? []).filter((other) => other.host === host)
  // The next page of this batch that says the same is a repetition.
  if (hasText(content)) known.groups.set(content.content_hash, [...others, { key, host }])
  if (!others.every((other) => isPlainer(key, other.key))) return true
  for (const other of others) {
    for (const name of [other.key, newcomersKey(other.key)]) {
      const group = groups.get(name)
      if (!group) continue
      noteVariant(group)
      groups.touch(group)
    }
  }
  return false
}

/** What a page says itself: links are said by where they lead. */
function* ownTexts({ text, blocks }: PageContent, commonBlocks: Uint8Array | null): Generator<string> {
  const common = RepeatedBlocks.of(commonBlocks)
  const own = blocks.filter(({ hash }) => !common.has(hash))
  const said = own.filter(({ link_share }) => link_share < 0.5)
  for (const { start, end } of said.length > 0 ? said : own) yield text.slice(start, end)
}
