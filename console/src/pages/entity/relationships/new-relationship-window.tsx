import { Autocomplete, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EntityPicker } from '../../../shared/curation/entity-picker.tsx'
import { useDecision } from '../../../shared/curation/use-decision.ts'
import { formatWords } from '../../../shared/format/format.ts'
import { toWord } from '../../../shared/format/word.ts'
import { Form } from '../../../shared/forms/form.tsx'
import { FormWindow } from '../../../shared/forms/leave-guard.tsx'
import { WindowButtons } from '../../../shared/forms/window-buttons.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Entity } from '../../../shared/service/types.ts'
import { SpanFields } from './relationship-draft.tsx'

/** A relationship that a person knows of. */
export function NewRelationshipWindow({
  domainId,
  entity,
  onClose,
}: {
  domainId: string
  entity: Entity
  onClose: () => void
}) {
  const [other, setOther] = useState<Entity>()
  const [typed, setTyped] = useState('')
  const [direction, setDirection] = useState('out')
  const [span, setSpan] = useState({ since: '', until: '' })
  const { data: stats } = useQuery({
    queryKey: ['d', domainId, 'stats'],
    queryFn: ({ signal }) => polegraph.graph.getStats(domainId, {}, { signal }),
  })
  const type = toWord(typed)
  const [from, to] = direction === 'out' ? [entity, other] : [other, entity]
  const add = useDecision(domainId, {
    call: () =>
      polegraph.relationships.create(domainId, {
        ...{ from: from?.id ?? '', to: to?.id ?? '', type },
        ...(span.since.trim() && { since: span.since.trim() }),
        ...(span.until.trim() && { until: span.until.trim() }),
      }),
    says: 'The relationship is added.',
    onDone: onClose,
  })
  const isChanged = other !== undefined || typed !== '' || span.since !== '' || span.until !== ''
  const details = add.error instanceof PolegraphError ? add.error.details : []
  return (
    <FormWindow isChanged={isChanged} onClose={onClose} title="Add a relationship" size="lg">
      <Form onSend={() => add.run()}>
        <Stack>
          <Other domainId={domainId} entity={entity} other={other} onPick={setOther} />
          <Autocomplete
            label="What it is"
            description="A verb phrase, such as works for."
            placeholder="works for"
            maxLength={limits.relation_max}
            required
            data={(stats?.types ?? []).slice(0, 50).map(({ value }) => formatWords(value))}
            value={typed}
            onChange={setTyped}
            error={details.find(({ path }) => path === 'type')?.message}
          />
          <SegmentedControl
            value={direction}
            onChange={setDirection}
            aria-label="Direction"
            data={[
              { value: 'out', label: 'From this one' },
              { value: 'in', label: 'To this one' },
            ]}
          />
          {from && to && type && (
            <Text size="sm" component="div">
              <span className="said">{from.name.slice(0, 100)}</span> <b>{formatWords(type)}</b>{' '}
              <span className="said">{to.name.slice(0, 100)}</span>
            </Text>
          )}
          <SpanFields
            span={span}
            onChange={setSpan}
            errorOf={(field) => details.find(({ path }) => path === field)?.message}
          />
          {add.problem}
          <WindowButtons onClose={onClose}>
            <Button type="submit" disabled={!other || !type} loading={add.isRunning}>
              Add
            </Button>
          </WindowButtons>
        </Stack>
      </Form>
    </FormWindow>
  )
}

/** The other end: it is picked, and then shown. */
function Other(props: {
  domainId: string
  entity: Entity
  other: Entity | undefined
  onPick: (other: Entity | undefined) => void
}) {
  const { domainId, entity, other, onPick } = props
  if (!other) {
    return <EntityPicker domainId={domainId} label="With which other one?" except={entity.id} onPick={onPick} />
  }
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" className="one-line">
        With {other.name}
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => onPick(undefined)}>
        Change
      </Button>
    </Group>
  )
}
