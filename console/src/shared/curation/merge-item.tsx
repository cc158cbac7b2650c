import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Time } from '../format/time.tsx'
import { EntityLink } from '../page/entity-link.tsx'
import { Problem } from '../page/problem.tsx'
import { polegraph } from '../service/client.ts'
import { useMayWrite } from '../service/session.ts'
import type { Merge } from '../service/types.ts'
import { Actor } from './actor.tsx'
import { ReasonList } from './reason-list.tsx'
import { useDecision } from './use-decision.ts'

/** A merge of two entities: who made it, why, and a button that reverts it. */
export function MergeItem({ domainId, merge }: { domainId: string; merge: Merge }) {
  const mayWrite = useMayWrite()
  const { target, source, reasons, merged_by, merged_at, reverted_by, reverted_at } = merge
  const revert = useDecision(domainId, {
    call: () => polegraph.merges.revert(domainId, merge.id, {}),
    says: 'The merge is reverted; the two stay apart.',
  })
  return (
    <Paper withBorder p="sm" component="article">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2} style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text size="sm" component="div">
            <span className="said">{source.name.slice(0, 200)}</span> became one with{' '}
            <EntityLink domainId={domainId} entityId={target.id} size="sm">
              <span className="said">{target.name.slice(0, 200)}</span>
            </EntityLink>
          </Text>
          <Text size="xs" c="dimmed" component="div">
            By <Actor actor={merged_by} />, <Time at={merged_at} />
            {reverted_at && reverted_by && (
              <>
                {' · reverted by '}
                <Actor actor={reverted_by} />, <Time at={reverted_at} />
              </>
            )}
          </Text>
          {reasons.length > 0 && <ReasonList reasons={reasons} c="dimmed" />}
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
