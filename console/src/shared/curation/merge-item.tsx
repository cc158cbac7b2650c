import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { formatWords } from '../format/format.ts'
import { Time } from '../format/time.tsx'
import { EntityLink } from '../page/entity-link.tsx'
import { Problem } from '../page/problem.tsx'
import { polegraph } from '../service/client.ts'
import { useMayWrite } from '../service/session.ts'
import type { Merge } from '../service/types.ts'
import { Actor } from './actor.tsx'
import { useDecision } from './use-decision.ts'

/** A merge of two entities: who made it, why, and a button that reverts it. */
export function MergeItem({ domainId, merge }: { domainId: string; merge: Merge }) {
  const mayWrite = useMayWrite()
  const { target, source, reasons, against, merged_by, merged_at, reverted_by, reverted_at } = merge
  const isOneHost = merge.source_hosts.join() === merge.target_hosts.join() && merge.source_hosts.length > 0
  const revert = useDecision(domainId, {
    call: () => polegraph.merges.revert(domainId, merge.id, {}),
    says: 'The merge is reverted; the two stay apart.',
  })
  return (
    <Paper withBorder p="sm" component="article">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2} style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text size="sm" component="div">
            <span className="said">{source.name.slice(0, 200)}</span>
            <Hosts hosts={isOneHost ? [] : merge.source_hosts} /> became one with{' '}
            <EntityLink domainId={domainId} entityId={target.id} size="sm">
              <span className="said">{target.name.slice(0, 200)}</span>
            </EntityLink>
            <Hosts hosts={isOneHost ? [] : merge.target_hosts} />
          </Text>
          <Text size="xs" c="dimmed" component="div">
            By <Actor actor={merged_by} />, <Time at={merged_at} />
            {isOneHost && <span className="said"> · both on {merge.source_hosts.join(', ')}</span>}
            {reverted_at && reverted_by && (
              <>
                {' · reverted by '}
                <Actor actor={reverted_by} />, <Time at={reverted_at} />
              </>
            )}
          </Text>
          <Why label="What made them one" reasons={reasons.filter((reason) => !against.includes(reason))} />
          <Why label="What told them apart" reasons={against} />
        </Stack>
        {reverted_at && (
          <Badge color="gray" variant="light" tt="none">
            reverted
          </Badge>
        )}
        {mayWrite && !reverted_at && (
          <Button size="compact-sm" variant="default" loading={revert.isRunning} onClick={() => revert.run()}>
            Revert
          </Button>
        )}
      </Group>
      {revert.error && <Problem error={revert.error} onRetry={() => revert.run()} />}
    </Paper>
  )
}

/** Where it was found: it may have the same name as the other. */
function Hosts({ hosts }: { hosts: string[] }) {
  if (hosts.length === 0) return null
  return (
    <Text span size="xs" c="dimmed" className="said">
      {' '}
      ({hosts.join(', ')})
    </Text>
  )
}

function Why({ label, reasons }: { label: string; reasons: string[] }) {
  if (reasons.length === 0) return null
  return (
    <Text size="xs" c="dimmed" component="div" className="said">
      {label}: {[...new Set(reasons.map(formatWords))].join(' · ')}
    </Text>
  )
}
