import { Stack, Text } from '@mantine/core'
import { formatCount } from '../../../shared/format/format.ts'
import type { Import } from '../../../shared/service/types.ts'

/** The first rows that could not be understood, each in a line. */
export function RowErrors({ of }: { of: Pick<Import, 'errors' | 'rows_failed'> }) {
  if (of.rows_failed === 0) return null
  return (
    <Stack gap={2}>
      <Text size="sm">Left out: {formatCount(of.rows_failed, 'row')}</Text>
      {of.errors.slice(0, 5).map(({ row, error }) => (
        <Text key={row} size="sm" c="dimmed" className="said">
          Row {row}: {error}
        </Text>
      ))}
    </Stack>
  )
}
