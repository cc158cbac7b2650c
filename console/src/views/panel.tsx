import { CloseButton, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A panel beside the view. */
export function Panel({ title, onClose, children }: { title: ReactNode; onClose: () => void; children: ReactNode }) {
  return (
    <aside className="explore-panel" aria-label="Details">
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="sm">
        <Title order={2} size="h4" miw={0}>
          {title}
        </Title>
        <CloseButton aria-label="Close the details" onClick={onClose} />
      </Group>
      {children}
    </aside>
  )
}
