import './node-list.css'
import { Group, Text, UnstyledButton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { Kind } from '../shared/format/kinds.tsx'

export interface ListedNode {
  id: string
  kind: string
  name: string
  /** A few words more. */
  note?: string | undefined
}

interface NodeListProps {
  label: string
  nodes: ListedNode[]
  at?: string | undefined
  onChoose(id: string): void
}

/** The nodes of a picture as a list: for the keyboard, for screen readers, and for browsers that cannot draw it. */
export function NodeList({ label, nodes, at, onChoose }: NodeListProps) {
  const scroll = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 38,
    overscan: 10,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className="node-list" ref={scroll} tabIndex={0} aria-label={label}>
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const node = nodes[index] as ListedNode
          return (
            <li
              key={node.id}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={nodes.length}
              aria-posinset={index + 1}
            >
              <UnstyledButton
                className="node-list-row"
                aria-current={node.id === at ? true : undefined}
                onClick={() => onChoose(node.id)}
              >
                <span className="one-line">{node.name}</span>
                <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
                  {node.note && (
                    <Text span size="xs" c="dimmed" className="number">
                      {node.note}
                    </Text>
                  )}
                  <Kind kind={node.kind} />
                </Group>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
