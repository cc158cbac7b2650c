import { Box, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** A note that a person should read before going on, but no error. With `isNew`, screen readers say it at once. */
export function Notice({ title, isNew = false, children }: { title: string; isNew?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <Box
      role={isNew ? 'alert' : 'group'}
      aria-labelledby={id}
      pl="sm"
      py={4}
      style={{ borderInlineStart: '3px solid var(--mantine-color-orange-5)' }}
    >
      <Text size="sm" fw={600} id={id} mb={4}>
        {title}
      </Text>
      {children}
    </Box>
  )
}
