import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { explain } from './problem.tsx'

let latest: { id: string; undo: () => void } | undefined

/** Takes back what was done last, while its toast is shown. */
export function undoLatest(): void {
  if (!latest) return
  const { id, undo } = latest
  notifications.hide(id)
  undo()
}

/** Says what was done, with a way to take it back. */
export function toastDone(message: string, undo?: () => void): void {
  const id = notifications.show({
    message: undo ? (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          Undo
        </Button>
      </Group>
    ) : (
      message
    ),
    color: 'green',
    autoClose: undo ? 12_000 : 4_000,
    onClose: () => {
      if (latest?.id === id) latest = undefined
    },
  })
  if (undo) latest = { id, undo }
}

export function toastError(error: unknown): void {
  const { title, text } = explain(error)
  notifications.show({ title, message: text, color: 'red', autoClose: 10_000 })
}
