import { Box, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** Something that a person should look at before going on; no error. `isNew` reads it out when it appears. */
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
