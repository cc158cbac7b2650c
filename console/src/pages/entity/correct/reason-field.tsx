import { Textarea } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'

/** Why a person decides so; whoever reads the audit later is told. */
export function ReasonField(props: { value: string; onChange: (value: string) => void; isFirst?: boolean }) {
  return (
    <Textarea
      label="Reason"
      description="Kept in the audit."
      autosize
      maxLength={limits.note_max}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      data-autofocus={props.isFirst || undefined}
    />
  )
}

/** The reason as a field of a body, where one was given. */
export const reasonOf = (typed: string) => (typed.trim() ? { reason: typed.trim() } : {})
