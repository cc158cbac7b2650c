import { Alert, Badge, Button, Card, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Webhook } from '../../shared/service/types.ts'
import { ChangeWebhook } from './change-webhook.tsx'
import { Deliveries, deliveriesKey } from './deliveries.tsx'
import { filterWords, webhooksKey } from './webhook-events.ts'

interface WebhookProps {
  domainId: string
  webhook: Webhook
  onSecret: (secret: string) => void
}

/** One webhook, and what became of its deliveries. */
export function WebhookCard(props: WebhookProps) {
  const { domainId, webhook } = props
  const mayWrite = useMayWrite()
  const [isOpen, setIsOpen] = useState(false)
  const test = useAction({
    call: () => polegraph.webhooks.test(domainId, webhook.id),
    refreshes: deliveriesKey(domainId, webhook.id),
  })
  return (
    <Card withBorder component="section" aria-label={`Webhook ${webhook.url}`}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Title order={2} size="h5" className="said">
                {webhook.url}
              </Title>
              {!webhook.enabled && (
                <Badge color="gray" variant="light" tt="none">
                  off
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {webhook.events.join(', ')}
              {filterWords(webhook) && ` (${filterWords(webhook)})`}
            </Text>
          </div>
          <Group gap="xs">
            {mayWrite && (
              <Button size="xs" variant="default" loading={test.isRunning} onClick={() => test.run()}>
                Send a test
              </Button>
            )}
            <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              Deliveries
            </Button>
            {mayWrite && <Changes {...props} onDelete={() => setIsOpen(false)} />}
          </Group>
        </Group>
        {webhook.disabled_reason && (
          <Alert color="yellow" title="The service has switched it off" py="xs">
            <span className="said">{webhook.disabled_reason}</span>
          </Alert>
        )}
        {test.answer && (
          <Text size="sm" role="status" c={test.answer.status === 'delivered' ? undefined : 'red'} className="said">
            {test.answer.status === 'delivered'
              ? `The test arrived: the receiver answered ${test.answer.response_status}.`
              : `The test did not arrive: ${test.answer.error ?? `the receiver answered ${test.answer.response_status}`}.`}
          </Text>
        )}
        {test.error && (
          <Text size="sm" role="status" c="red" className="said">
            {test.error.message}
          </Text>
        )}
        {isOpen && <Deliveries domainId={domainId} webhookId={webhook.id} />}
      </Stack>
    </Card>
  )
}

function Changes({ domainId, webhook, onSecret, onDelete }: WebhookProps & { onDelete: () => void }) {
  const [asks, setAsks] = useState<'rotate' | 'delete' | 'change' | undefined>(undefined)
  const { id, url, enabled } = webhook
  const close = () => setAsks(undefined)
  const turn = useAction({
    call: () => polegraph.webhooks.change(domainId, id, { enabled: !enabled }),
    says: () => (enabled ? 'The webhook is off' : 'The webhook is on'),
    refreshes: webhooksKey(domainId),
    onFailed: toastError,
  })
  const rotate = useAction({
    call: () => polegraph.webhooks.rotateSecret(domainId, id),
    refreshes: webhooksKey(domainId),
    onDone: ({ secret }) => {
      close()
      onSecret(secret)
    },
  })
  const remove = useAction({
    call: () => {
      // Its deliveries are asked for every few seconds, and go with it.
      onDelete()
      return polegraph.webhooks.delete(domainId, id)
    },
    says: 'The webhook is deleted',
    refreshes: webhooksKey(domainId),
    onDone: close,
  })
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button size="xs" variant="default" aria-label={`Change: ${url}`}>
            Change
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsks('change')}>Address and events…</Menu.Item>
          <Menu.Item onClick={() => turn.run()}>{enabled ? 'Switch off' : 'Switch on'}</Menu.Item>
          <Menu.Item onClick={() => setAsks('rotate')}>New secret…</Menu.Item>
          <Menu.Item color="red" onClick={() => setAsks('delete')}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asks === 'change' && <ChangeWebhook domainId={domainId} webhook={webhook} onClose={close} />}
      {asks === 'rotate' && (
        <Confirm
          title="Give the webhook a new secret"
          action="New secret"
          of={rotate}
          onConfirm={() => rotate.run()}
          onClose={close}
        >
          Every further delivery is signed with the new secret. A receiver that still checks with the old one refuses
          them.
        </Confirm>
      )}
      {asks === 'delete' && (
        <Confirm title="Delete the webhook" action="Delete" of={remove} onConfirm={() => remove.run()} onClose={close}>
          <span className="said">{url}</span> is told of nothing any more. Deliveries that wait, and the list of those
          that were made, are deleted too.
        </Confirm>
      )}
    </>
  )
}
