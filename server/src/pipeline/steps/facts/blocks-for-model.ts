import { storedBlocksOf } from '../../../crawl/pages.ts'
import { repeatedBlocksOf } from '../../../frontier/links/frontier.ts'
import type { Judge } from '../../../gate/judge.ts'
import type { ClaimedPage } from '../../../queue/claimed-page.ts'
import type { RepeatedBlocks } from '../../../reader/blocks/site-blocks.ts'
import type { BlockMark, ReadPage } from '../../../reader/read-page/packed-page.ts'
import type { RecipeList } from '../../../recipes/recipe.ts'
import { blocksToRead, type PageBlock, type ReadablePage, type Reading } from '../../agentic/prompt/blocks-to-read.ts'
import type { PageParts } from '../../parts/page-work.ts'
import type { ParsedAnswer } from '../parsed-answer.ts'

/** The blocks for a model: all of the page, or those that are new since a model last read it. */
export async function blocksForModel(
  { db, judges }: PageParts,
  page: ClaimedPage,
  judge: Judge,
  { url, parsed }: ParsedAnswer,
  blocks: PageBlock[],
  lists: RecipeList[],
): Promise<{ readable: ReadablePage; reading: Reading }> {
  const frame = frameOf(parsed, await repeatedBlocksOf(db, page.domain_id, new URL(url).host))
  const readable = { text: parsed.text, blocks, frame, lists }
  if (!(await mayReadDiff(judges, page, judge))) return { readable, reading: blocksToRead(readable, undefined) }
  const before = await storedBlocksOf(db, page.domain_id, page.id)
  const known = before?.filter(({ is_own }) => is_own).map(({ hash }) => hash)
  return { readable, reading: blocksToRead(readable, known && new Set(known)) }
}

/**
 * Menus and notices that most pages of the site repeat, and what an article has around it that only leads elsewhere. Short repeated
 * texts, such as a role or a town, are facts of each page.
 */
function frameOf({ blocks }: ReadPage, repeated: RepeatedBlocks): Set<string> {
  const own = blocks.filter(({ is_own }) => is_own)
  const isArticle = charsOf(own.filter(({ is_main }) => is_main)) >= articleShare * charsOf(own)
  const isFrame = ({ hash, link_share, start, end }: BlockMark) =>
    repeated.isFrame(hash) && (link_share >= 0.5 || end - start >= noticeChars)
  const isTeaser = ({ is_main, list, link_share }: BlockMark) =>
    isArticle && !is_main && list === null && link_share >= teaserShare
  return new Set(blocks.filter((block) => isFrame(block) || isTeaser(block)).map(({ hash }) => hash))
}

const charsOf = (blocks: BlockMark[]) => blocks.reduce((sum, { start, end }) => sum + end - start, 0)
const articleShare = 0.5
const teaserShare = 0.8
const noticeChars = 80

/** Whether a model has read the page for everything that is asked for now. */
async function mayReadDiff(judges: PageParts['judges'], page: ClaimedPage, judge: Judge): Promise<boolean> {
  if (page.read_mode !== 'agentic' || page.read_status !== 'extracted' || page.read_at === null) return false
  if (page.attributes_added_at !== null && page.read_at <= page.attributes_added_at) return false
  if (page.gate_version === null || page.gate_version === page.published_version) return true
  return (await judges.of(page, page.gate_version)).about === judge.about
}
