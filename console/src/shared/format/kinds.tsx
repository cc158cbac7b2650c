import { Badge } from '@mantine/core'
import { formatWords } from './format.ts'

// The colour of a kind is the same in the graph, on the map, in tables and in the legend.

const known: Record<string, string> = { person: 'blue', object: 'orange', location: 'green', event: 'grape' }
const others = ['cyan', 'pink', 'teal', 'yellow', 'indigo', 'lime', 'red', 'violet']

/** The name of a colour of the theme. */
export function kindColor(kind: string): string {
  const sum = [...kind].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 7)
  return known[kind] ?? (others[sum % others.length] as string)
}

/** The same colours for canvases, which cannot use CSS variables: a shade that is visible on light and on dark. */
const hex: Record<string, string> = {
  blue: '#228be6',
  orange: '#f76707',
  green: '#37b24d',
  grape: '#ae3ec9',
  cyan: '#15aabf',
  pink: '#e64980',
  teal: '#12b886',
  yellow: '#f59f00',
  indigo: '#4c6ef5',
  lime: '#74b816',
  red: '#f03e3e',
  violet: '#7950f2',
}

export const kindHex = (kind: string) => hex[kindColor(kind)] as string

export function Kind({ kind }: { kind: string }) {
  return (
    <Badge
      color={kindColor(kind)}
      variant="light"
      c="var(--mantine-color-text)"
      size="sm"
      tt="none"
      style={{ flexShrink: 0 }}
    >
      {formatWords(kind)}
    </Badge>
  )
}
