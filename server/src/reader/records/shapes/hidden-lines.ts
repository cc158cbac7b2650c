import { foldSpace } from '../../../language/fold-space.ts'
import { allPhrases, anyOf, readWords } from '../../../language/word-lists.ts'
import type { Picture } from '../../blocks/block-collector.ts'

// Logos name organizations by their alternative text, and titles name conferences, though nobody sees them on the page.
// Facts have quotes, so these texts are stored with the other invisible data, behind the text of the page.

/** `Acme logo`, `Logo: Acme`; pictures of buttons name nothing. */
const of = anyOf(allPhrases('of'))
const logo = anyOf(allPhrases('logos'))
const logoWords = new RegExp(`^(?:the )?(?:${logo})\\s*(?:${of}|:|-|–)?\\s+|\\s*[-–|(]?\\s*(?:${logo})\\)?$`, 'giu')
/** `Portrait of Ada Berg` and `Member photo: Ada Berg` show Ada Berg. */
const portrait = anyOf(allPhrases('portraits'))
const portraitWords = new RegExp(
  `^(?:(?:${portrait})\\s*(?:${of}|:|-|–)?|(?:\\p{L}+\\s){1,2}(?:${portrait}):)\\s+`,
  'iu',
)
const noNames = new RegExp(
  `^\\P{L}*$|\\b(?:${anyOf(allPhrases('no-pictures-of-names'))})\\b|\\.(?:${anyOf(readWords('web', 'picture-endings'))})$`,
  'iu',
)
const altMax = 80

/** Whom or what a picture shows, by its alternative text. */
const pictureName = (alt: string): string =>
  foldSpace(foldSpace(alt).replace(logoWords, ' ').replace(portraitWords, ''))

export class HiddenLines {
  data: string
  /** The names of all pictures: a page has changed when they have. */
  pictures = ''
  readonly #offset: number
  readonly #lines = new Map<string, { start: number; end: number }>()

  constructor(textLength: number, data: string) {
    this.#offset = textLength + 1
    this.data = data
  }

  /** The span of a picture's name in the stored text. */
  addPicture(alt: string): { start: number; end: number } | undefined {
    const name = pictureName(alt)
    if (name.length > altMax || noNames.test(name)) return undefined
    const known = this.#lines.get(name)
    if (known) return known
    const line = this.add('picture', name)
    this.#lines.set(name, line)
    this.pictures += `${name}\n`
    return line
  }

  add(label: string, text: string): { start: number; end: number } {
    if (this.data !== '') this.data += '\n'
    const start = this.#offset + this.data.length + label.length + 2
    this.data += `${label}: ${text}`
    return { start, end: start + text.length }
  }
}

/** Whether a text is the name of a picture beside it, or a part of that: `Ada Berg` beside `Photo: Ada Mary Berg`. */
export function isNamedIn(text: string, { alt }: Picture): boolean {
  const name = pictureName(alt)
  if (text.includes(name)) return true
  const [known, words] = [new Set(name.split(' ')), text.split(/\s+/)]
  return words.length > 1 && words.every((word) => known.has(word))
}
