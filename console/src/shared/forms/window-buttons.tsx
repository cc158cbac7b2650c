import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** The end of a form in a window: the way back, and the button that goes on. */
export function WindowButtons(props: { back?: string | undefined; onClose: () => void; children: ReactNode }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={props.onClose}>
        {props.back ?? 'Cancel'}
      </Button>
      {props.children}
    </Group>
  )
}
