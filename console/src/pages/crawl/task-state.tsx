import { Badge, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Time } from '../../shared/format/time.tsx'
import type { Plan } from '../../shared/service/types.ts'

type Task = Pick<Plan, 'status' | 'started_at' | 'finished_at'>

const words: Record<Task['status'], [word: string, color: string]> = {
  queued: ['begins soon', 'gray'],
  running: ['under way', 'blue'],
  finished: ['finished', 'green'],
  failed: ['failed', 'red'],
}

export const isUnderWay = ({ status }: { status: Task['status'] }) => status === 'queued' || status === 'running'

/** The state of a task in the background. */
export function TaskState({ task, children }: { task: Task; children?: ReactNode }) {
  const [word, color] = words[task.status]
  const at = task.finished_at ?? task.started_at
  return (
    <Group gap="sm">
      <Badge color={color} variant="light" tt="none">
        {word}
      </Badge>
      {at && (
        <Text size="sm" c="dimmed">
          <Time at={at} ago />
        </Text>
      )}
      {children}
    </Group>
  )
}
