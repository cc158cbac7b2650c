import { Autocomplete, Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatWords } from '../format/format.ts'
import { shorten } from '../format/shorten.ts'
import { toWord } from '../format/word.ts'
import { Form } from '../forms/form.tsx'
import { WindowButtons } from '../forms/window-buttons.tsx'
import { polegraph } from '../service/client.ts'
import { SpanFields } from './span-fields.tsx'
import { useDecision } from './use-decision.ts'

interface End {
  id: string
  name: string
}

/** A relationship that a person adds. How the other end is chosen is the caller's: `children`. */
export function NewRelationshipForm({
  domainId,
  about,
  other,
  reason,
  children,
  onChange,
  onClose,
}: {
  domainId: string
  about: End
  other: End | undefined
  reason?: string
  children: ReactNode
  /** Something was typed or chosen. */
  onChange: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [direction, setDirection] = useState('out')
  const [span, setSpan] = useState({ since: '', until: '' })
  const type = toWord(typed)
  const [from, to] = direction === 'out' ? [about, other] : [other, about]
  const add = useDecision(domainId, {
    call: () =>
      polegraph.relationships.create(domainId, {
        ...{ from: from?.id ?? '', to: to?.id ?? '', type },
        ...(reason !== undefined && { reason }),
        ...(span.since.trim() && { since: span.since.trim() }),
        ...(span.until.trim() && { until: span.until.trim() }),
      }),
    says: 'The relationship is added.',
    onDone: onClose,
  })
  const details = add.error instanceof PolegraphError ? add.error.details : []
  const change =
    <Value,>(keep: (value: Value) => void) =>
    (value: Value) => {
      keep(value)
      onChange()
    }
  const errorOf = (field: string) => details.find(({ path }) => path === field)?.message
  return (
    <Form onSend={() => add.run()}>
      <Stack>
        {children}
        <TypeField domainId={domainId} value={typed} onChange={change(setTyped)} error={errorOf('type')} />
        <SegmentedControl
          value={direction}
          onChange={setDirection}
          aria-label="Direction"
          data={[
            { value: 'out', label: `From ${shorten(about.name, 30)}` },
            { value: 'in', label: `To ${shorten(about.name, 30)}` },
          ]}
        />
        {from && to && type && (
          <Text size="sm" component="div" className="said">
            {shorten(from.name)} <b>{formatWords(type)}</b> {shorten(to.name)}
          </Text>
        )}
        <SpanFields span={span} onChange={change(setSpan)} errorOf={errorOf} />
        {add.problem}
        <WindowButtons onClose={onClose}>
          <Button type="submit" disabled={!other || !type} loading={add.isRunning}>
            Add
          </Button>
        </WindowButtons>
      </Stack>
    </Form>
  )
}

/** What the relationship is, with the types that the graph has already. */
function TypeField({
  domainId,
  value,
  onChange,
  error,
}: {
  domainId: string
  value: string
  onChange: (text: string) => void
  error: string | undefined
}) {
  const { data: stats } = useQuery({
    queryKey: ['d', domainId, 'stats'],
    queryFn: ({ signal }) => polegraph.graph.getStats(domainId, {}, { signal }),
  })
  return (
    <Autocomplete
      label="What it is"
      description="A verb phrase, such as works for."
      placeholder="works for"
      maxLength={limits.relation_max}
      required
      data={(stats?.types ?? []).slice(0, 50).map(({ value: type }) => formatWords(type))}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
