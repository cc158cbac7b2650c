import { Checkbox, Select, Stack, TagsInput } from '@mantine/core'
import type { Webhook } from '../../shared/service/types.ts'
import { useWatches } from '../../shared/watches/watches.ts'
import { crawlEvents, eventWords, graphEvents, type WebhookEvent } from './webhook-events.ts'

/** The events that a webhook is told of. */
export type Told = Pick<Webhook, 'events' | 'filter'>

export function EventChoice(props: { domainId: string; told: Told; onChange: (told: Told) => void }) {
  const { domainId, told, onChange } = props
  const { events, filter } = told
  const { items: watches = [] } = useWatches(domainId)
  const choose = (group: WebhookEvent[]) => (chosen: string[]) => {
    const others = events.filter((one) => !group.includes(one))
    onChange({ ...told, events: [...others, ...(chosen as WebhookEvent[])] })
  }
  const narrowTo = (given: NonNullable<Told['filter']>) => {
    const isEmpty = Object.values(given).every((one) => one === undefined)
    onChange({ ...told, filter: isEmpty ? null : given })
  }
  const narrow = (field: 'kinds' | 'types') => (words: string[]) =>
    narrowTo({ ...filter, [field]: words.length > 0 ? words : undefined })
  return (
    <>
      <Checkboxes label="Tell it when" group={crawlEvents} events={events} onChange={choose(crawlEvents)} />
      <Checkboxes
        label="And what happens to the graph"
        description="Many events in one delivery, tried until it arrives."
        group={graphEvents}
        events={events}
        onChange={choose(graphEvents)}
      />
      {events.some((one) => graphEvents.includes(one)) && (
        <>
          <TagsInput
            label="Only these kinds"
            description="Of the graph: entities of these kinds, and relationships that have one at an end. Empty for all."
            value={filter?.kinds ?? []}
            onChange={narrow('kinds')}
          />
          <TagsInput
            label="Only these types of relationships"
            description="Empty for all."
            value={filter?.types ?? []}
            onChange={narrow('types')}
          />
          {watches.length > 0 && (
            <Select
              label="Only the news of a watch"
              clearable
              placeholder="Any"
              value={filter?.watch_id ?? null}
              onChange={(watch_id) => narrowTo({ ...filter, watch_id: watch_id ?? undefined })}
              data={watches.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </>
      )}
    </>
  )
}

function Checkboxes(props: {
  label: string
  description?: string
  group: WebhookEvent[]
  events: WebhookEvent[]
  onChange: (chosen: string[]) => void
}) {
  const { label, description, group, events, onChange } = props
  return (
    <Checkbox.Group
      label={label}
      description={description}
      value={events.filter((one) => group.includes(one))}
      onChange={onChange}
    >
      <Stack gap={6} mt={6}>
        {group.map((type) => (
          <Checkbox key={type} value={type} label={`${eventWords[type]} (${type})`} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
