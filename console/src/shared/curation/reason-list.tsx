import { List, type MantineColor } from '@mantine/core'
import { formatWords } from '../format/format.ts'

/** Reasons in words; one that two pages gave is said once. */
export function ReasonList({ reasons, c }: { reasons: string[]; c?: MantineColor }) {
  return (
    <List size="sm" {...(c && { c })}>
      {[...new Set(reasons.map(formatWords))].map((reason) => (
        <List.Item key={reason} className="said">
          {reason}
        </List.Item>
      ))}
    </List>
  )
}
