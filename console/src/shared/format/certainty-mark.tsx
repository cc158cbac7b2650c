import { Text } from '@mantine/core'
import type { Evidence } from '../service/types.ts'

/** Tells what is not said plainly. */
export function CertaintyMark({ certainty }: { certainty: Evidence['certainty'] }) {
  if (certainty === 'said') return null
  return (
    <Text span size="xs" c="dimmed">
      {certainty}
    </Text>
  )
}
