import { Cache } from '../../platform/cache.ts'
import type { Content } from './html-scanner.ts'

// What the reader knows about elements by name: which structure a page, which close others that were left open, which
// are not shown.

export interface Tag {
  name: string
  /** A small number; 0 for names that are not in the tables below. */
  id: number
  content: Content
  /** The element starts and ends a block of text. */
  is_block: boolean
  is_void: boolean
  /** The element's content is not shown as text. */
  is_hidden: boolean
  /** Ends an open paragraph. */
  ends_p: boolean
  /** End tags inside the element close nothing outside of it. */
  is_barrier: boolean
  /** Part of a table: its start and end tags do reach beyond cells. */
  is_table_part: boolean
  /** 1 to 6, or 0. */
  heading: number
  /** May stand in the head of a page. */
  is_head: boolean
  /** Open elements that this tag closes, and the elements at which the search for them stops. */
  ends?: ReadonlySet<string>
  within?: ReadonlySet<string>
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const blocks = words(
  'address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol ' +
    'p pre section summary table tbody td tfoot th thead tr ul xmp plaintext listing search noframes',
)
const voids = words(
  'area base basefont bgsound br col embed frame hr img input isindex keygen link meta param source track wbr',
)
const hidden = words(
  'script style template noscript svg title select textarea datalist iframe object applet audio video canvas ' +
    'noembed head rp annotation annotation-xml map',
)
const endsP = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hgroup hr main menu nav ol p pre section summary table ul xmp plaintext listing search li dd dt',
)
const barriers = words('table td th caption button object applet marquee template html')
const tableParts = words('table caption colgroup tbody thead tfoot tr td th')
const head = words('base basefont bgsound link meta title noscript noframes style script template head')

const listScope = words('ul ol menu dir table td th body')
const termScope = words('dl table td th body')
const tableScope = words('table')
const selectScope = words('select')

const rules = new Map<string, [ends: ReadonlySet<string>, within: ReadonlySet<string>]>([
  ['li', [words('li'), listScope]],
  ['dd', [words('dd dt'), termScope]],
  ['dt', [words('dd dt'), termScope]],
  ['td', [words('td th caption'), tableScope]],
  ['th', [words('td th caption'), tableScope]],
  ['tr', [words('tr caption colgroup'), tableScope]],
  ['tbody', [words('tbody thead tfoot caption colgroup'), tableScope]],
  ['thead', [words('tbody thead tfoot caption colgroup'), tableScope]],
  ['tfoot', [words('tbody thead tfoot caption colgroup'), tableScope]],
  ['option', [words('option'), selectScope]],
  ['optgroup', [words('option optgroup'), selectScope]],
])

const contents = new Map<string, Content>([
  ['title', 'text'],
  ['textarea', 'text'],
  ['script', 'raw text'],
  ['style', 'raw text'],
  ['xmp', 'raw text'],
  ['iframe', 'raw text'],
  ['noembed', 'raw text'],
  ['noframes', 'raw text'],
  ['plaintext', 'plain text'],
])

const known = new Map<string, Tag>()
for (const name of [
  ...blocks,
  ...voids,
  ...hidden,
  ...barriers,
  ...head,
  ...words('a b i em strong span font time math'),
]) {
  if (!known.has(name)) known.set(name, describe(name, known.size + 1))
}

/** Greater than every tag id. */
export const tagIds = known.size + 1

/** Pages repeat the names that they invent. */
const invented = new Cache<Tag>('invented_tags', (tag) => 2 * tag.name.length + 200)

/** The tag of a name of any length; unknown names are inline elements. */
export function tagOf(rawName: string): Tag {
  return known.get(rawName) ?? invented.get(rawName) ?? describeUnknown(rawName)
}

function describeUnknown(rawName: string): Tag {
  const name = rawName.slice(0, 100).toLowerCase()
  const tag = known.get(name) ?? describe(name, 0)
  // A copy: a slice of the HTML would keep the whole page in memory.
  if (rawName.length <= 100) invented.set(Buffer.from(rawName).toString(), tag)
  return tag
}

function describe(name: string, id: number): Tag {
  const [ends, within] = rules.get(name) ?? []
  return {
    name,
    id,
    content: contents.get(name) ?? 'markup',
    is_block: blocks.has(name),
    is_void: voids.has(name),
    is_hidden: hidden.has(name),
    ends_p: endsP.has(name),
    is_barrier: barriers.has(name),
    is_table_part: tableParts.has(name),
    heading: /^h[1-6]$/.test(name) ? Number(name[1]) : 0,
    is_head: head.has(name),
    ends,
    within,
  }
}
