import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../shared/forms/form.tsx'
import { FormWindow } from '../../shared/forms/leave-guard.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { isSame } from '../../shared/forms/use-draft.ts'
import { WindowButtons } from '../../shared/forms/window-buttons.tsx'
import { polegraph } from '../../shared/service/client.ts'
import type { Webhook } from '../../shared/service/types.ts'
import { EventChoice, type Told } from './event-choice.tsx'
import { webhooksKey } from './webhook-events.ts'

export function ChangeWebhook(props: { domainId: string; webhook: Webhook; onClose: () => void }) {
  const { domainId, webhook, onClose } = props
  const [url, setUrl] = useState(webhook.url)
  const [told, setTold] = useState<Told>({ events: webhook.events, filter: webhook.filter })
  const before = { events: webhook.events.toSorted(), filter: webhook.filter }
  const isChanged = url !== webhook.url || !isSame({ ...told, events: told.events.toSorted() }, before)
  const save = useAction({
    call: () => polegraph.webhooks.change(domainId, webhook.id, { url: url.trim(), ...told }),
    says: 'Saved',
    refreshes: webhooksKey(domainId),
    onDone: onClose,
  })
  return (
    <FormWindow isChanged={isChanged} onClose={onClose} title="Address and events">
      <Form onSend={() => save.run()}>
        <Stack>
          <TextInput
            label="Address of the receiver"
            required
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <EventChoice domainId={domainId} told={told} onChange={setTold} />
          {save.problem}
          <WindowButtons onClose={onClose}>
            <Button type="submit" loading={save.isRunning} disabled={told.events.length === 0}>
              Save
            </Button>
          </WindowButtons>
        </Stack>
      </Form>
    </FormWindow>
  )
}
