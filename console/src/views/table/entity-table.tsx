import { limits } from '@polegraph/contract/limits.ts'
import './entity-table.css'
import { Checkbox, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { formatNumber, formatPercent } from '../../shared/format/format.ts'
import { formatWhen } from '../../shared/format/format-when.ts'
import { formatWhere } from '../../shared/format/format-where.ts'
import { Kind } from '../../shared/format/kinds.tsx'
import { Time } from '../../shared/format/time.tsx'
import type { Entity } from '../../shared/service/types.ts'
import { Hit } from '../hit.tsx'

export const pageSize = limits.list_max
const rowHeight = 40

export type TableRow = Pick<
  Entity,
  'id' | 'kind' | 'name' | 'confidence' | 'relationship_count' | 'source_count' | 'when' | 'where' | 'updated_at'
>

type SortName = 'name' | 'connections' | 'updated'

const columns: { name: string; sort?: SortName; className?: string }[] = [
  { name: 'Name', sort: 'name', className: 'name' },
  { name: 'Kind', className: 'wide' },
  { name: 'Connections', sort: 'connections', className: 'count' },
  { name: 'Confidence', className: 'count wide' },
  { name: 'Sites', className: 'count wider' },
  { name: 'When', className: 'wide' },
  { name: 'Where', className: 'wider' },
  { name: 'Updated', sort: 'updated', className: 'wider' },
]

export interface EntityTableProps {
  total: number
  /** The row at a place, when it is loaded. */
  rowAt(at: number): TableRow | undefined
  /** Called with the last row that is on the screen, to load it where it is missing. */
  needsMore(last: number): void
  sort: string
  onSort(name: SortName): void
  at: string | undefined
  /** What was found: it is marked. */
  lit?: ReadonlySet<string> | undefined
  onChoose(row: TableRow): void
  /** The rows that are ticked; without it, none can be. */
  picked: ReadonlyMap<string, string> | undefined
  onPick(row: TableRow): void
}

/** A table of any length: only the rows on the screen are rendered, and empty space stands for the others. */
export function EntityTable(props: EntityTableProps) {
  const { total, rowAt, needsMore, sort, onSort, picked } = props
  const scroll = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const items = rows.getVirtualItems()
  const last = items.at(-1)
  useEffect(() => needsMore(last?.index ?? 0))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className="table-scroll" ref={scroll} tabIndex={0} aria-label="Rows">
      <table className="entity-table" aria-label="Entities" aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {picked && (
              <th className="tick">
                <VisuallyHidden>Choose</VisuallyHidden>
              </th>
            )}
            {columns.map(({ name, sort: by, className }) => (
              <th
                key={name}
                className={className}
                aria-sort={by && by === sort ? (by === 'name' ? 'ascending' : 'descending') : undefined}
              >
                {by ? (
                  <UnstyledButton fz="sm" fw={600} onClick={() => onSort(by)}>
                    {name}
                    {by === sort && (by === 'name' ? ' ↑' : ' ↓')}
                  </UnstyledButton>
                ) : (
                  name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="space" aria-hidden style={{ height: items[0]?.start ?? 0 }} />
          {items.map(({ index }) => (
            <Row key={index} {...props} row={rowAt(index)} index={index} />
          ))}
          <tr className="space" aria-hidden style={{ height: rows.getTotalSize() - (last?.end ?? 0) }} />
        </tbody>
      </table>
    </section>
  )
}

function Row(props: EntityTableProps & { row: TableRow | undefined; index: number }) {
  const { row, index, at, lit, onChoose, picked, onPick } = props
  if (!row) {
    return (
      <tr aria-rowindex={index + 2}>
        <td colSpan={columns.length + 1}>
          <Skeleton h={14} w="60%" animate={false} />
        </td>
      </tr>
    )
  }
  return (
    <tr aria-rowindex={index + 2} aria-current={row.id === at ? true : undefined}>
      {picked && (
        <td className="tick">
          <Checkbox
            size="xs"
            aria-label={`Choose ${row.name}`}
            checked={picked.has(row.id)}
            onChange={() => onPick(row)}
          />
        </td>
      )}
      <td>
        <UnstyledButton className="one-line" fz="sm" fw={500} w="100%" onClick={() => onChoose(row)}>
          <Hit isHit={lit?.has(row.id)}>{row.name}</Hit>
        </UnstyledButton>
      </td>
      <td className="wide">
        <Kind kind={row.kind} />
      </td>
      <td className="count">{formatNumber(row.relationship_count)}</td>
      <td className="count wide">{formatPercent(row.confidence)}</td>
      <td className="count wider">{formatNumber(row.source_count)}</td>
      <td className="wide">
        <span className="one-line">{row.when && formatWhen(row.when)}</span>
      </td>
      <td className="wider">
        <span className="one-line">{row.where && formatWhere(row.where)}</span>
      </td>
      <td className="wider">
        <Text size="sm" c="dimmed" className="one-line">
          <Time at={row.updated_at} ago />
        </Text>
      </td>
    </tr>
  )
}
