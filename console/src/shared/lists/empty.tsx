import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A place where nothing is yet: what would be here, and how it gets here. */
export function Empty({
  title,
  order = 2,
  children,
  action,
}: {
  title: string
  /** The level of the heading: 1 where nothing else is on the page. */
  order?: 1 | 2
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" maw={560} mx="auto" ta="center">
      <Title order={order} size="h4">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}
