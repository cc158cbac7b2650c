import { foldSpace } from '../../language/fold-space.ts'

// Logos name organizations by their alternative text, which nobody sees. Facts have quotes, so these texts are stored
// with the other invisible data, behind the text of the page.

const label = 'picture: '
/** `Acme logo`, `Logo: Acme`; pictures of buttons name nothing. */
const logoWords =
  /^(?:the )?(?:logo|logotype|logótipo)\s*(?:of|von|de|der|des|du|di|van|:|-|–)?\s+|\s*[-–|(]?\s*(?:logo|logotype|logótipo)\)?$/giu
const noNames =
  /^$|\b(?:icon|icono|icône|symbol|avatar|placeholder|banner|photo of|button|arrow|image|img|picture)\b|\.(?:png|jpe?g|svg|gif|webp)$/iu
const altMax = 80

export class PictureLines {
  data: string
  readonly #offset: number
  readonly #lines = new Map<string, { start: number; end: number }>()

  constructor(textLength: number, data: string) {
    this.#offset = textLength + 1
    this.data = data
  }

  /** The span of the name in the stored text. */
  add(alt: string): { start: number; end: number } | undefined {
    const name = foldSpace(foldSpace(alt).replace(logoWords, ' '))
    if (name.length > altMax || noNames.test(name)) return undefined
    const known = this.#lines.get(name)
    if (known) return known
    if (this.data !== '') this.data += '\n'
    const start = this.#offset + this.data.length + label.length
    this.data += label + name
    const line = { start, end: start + name.length }
    this.#lines.set(name, line)
    return line
  }
}
