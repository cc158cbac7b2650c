// What stands where on the pages of a PDF: text without lines, paragraphs or tables, which the other files here find.

/** Text of one font in one place. Offsets are in points from the left and the top of the page as it is shown. */
export interface PlacedText {
  text: string
  x0: number
  x1: number
  /** Of the baseline. */
  y: number
  size: number
  font: string
  link?: string
}

export interface PdfPage {
  height: number
  spans: PlacedText[]
  /** Text beside the running text, such as what runs in another direction. */
  aside: string[]
}

export interface PdfDocument {
  pages: PdfPage[]
  /** With those that are not read. */
  page_count: number
  title: string | undefined
  created: string | undefined
  modified: string | undefined
  language: string | undefined
}
