import { Parser } from 'htmlparser2'
import { foldName } from '../../src/language/fold-name.ts'

// The words of a page by a parser that is not ours, so that what is expected does not depend on what is tested.

const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em font i kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)
const unread = new Set(['script', 'style', 'template', 'title'])

export interface PageWords {
  /** The words that stand there; ` … ` stands for all that is between two pieces. Undefined if the page says otherwise. */
  find(said: string): string | undefined
  /** Text, the value of an attribute, or data in a script has it. */
  quotes(said: string): boolean
  /** Every word of a name is somewhere on the page: registers write the family name first. */
  hasWords(name: string): boolean
  /** In the source, wherever: in comments as well. */
  isInSource(word: string): boolean
}

export function readWords(html: string): PageWords {
  const { visible, all } = collect(html)
  const folded = foldName(all.replace(/\p{Cf}/gu, ''))
  const source = fold(html)
  return {
    find: (said) => findParts(visible, said),
    quotes: (said) => findParts(visible, said) !== undefined || findParts(all, said) !== undefined,
    hasWords: (name) =>
      foldName(name.replace(/\p{Cf}/gu, ''))
        .split(' ')
        .every((word) => folded.includes(word)),
    isInSource: (word) => source.includes(fold(word)) || all.includes(fold(word)),
  }
}

function collect(html: string): { visible: string; all: string } {
  let visible = ''
  let all = ''
  const open: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name)
      if (!inline.has(name)) visible += ' '
      all += ` ${Object.values(attributes).join(' ')} `
    },
    ontext(text) {
      all += text
      if (!open.some((name) => unread.has(name))) visible += text
    },
    onclosetag(name) {
      open.pop()
      if (!inline.has(name)) visible += ' '
    },
  })
  parser.end(html)
  return { visible: fold(visible), all: fold(`${visible} ${all}`) }
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function findParts(text: string, said: string): string | undefined {
  let start = -1
  let end = 0
  for (const part of said.split(' … ')) {
    const at = text.indexOf(fold(part), end)
    if (at < 0) return undefined
    if (start < 0) start = at
    end = at + fold(part).length
  }
  return text.slice(start, end)
}
