import { SimpleGrid, TextInput } from '@mantine/core'
import type { Relationship } from '../../../shared/service/types.ts'
import { prefixed, type TextDraft } from '../correct/entity-draft.ts'

/** The draft of the edit form: one text a field, as it is typed. */
export const relationshipDraft = ({ since, until, attributes }: Relationship): TextDraft => ({
  since: since ?? '',
  until: until ?? '',
  ...prefixed('attributes', attributes),
})

/** The body that changes these fields to what is in the draft. Attributes are set together. */
export function relationshipBody(draft: TextDraft, changed: string[]) {
  const spanOf = (field: 'since' | 'until') =>
    changed.includes(field) && { [field]: (draft[field] ?? '').trim() || null }
  return {
    ...spanOf('since'),
    ...spanOf('until'),
    ...(changed.some((field) => field !== 'since' && field !== 'until') && { attributes: attributesOf(draft) }),
  }
}

const attributesOf = ({ since: _, until: __, ...rest }: TextDraft) =>
  Object.fromEntries(Object.entries(rest).map(([field, text]) => [field.replace('attributes.', ''), text]))

/** When a relationship began and ended, as it is typed. */
export interface Span {
  since: string
  until: string
}

export function SpanFields({
  span,
  onChange,
  errorOf,
}: {
  span: Span
  onChange: (span: Span) => void
  errorOf: (field: string) => string | undefined
}) {
  return (
    <SimpleGrid cols={2}>
      <TextInput
        label="Since"
        placeholder="1987-05"
        value={span.since}
        onChange={(event) => onChange({ ...span, since: event.currentTarget.value })}
        error={errorOf('since')}
      />
      <TextInput
        label="Until"
        placeholder="1990"
        value={span.until}
        onChange={(event) => onChange({ ...span, until: event.currentTarget.value })}
        error={errorOf('until')}
      />
    </SimpleGrid>
  )
}
