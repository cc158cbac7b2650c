import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../../shared/format/format.ts'
import classes from './entity.module.css'

/** A part of the page, to which the row of links below the name and old addresses with `tab` lead. */
export function Section({
  name,
  title,
  count,
  action,
  children,
}: {
  name: string
  title: string
  count?: number | undefined
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <Box component="section" className={classes.section ?? ''} id={name} aria-labelledby={`title-${name}`}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h4" id={`title-${name}`} tabIndex={-1} style={{ outline: 'none' }}>
          {title}
          {count !== undefined && ' '}
          {count !== undefined && (
            <Text span c="dimmed" fw={400} ml={4} className="number">
              {formatNumber(count)}
            </Text>
          )}
        </Title>
        {action}
      </Group>
      {children}
    </Box>
  )
}
