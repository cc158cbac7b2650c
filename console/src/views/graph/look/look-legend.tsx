import '../../legend.css'
import { UnstyledButton } from '@mantine/core'
import { inkOn } from './ink.ts'
import { formatLegend, type LegendEntry } from './looks.ts'

const names: Record<string, string> = { kind: 'Kinds', group: 'Groups' }

/** What the colours and letters of a picture mean. */
export function LookLegend(props: {
  legend: LegendEntry[]
  by: string
  /** Said before them. */
  note?: string | undefined
  onChoose?: ((entry: LegendEntry) => void) | undefined
}) {
  const { legend, by, note, onChoose } = props
  return (
    <ul className="legend" aria-label={note ?? names[by] ?? 'Values'}>
      {note && <li aria-hidden>{note}</li>}
      {legend.map((entry) => {
        const dot = (
          <span className="legend-dot" style={{ background: entry.color, color: inkOn(entry.color) }} aria-hidden>
            {entry.mark}
          </span>
        )
        const title = `${entry.label}: choose all of them`
        return (
          <li key={entry.value}>
            {onChoose ? (
              <UnstyledButton fz="xs" title={title} onClick={() => onChoose(entry)}>
                {dot}
                {formatLegend(entry)}
              </UnstyledButton>
            ) : (
              <>
                {dot}
                {formatLegend(entry)}
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
