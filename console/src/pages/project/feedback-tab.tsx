import { Badge, Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Time } from '../../shared/format/time.tsx'
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { toastDone } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'

/** Problems and ideas for the people who run the service. */
export function FeedbackTab() {
  const [kind, setKind] = useState<'problem' | 'idea'>('problem')
  const [message, setMessage] = useState('')
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['feedback'],
    queryFn: ({ signal }) => polegraph.feedback.list({ limit: 50 }, { signal }),
  })
  const send = useMutation({
    mutationFn: () => polegraph.feedback.send({ kind, message }),
    onSuccess: () => {
      setMessage('')
      toastDone('Thank you. It was sent.')
      void queries.invalidateQueries({ queryKey: ['feedback'] })
    },
  })
  return (
    <Stack>
      <LeaveGuard isChanged={message !== ''} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate()
        }}
      >
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
          {send.error && <Problem error={send.error} />}
          <Button type="submit" loading={send.isPending} disabled={!message.trim()} style={{ alignSelf: 'flex-start' }}>
            Send
          </Button>
        </Stack>
      </form>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {data?.feedback.map((item) => (
        <Stack key={item.id} gap={2}>
          <Group gap="xs">
            <Badge variant="light" color={item.kind === 'idea' ? 'blue' : 'orange'} tt="none">
              {item.kind}
            </Badge>
            <Text size="sm" c="dimmed">
              <Time at={item.created_at} ago />
            </Text>
          </Group>
          <Text size="sm" className="said">
            {item.message}
          </Text>
        </Stack>
      ))}
    </Stack>
  )
}
