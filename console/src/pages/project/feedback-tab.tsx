import { Badge, Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useState } from 'react'
import { Time } from '../../shared/format/time.tsx'
import { Form } from '../../shared/forms/form.tsx'
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { polegraph } from '../../shared/service/client.ts'

/** Problems and ideas for the people who run the service. */
export function FeedbackTab() {
  const [kind, setKind] = useState<'problem' | 'idea'>('problem')
  const [message, setMessage] = useState('')
  const list = useList({
    key: ['feedback'],
    page: (from, options) => polegraph.feedback.list({ limit: 50, ...from }, options),
    items: ({ feedback }) => feedback,
  })
  const send = useAction({
    call: () => polegraph.feedback.send({ kind, message }),
    says: 'Thank you. It was sent.',
    refreshes: ['feedback'],
    onDone: () => setMessage(''),
  })
  return (
    <Stack>
      <LeaveGuard isChanged={message !== ''} />
      <Form onSend={() => send.run()}>
        <Stack maw={640}>
          <Group justify="space-between">
            <SegmentedControl
              aria-label="Kind of feedback"
              value={kind}
              onChange={(value) => setKind(value === 'idea' ? 'idea' : 'problem')}
              data={[
                { value: 'problem', label: 'Problem' },
                { value: 'idea', label: 'Idea' },
              ]}
            />
            <AsCall call="feedback.list" ids={[]} />
          </Group>
          <Textarea
            label={kind === 'problem' ? 'What went wrong?' : 'What would help you?'}
            autosize
            minRows={3}
            required
            maxLength={limits.feedback_max}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          {send.problem}
          <Button type="submit" loading={send.isRunning} disabled={!message.trim()} style={{ alignSelf: 'flex-start' }}>
            Send
          </Button>
        </Stack>
      </Form>
      <Listed list={list} height={80}>
        {(feedback) => feedback.map((item) => <Said key={item.id} {...item} />)}
      </Listed>
    </Stack>
  )
}

function Said({ kind, created_at, message }: { kind: string; created_at: string; message: string }) {
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Badge variant="light" color={kind === 'idea' ? 'blue' : 'orange'} tt="none">
          {kind}
        </Badge>
        <Text size="sm" c="dimmed">
          <Time at={created_at} ago />
        </Text>
      </Group>
      <Text size="sm" className="said">
        {message}
      </Text>
    </Stack>
  )
}
