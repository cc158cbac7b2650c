import { readLines } from '../../language/word-lists.ts'
import { Cache } from '../../platform/cache.ts'
import type { PageElement } from './html-events.ts'

// A region is an element that structures a page, with all that is inside it. Its name, role and classes tell what its
// author meant it to be; its content tells what it is.

/** Hints from names, roles and classes. Bits, so that descendants can inherit them. */
export const hints = {
  nav: 1 << 0,
  header: 1 << 1,
  footer: 1 << 2,
  aside: 1 << 3,
  form: 1 << 4,
  article: 1 << 5,
  main: 1 << 6,
  body_text: 1 << 7,
  comment: 1 << 8,
  share: 1 << 9,
  related: 1 << 10,
  ad: 1 << 11,
  banner: 1 << 12,
  byline: 1 << 13,
  caption: 1 << 14,
  breadcrumb: 1 << 15,
  table: 1 << 16,
  list: 1 << 17,
  quote: 1 << 18,
  widget: 1 << 19,
  content: 1 << 20,
  link_block: 1 << 21,
  cell: 1 << 22,
  title: 1 << 23,
} as const

const byTag: Record<string, number> = {
  nav: hints.nav,
  menu: hints.nav,
  header: hints.header,
  footer: hints.footer,
  aside: hints.aside,
  form: hints.form,
  fieldset: hints.form,
  search: hints.form,
  dialog: hints.banner,
  article: hints.article,
  main: hints.main,
  figure: hints.caption,
  figcaption: hints.caption,
  table: hints.table,
  td: hints.cell,
  th: hints.cell,
  ul: hints.list,
  ol: hints.list,
  dl: hints.list,
  blockquote: hints.quote,
}

const byRole = new Map<string, number>([
  ['navigation', hints.nav],
  ['menu', hints.nav],
  ['menubar', hints.nav],
  ['tablist', hints.nav],
  ['banner', hints.header],
  ['contentinfo', hints.footer],
  ['complementary', hints.aside],
  ['search', hints.form],
  ['form', hints.form],
  ['dialog', hints.banner],
  ['alertdialog', hints.banner],
  ['alert', hints.banner],
  ['main', hints.main],
  ['article', hints.article],
])

/** Words in classes and ids, in several languages. */
const byWord = readLines('web', 'class-hints').map((line): [RegExp, number] => {
  const [hint, words] = line.split(' = ') as [keyof typeof hints, string]
  return [new RegExp(words.replaceAll(' | ', '|')), hints[hint]]
})

const classHints = new Cache<number>('class_hints', () => 8)
const classChars = 300

/** Hints of the words in a class or id. Cached, because sites repeat their classes on every element and page. */
function hintsOfWords(attribute: string): number {
  const text = attribute.length > classChars ? attribute.slice(0, classChars) : attribute
  const known = classHints.get(text)
  if (known !== undefined) return known
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/_/g, '-')
  let found = 0
  for (const [pattern, hint] of byWord) if (pattern.test(words)) found |= hint
  // A copy: a slice of the HTML would keep the whole page in memory.
  classHints.set(Buffer.from(text).toString(), found)
  return found
}

/** Beyond this many parts, layouts do not differ any more. */
const selectorParts = 5
/** Generated class names, with numbers or hashes, say nothing about the layout. */
const isStable = (word: string) => /^[a-z][a-z_-]{1,30}$/i.test(word)

const knownParts = new Cache<string>('selector_parts', (part) => 2 * part.length)

/** The name of an element with its classes. */
export function selectorPart(name: string, className: string): string {
  const key = `${name} ${className.length > classChars ? className.slice(0, classChars) : className}`
  const known = knownParts.get(key)
  if (known !== undefined) return known
  const [, ...words] = key.split(/\s+/)
  const part = [name, ...words.filter(isStable).slice(0, 2)].join('.')
  // A copy: a slice of the HTML would keep the whole page in memory.
  knownParts.set(Buffer.from(key).toString(), Buffer.from(part).toString())
  return part
}

export class Region {
  readonly parent: Region | undefined
  readonly name: string
  readonly depth: number
  /** The index in the list of all regions. */
  readonly index: number
  /** Hints of the element itself, from its name and role, and from its class and id. */
  readonly tag_hints: number
  readonly word_hints: number
  /** Hints of the region and its ancestors, except ancestors that hold most of the page. */
  path_tag_hints = 0
  path_word_hints = 0
  /** These hints mean that the content is not the page's own. */
  is_foreign = false
  // Sums over all blocks inside, set once the page has been read.
  chars = 0
  link_chars = 0
  main_chars = 0
  /** The core of the page, the region with most of the running text, is inside this one. */
  holds_core = false
  blocks = 0
  /** Characters in blocks that read like running text. */
  prose = 0
  /** Prose of the region's own blocks and of its children's. */
  near_prose = 0
  paragraphs = 0
  links = 0
  inputs = 0
  headings = 0
  /** How much of the region the first model takes for main text, and the total weight that this is a share of. */
  seems_main = 0
  seems_all = 0
  images = 0
  /** How many siblings in a row look like this one: cards, comments, entries of a list. */
  readonly alike: { count: number }
  readonly #className: string
  #selector: string | undefined
  #part: string | undefined
  #lastChild: { name: string; className: string; alike: { count: number } } | undefined

  constructor(element: PageElement, parent: Region | undefined, index: number) {
    this.parent = parent
    this.index = index
    this.name = element.tag.name
    this.depth = parent ? parent.depth + 1 : 0
    const { name } = element.tag
    let tagHints = byTag[name] ?? 0
    let wordHints = 0
    let className = ''
    if (element.hasAttributes) {
      const role = element.get('role')
      if (role !== undefined) tagHints |= byRole.get(role) ?? 0
      if (element.get('itemprop') === 'articleBody') tagHints |= hints.body_text
      className = element.get('class') ?? ''
      const isWhole = name === 'body' || name === 'html'
      if (className !== '' && !isWhole) wordHints |= hintsOfWords(className)
      const id = isWhole ? undefined : element.get('id')
      if (id) wordHints |= hintsOfWords(id)
    }
    this.#className = className
    this.alike = parent ? parent.#noteChild(name, className) : { count: 1 }
    this.tag_hints = tagHints
    this.word_hints = wordHints
  }

  /** The path in the layout of the site, the same on all pages of a template: `article>ul.members>li`. */
  get selector(): string {
    if (this.#selector === undefined) {
      let selector = this.part
      let above = this.parent
      for (let parts = 1; parts < selectorParts && above; parts++) {
        selector = `${above.part}>${selector}`
        above = above.parent
      }
      this.#selector = selector
    }
    return this.#selector
  }

  /** The name of the element with its classes, as selectors have it. */
  get part(): string {
    this.#part ??= this.#className === '' ? this.name : selectorPart(this.name, this.#className)
    return this.#part
  }

  #noteChild(name: string, className: string): { count: number } {
    const last = this.#lastChild
    if (last && last.name === name && last.className === className) {
      last.alike.count++
      return last.alike
    }
    const alike = { count: 1 }
    this.#lastChild = { name, className, alike }
    return alike
  }
}
