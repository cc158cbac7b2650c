import { SimpleGrid, TextInput } from '@mantine/core'

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
