import type { DrawnGraph } from '../graph-shape.ts'
import type { Place } from '../layout/places.ts'

// What is drawn, as files that the browser saves.

export function saveText(name: string, type: string, text: string): void {
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Twice as fine as the screen, so that it can be printed. */
const fine = 2

export async function savePng(name: string, svg: string): Promise<void> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * fine
  canvas.height = image.naturalHeight * fine
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('This browser could not make the picture.')
  saveFile(name, file)
}

function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export function entitiesCsv({ nodes }: DrawnGraph): string {
  const keys = [...new Set(nodes.flatMap(({ attributes }) => Object.keys(attributes ?? {})))].toSorted()
  return csv(
    ['id', 'kind', 'name', 'relationship_count', ...keys],
    nodes.map(({ id, kind, name, relationship_count, attributes }) => [
      ...[id, kind, name, String(relationship_count ?? '')],
      ...keys.map((key) => attributes?.[key] ?? ''),
    ]),
  )
}

export function relationshipsCsv({ nodes, edges }: DrawnGraph): string {
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  return csv(
    ['id', 'type', 'from', 'from_name', 'to', 'to_name'],
    edges.map(({ id, type, from, to }) => [id, type, from, names.get(from) ?? '', to, names.get(to) ?? '']),
  )
}

export function shownJson({ nodes, edges }: DrawnGraph, places: ReadonlyMap<string, Place>): string {
  const placed = nodes.map((node) => {
    const place = places.get(node.id)
    return { ...node, ...(place && { x: Math.round(place.x), y: Math.round(place.y) }) }
  })
  return JSON.stringify({ nodes: placed, edges }, undefined, 2)
}

/** What a spreadsheet takes for a formula. The apostrophe says that it is text, as in the exports of the service. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/u

const csv = (head: string[], rows: string[][]) =>
  `${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

function cell(text: string): string {
  const guarded = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
