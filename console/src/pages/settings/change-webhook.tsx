import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormWindow } from '../../shared/forms/leave-guard.tsx'
import { isSame } from '../../shared/forms/use-draft.ts'
import { Problem } from '../../shared/page/problem.tsx'
import { toastDone } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import type { Webhook } from '../../shared/service/types.ts'
import { EventChoice } from './new-webhook.tsx'

export function ChangeWebhook(props: {
  domainId: string
  webhook: Webhook
  onChange: () => void
  onClose: () => void
}) {
  const { domainId, webhook, onChange, onClose } = props
  const [url, setUrl] = useState(webhook.url)
  const [events, setEvents] = useState(webhook.events)
  const isChanged = url !== webhook.url || !isSame(events.toSorted(), webhook.events.toSorted())
  const save = useMutation({
    mutationFn: () => polegraph.webhooks.change(domainId, webhook.id, { url: url.trim(), events }),
    onSuccess: () => {
      toastDone('Saved')
      onChange()
      onClose()
    },
  })
  return (
    <FormWindow isChanged={isChanged} onClose={onClose} title="Address and events">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Stack>
          <TextInput
            label="Address of the receiver"
            required
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <EventChoice label="Tell it when" events={events} onChange={setEvents} />
          {save.error && <Problem error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={events.length === 0}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </FormWindow>
  )
}
