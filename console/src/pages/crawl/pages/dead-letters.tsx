import { Button, Group, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useRef, useState } from 'react'
import { Away } from '../../../shared/format/away.tsx'
import { formatCount } from '../../../shared/format/format.ts'
import { Time } from '../../../shared/format/time.tsx'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { actions, ListTable } from '../../../shared/lists/list-table.tsx'
import { Listed } from '../../../shared/lists/listed.tsx'
import { useList } from '../../../shared/lists/use-list.ts'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { DeadLetter } from '../../../shared/service/types.ts'
import { useMayCrawl } from '../crawl-queries.ts'
import { Why } from './page-row.tsx'

type Status = DeadLetter['status']

const statuses: { value: Status; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'requeued', label: 'Tried again' },
  { value: 'discarded', label: 'Discarded' },
]

/** Pages that failed again and again: only a person lets them be tried once more. */
export function DeadLetters({ domainId }: { domainId: string }) {
  const [status, setStatus] = useState<Status>('open')
  const mayCrawl = useMayCrawl(domainId)
  const list = useList({
    key: ['d', domainId, 'dead-letters', status],
    page: (from, options) => polegraph.deadLetters.list(domainId, { status, limit: 100, ...from }, options),
    items: ({ dead_letters }) => dead_letters,
  })
  const { requeue, done, stop } = useRequeue(domainId)
  const discard = useAction({
    call: (id: string) => polegraph.deadLetters.discard(domainId, id),
    says: 'Discarded. It can still be tried again, under Discarded.',
    refreshes: ['d', domainId],
    onFailed: toastError,
  })
  const isAll = (requeue.input?.length ?? 0) > 1
  const letters = list.items ?? []
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Dead letters
        </Title>
        <Group gap="xs">
          {mayCrawl && status === 'open' && letters.length > 1 && (
            <Button
              size="xs"
              variant="default"
              disabled={requeue.isRunning && !isAll}
              onClick={() => (isAll ? stop() : requeue.run(letters.map(({ id }) => id)))}
            >
              {isAll ? `Stop at ${done} of ${requeue.input?.length}` : `Try all ${letters.length} again`}
            </Button>
          )}
          <AsCall call="deadLetters.list" ids={[domainId]} fields={{ status }} />
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        Pages that failed to be read {limits.dead_after} times. They are not tried again by themselves.
      </Text>
      <SegmentedControl
        size="xs"
        value={status}
        onChange={(value) => setStatus(value as Status)}
        data={statuses}
        aria-label="Which dead letters"
        style={{ alignSelf: 'flex-start' }}
      />
      <Listed list={list} height={80} empty={<Text size="sm">None.</Text>}>
        {() => (
          <ListTable minWidth={680} columns={[{ label: 'Page', miw: 200 }, 'Why', 'Since', actions]}>
            {letters.map((letter) => (
              <LetterRow
                key={letter.id}
                letter={letter}
                isBusy={requeue.isRunning}
                onRequeue={mayCrawl && status !== 'requeued' ? () => requeue.run([letter.id]) : undefined}
                onDiscard={mayCrawl && status === 'open' ? () => discard.run(letter.id) : undefined}
              />
            ))}
          </ListTable>
        )}
      </Listed>
    </Stack>
  )
}

/** Queues pages again one after the other, and stops when it is told to. */
function useRequeue(domainId: string) {
  const [done, setDone] = useState(0)
  const isStopped = useRef(false)
  const requeue = useAction({
    call: async (ids: string[]) => {
      setDone(0)
      isStopped.current = false
      for (const [at, id] of ids.entries()) {
        if (isStopped.current) return at
        await polegraph.deadLetters.requeue(domainId, id)
        setDone(at + 1)
      }
      return ids.length
    },
    says: (count) => `${formatCount(count, 'page')} queued again`,
    onFailed: toastError,
    refreshes: ['d', domainId],
  })
  const stop = () => {
    isStopped.current = true
  }
  return { requeue, done, stop }
}

function LetterRow(props: {
  letter: DeadLetter
  isBusy: boolean
  onRequeue: (() => void) | undefined
  onDiscard: (() => void) | undefined
}) {
  const { url, error, error_code, created_at } = props.letter
  return (
    <Table.Tr>
      <Table.Td>
        <Away href={url} />
      </Table.Td>
      <Table.Td>
        <Why code={error_code} error={error} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Time at={created_at} ago />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {props.onRequeue && (
            <Button
              size="compact-sm"
              variant="default"
              disabled={props.isBusy}
              onClick={props.onRequeue}
              aria-label={`Try again: ${url}`}
            >
              Try again
            </Button>
          )}
          {props.onDiscard && (
            <Button size="compact-sm" variant="default" onClick={props.onDiscard} aria-label={`Discard: ${url}`}>
              Discard
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
