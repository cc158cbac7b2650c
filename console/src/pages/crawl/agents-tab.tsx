import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core'
import type { StreamedActivity } from '@polegraph/sdk/contract-types.ts'
import { useEffect, useRef, useState } from 'react'
import { formatCount, formatNumber, formatUsd } from '../../shared/format/format.ts'
import { Time } from '../../shared/format/time.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { throttle } from '../../shared/service/live.tsx'

const most = 500

const agentWords: Record<StreamedActivity['agent'], string> = {
  brief: 'understands the sentence',
  discoverer: 'searches for sources',
  reader: 'reads pages',
  planner: 'chooses links',
  resolver: 'finds duplicates',
}

interface Activity {
  entries: StreamedActivity[]
  is_live: boolean
  error: unknown
}

/** Follows the agents of the project, and keeps what belongs to this graph, newest first. */
function useActivity(domainId: string, isFromStart: boolean, attempt: number): Activity {
  const [activity, setActivity] = useState<Activity>({ entries: [], is_live: false, error: undefined })
  const kept = useRef<StreamedActivity[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the stream again
  useEffect(() => {
    const ending = new AbortController()
    kept.current = []
    const show = throttle(() => setActivity((before) => ({ ...before, entries: kept.current })), 500)
    const onLive = (is_live: boolean) => setActivity((before) => ({ ...before, is_live, error: undefined }))
    const follow = async () => {
      const options = { signal: ending.signal, onLive, ...(isFromStart && { since: 0 }) }
      for await (const entry of polegraph.agents(options)) {
        if (entry.domain_id !== domainId) continue
        kept.current = [entry, ...kept.current].slice(0, most)
        show.soon()
      }
    }
    setActivity({ entries: [], is_live: false, error: undefined })
    follow().catch((error: unknown) => {
      if (!ending.signal.aborted) setActivity((before) => ({ ...before, is_live: false, error }))
    })
    return () => {
      ending.abort()
      show.cancel()
    }
  }, [domainId, isFromStart, attempt])
  return activity
}

/** Actions of the agents for this graph, as they happen. */
export function AgentsTab({ domainId }: { domainId: string }) {
  const [isFromStart, setIsFromStart] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const { entries, is_live, error } = useActivity(domainId, isFromStart, attempt)
  const earlier = !isFromStart && (
    <Button size="xs" variant="default" onClick={() => setIsFromStart(true)}>
      Show earlier activity
    </Button>
  )
  return (
    <Stack>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Text size="sm" c="dimmed" role="status">
          {is_live ? 'Live: actions appear as they happen.' : 'Not live: the stream is being opened.'}{' '}
          {entries.length > 0 && formatCount(entries.length, 'action')}
          {entries.length === most && ', the last ones'}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {entries.length > 0 && earlier}
          <AsCall call="agents" ids={[]} />
        </Group>
      </Group>
      {error !== undefined && <Problem error={error} onRetry={() => setAttempt(attempt + 1)} />}
      {entries.length === 0 && error === undefined && (
        <Empty title={isFromStart ? 'No agent was active' : 'No agent is active'} action={earlier}>
          Agents understand sentences, search for sources, choose links, read pages with the model and find duplicates.
        </Empty>
      )}
      {entries.length > 0 && (
        <Box style={{ overflowY: 'auto', maxHeight: '70vh' }} tabIndex={0} role="region" aria-label="Activity">
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </Stack>
        </Box>
      )}
    </Stack>
  )
}

function Row({ entry }: { entry: StreamedActivity }) {
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="baseline">
      <Badge variant="light" color="gray" tt="none" w={96} title={agentWords[entry.agent]} style={{ flexShrink: 0 }}>
        {entry.agent}
      </Badge>
      <div style={{ minWidth: 0, flex: 1 }}>
        <Text size="sm" className="said">
          <strong>{entry.action}</strong> {entry.subject}
        </Text>
        <Text size="xs" c="dimmed" className="said">
          {entry.detail}
        </Text>
      </div>
      <Text size="xs" c="dimmed" ta="right" style={{ flexShrink: 0 }} component="div">
        <Time at={entry.at} ago />
        {entry.tokens > 0 && (
          <div className="number">
            {formatNumber(entry.tokens)} tokens, {formatUsd(entry.spend_usd)}
          </div>
        )}
      </Text>
    </Group>
  )
}
