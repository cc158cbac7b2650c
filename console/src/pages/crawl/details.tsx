import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Details that not everybody wants to read. */
export function Details({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
        {label}
      </Text>
      <Box mt="xs">{children}</Box>
    </details>
  )
}
