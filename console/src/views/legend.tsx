import './legend.css'
import { formatWords } from '../shared/format/format.ts'
import { kindHex } from '../shared/format/kinds.tsx'

/** The colours of the kinds, and how many of each are shown. */
export function Legend({ kinds }: { kinds: string[] }) {
  const counts = Map.groupBy(kinds, (kind) => kind)
  const sorted = [...counts].toSorted(([, a], [, b]) => b.length - a.length)
  return (
    <ul className="legend" aria-label="Kinds">
      {sorted.map(([kind, all]) => (
        <li key={kind}>
          <span className="legend-dot" style={{ background: kindHex(kind) }} aria-hidden />
          {formatWords(kind)} {all.length}
        </li>
      ))}
    </ul>
  )
}
