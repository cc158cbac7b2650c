import { Checkbox, Stack, TagsInput } from '@mantine/core'
import type { Webhook } from '../../shared/service/types.ts'
import { crawlEvents, eventWords, graphEvents, type WebhookEvent } from './webhook-events.ts'

/** The events that a webhook is told of. */
export type Told = Pick<Webhook, 'events' | 'filter'>

export function EventChoice({ told, onChange }: { told: Told; onChange: (told: Told) => void }) {
  const { events, filter } = told
  const choose = (group: WebhookEvent[]) => (chosen: string[]) => {
    const others = events.filter((one) => !group.includes(one))
    onChange({ ...told, events: [...others, ...(chosen as WebhookEvent[])] })
  }
  const narrow = (field: 'kinds' | 'types') => (words: string[]) => {
    const given = { ...filter, [field]: words.length > 0 ? words : undefined }
    const isEmpty = Object.values(given).every((one) => one === undefined)
    onChange({ ...told, filter: isEmpty ? null : given })
  }
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
