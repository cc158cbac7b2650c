import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../shared/forms/form.tsx'
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { eventWords, type WebhookEvent, webhookEvents, webhooksKey } from './webhook-events.ts'

export function NewWebhook({ domainId, onMade }: { domainId: string; onMade: (secret: string) => void }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>(['crawl.finished', 'budget.hit'])
  const create = useAction({
    call: () => polegraph.webhooks.create(domainId, { url: url.trim(), events }),
    refreshes: webhooksKey(domainId),
    onDone: ({ secret }) => {
      setUrl('')
      onMade(secret)
    },
  })
  return (
    <>
      <LeaveGuard isChanged={url !== ''} />
      <Form style={{ flex: 1, maxWidth: 560 }} onSend={() => create.run()}>
        <Stack gap="sm">
          <TextInput
            label="Address of the receiver"
            description="http or https; not a private address."
            placeholder="https://example.org/hook"
            required
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <EventChoice label="Tell it when" events={events} onChange={setEvents} />
          {create.problem}
          <Button
            type="submit"
            loading={create.isRunning}
            disabled={events.length === 0}
            style={{ alignSelf: 'flex-start' }}
          >
            Make a webhook
          </Button>
        </Stack>
      </Form>
    </>
  )
}

export function EventChoice(props: {
  label: string
  events: WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
}) {
  return (
    <Checkbox.Group
      label={props.label}
      value={props.events}
      onChange={(value) => props.onChange(value as WebhookEvent[])}
    >
      <Stack gap={6} mt={6}>
        {webhookEvents.map((type) => (
          <Checkbox key={type} value={type} label={`${eventWords[type]} (${type})`} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
