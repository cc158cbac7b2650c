import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../shared/forms/form.tsx'
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { EventChoice, type Told } from './event-choice.tsx'
import { webhooksKey } from './webhook-events.ts'

export function NewWebhook({ domainId, onMade }: { domainId: string; onMade: (secret: string) => void }) {
  const [url, setUrl] = useState('')
  const [told, setTold] = useState<Told>({ events: ['crawl.finished', 'budget.hit'], filter: null })
  const create = useAction({
    call: () => polegraph.webhooks.create(domainId, { url: url.trim(), ...told }),
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
          <EventChoice domainId={domainId} told={told} onChange={setTold} />
          {create.problem}
          <Button
            type="submit"
            loading={create.isRunning}
            disabled={told.events.length === 0}
            style={{ alignSelf: 'flex-start' }}
          >
            Make a webhook
          </Button>
        </Stack>
      </Form>
    </>
  )
}
