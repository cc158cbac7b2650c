import { Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

interface Column {
  label: string
  /** A longer text, shown when the pointer rests on the label. */
  title?: string
  ta?: 'right'
  miw?: number
  /** The label is for screen readers alone. */
  isHidden?: boolean
}

/** The last column of a table whose rows have buttons. */
export const actions: Column = { label: 'Actions', isHidden: true }

/** A table with these columns, which scrolls sideways in a window that is narrower than `minWidth`. */
export function ListTable(props: { minWidth: number; columns: (string | Column)[]; children: ReactNode }) {
  const columns = props.columns.map((column) => (typeof column === 'string' ? { label: column } : column))
  // `relative`, because text for screen readers is positioned: it would widen the page instead of this container.
  return (
    <Table.ScrollContainer minWidth={props.minWidth} type="native" pos="relative">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label, isHidden, ...rest }) => (
              <Table.Th key={label} {...rest}>
                {isHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{props.children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
