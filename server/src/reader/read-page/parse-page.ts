import { cutText } from '../../language/cut-text.ts'
import { tellLanguage } from '../../language/detection/tell-language.ts'
import { canonicalUrl } from '../../web/address/canonical-url.ts'
import { BlockCollector, type Picture } from '../blocks/block-collector.ts'
import type { BlockDraft } from '../blocks/block-draft.ts'
import { joinBlocks } from '../blocks/join-blocks.ts'
import { LinkCollector, type LinkPosition, type PlacedLink } from '../blocks/link-collector.ts'
import type { Block, ParsedPage } from '../blocks/parsed-page.ts'
import { HeadCollector } from '../head/head-collector.ts'
import { readEvents } from '../html/html-events.ts'
import { pageBounds } from '../html/page-bounds.ts'
import type { Region } from '../html/region.ts'
import { markMain } from '../main-text/main-text.ts'
import { findRecords } from '../records/shapes/find-records.ts'
import { hashWithClaims, StructuredReader } from '../structured/read-structured.ts'
import { MarksCollector } from '../verdict/marks-collector.ts'
import { judge } from '../verdict/verdict.ts'
import { textBlocks } from './parse-text.ts'

export interface PageSource {
  /** The address that answered, and the requested one if it differs. */
  url: string
  requested_url?: string
  status?: number
  headers?: Record<string, string>
  /** A document: each of its pages is a `section` in `article`, and all of it is its own. */
  is_paged?: boolean
}

/** Reads a page's HTML in one pass. Pure: the same text from the same address gives the same page. */
export function parsePage(html: string, source: PageSource): ParsedPage {
  const head = new HeadCollector()
  const body = new BlockCollector()
  const links = new LinkCollector({ linkPositionNow: () => body.linkPositionNow() })
  const marks = new MarksCollector()
  const baseNow = () => baseOf(head.baseHref, source.url)
  const structured = new StructuredReader(html, { offsetNow: () => body.offsetNow(), base: baseNow })
  readEvents(html, [head, body, links, marks], structured.watch)
  markMain(body.blocks, { regions: body.regions, title: head.title })
  if (source.is_paged) for (const block of body.blocks) block.is_main = block.is_own = true
  body.markMainLinks()
  const base = baseNow()
  const content = joinBlocks(body.blocks)
  const { title, json_ld, meta } = head
  const language = languageOf(body.blocks, head.language)
  const facts = structured.finish({ ...content, base, title, language, json_ld, meta })
  const { claims } = facts
  const positions = links.byPosition(base)
  const { lists, data, pictures } = findRecords({
    ...{ drafts: body.blocks, regions: body.regions, pictures: body.pictures, links: positions },
    ...{ blocks: content.blocks, text: content.text, data: facts.data },
    names: { title, 'site name': meta['og:site_name'], logo: logoOf(body.pictures, positions, base) },
  })
  const page: ParsedPage = {
    title: head.title ?? firstHeading(body.blocks),
    language,
    canonical: head.canonicalHref === undefined ? null : (canonicalUrl(head.canonicalHref, base) ?? null),
    published_at: head.published_at,
    modified_at: head.modified_at,
    is_noindex: head.is_noindex,
    is_nofollow: head.is_nofollow,
    base,
    links: links.resolve(base),
    ...content,
    page_starts: source.is_paged ? pageStarts(body, content.blocks) : null,
    content_hash: hashWithClaims(content.content_hash, claims, pictures),
    data,
    claims,
    records: lists,
    meta: { ...meta },
    verdict: null,
    needs_script: needsScript(content.word_count, marks, body.noscript),
  }
  const allWords = body.blocks.reduce((sum, { measure }) => sum + measure.words, 0)
  const { status = 200, headers = {} } = source
  page.verdict = judge({
    ...source,
    page,
    marks,
    noscript: body.noscript,
    all_words: allWords,
    has_json_ld: json_ld.length > 0,
    status,
    headers,
  })
  return page
}

/** Where the first block of each section begins; for one without text, where the next one does. */
function pageStarts({ blocks: drafts, regions }: BlockCollector, blocks: Block[]): number[] {
  const sections = regions.filter(({ name, parent }) => name === 'section' && parent?.name === 'article')
  const starts = new Map<Region, number>()
  for (const [at, { region }] of drafts.entries()) {
    let above: Region | undefined = region
    while (above && above.parent?.name !== 'article') above = above.parent
    if (above && !starts.has(above)) starts.set(above, (blocks[at] as Block).start)
  }
  let next = blocks.at(-1)?.end ?? 0
  return sections
    .toReversed()
    .map((section) => {
      next = starts.get(section) ?? next
      return next
    })
    .toReversed()
}

/** The name on the picture that leads home. */
function logoOf(pictures: Picture[], links: Map<LinkPosition, PlacedLink[]>, base: string): string | undefined {
  const home = URL.parse('/', base)?.href
  return pictures.find(({ position }) => position && links.get(position)?.some(({ url }) => url === home))?.alt
}

/** Reads a plain text, which has no metadata. */
export function parseText(text: string, { url }: PageSource): ParsedPage {
  const blocks = textBlocks(text)
  return {
    title: null,
    language: languageOf(blocks, null),
    canonical: null,
    published_at: null,
    modified_at: null,
    is_noindex: false,
    is_nofollow: false,
    base: url,
    links: [],
    ...joinBlocks(blocks),
    page_starts: null,
    data: '',
    claims: [],
    records: [],
    meta: {},
    verdict: null,
    needs_script: false,
  }
}

/** By the page's own text, the main part first: the frame of a site may be in another language. */
function languageOf(blocks: BlockDraft[], declared: string | null): string | null {
  const own = blocks.filter(({ is_own, kind }) => is_own && kind !== 'code')
  const ordered = [...own.filter(({ is_main }) => is_main), ...own.filter(({ is_main }) => !is_main)]
  let text = ''
  for (const block of ordered) {
    text += `${block.text}\n`
    if (text.length > languageChars) break
  }
  return tellLanguage(text, declared)
}

const languageChars = 6_000
const scriptlessWords = 30

/** Whether the page has little text and shows signs that scripts would add more. */
function needsScript(words: number, { app_roots, script_chars, sources }: MarksCollector, noscript: string): boolean {
  if (words >= scriptlessWords || (script_chars === 0 && sources.length === 0)) return false
  return app_roots > 0 || /\S/.test(noscript) || script_chars > 20_000
}

function baseOf(href: string | undefined, url: string): string {
  const base = href === undefined ? null : URL.parse(href, url)
  return base !== null && /^https?:$/.test(base.protocol) ? base.href : url
}

function firstHeading(blocks: BlockDraft[]): string | null {
  const heading = blocks.find(({ level }) => level === 1) ?? blocks.find(({ level }) => level > 0)
  return heading ? cutText(heading.text, pageBounds.title_chars) : null
}
