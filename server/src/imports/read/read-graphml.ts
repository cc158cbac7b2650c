import { SaxesParser } from 'saxes'
import { type FieldsLayout, type RawRow, Unreadable } from './raw-row.ts'
import { boundRow } from './read-lines.ts'

/** Nodes and edges of a GraphML file, as they stand there. `layout` is complete when the first of them comes. */
export function readGraphml(texts: AsyncIterable<string>): { layout: FieldsLayout; rows: AsyncIterable<RawRow> } {
  const layout: FieldsLayout = { fields: {} }
  return { layout, rows: elementsOf(texts, layout) }
}

async function* elementsOf(texts: AsyncIterable<string>, layout: FieldsLayout): AsyncGenerator<RawRow> {
  // What has arrived and may still be quoted; it begins at `heldFrom` of the file.
  let held = ''
  let heldFrom = 0
  let begun: number | undefined
  let number = 0
  let depth = 0
  let found: RawRow[] = []
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw new Unreadable(`its XML is broken (${error.message.slice(0, 200)})`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name)
    if (local === 'key' && attributes.id !== undefined)
      layout.fields[attributes.id] = attributes['attr.name'] ?? attributes.id
    if (!isRow(local)) return
    // A node inside a node belongs to it.
    if (++depth === 1) begun = heldFrom + held.lastIndexOf('<', parser.position - heldFrom - 1)
  })
  parser.on('closetag', ({ name }) => {
    const local = localName(name)
    if (!isRow(local) || --depth > 0 || begun === undefined) return
    const text = held.slice(begun - heldFrom, parser.position - heldFrom)
    found.push({ number: ++number, text: boundRow(text, number), stage: local === 'edge' ? 2 : 1 })
    begun = undefined
  })
  for await (const text of texts) {
    held += text
    parser.write(text)
    yield* found
    found = []
    // A tag may be cut in two.
    const open = held.lastIndexOf('<')
    const from = begun ?? heldFrom + (open < 0 ? held.length : open)
    held = boundRow(held.slice(from - heldFrom), number + 1)
    heldFrom = from
  }
  parser.close()
  yield* found
}

export const localName = (name: string) => name.slice(name.indexOf(':') + 1)
const isRow = (name: string) => name === 'node' || name === 'edge'
