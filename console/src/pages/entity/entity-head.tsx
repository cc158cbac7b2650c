import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { LongText } from '../../shared/curation/long-text.tsx'
import { mergeWithAny } from '../../shared/curation/merge-with-any.ts'
import { formatCount, formatPercent } from '../../shared/format/format.ts'
import { Kind } from '../../shared/format/kinds.tsx'
import { Time } from '../../shared/format/time.tsx'
import { AsCall, type CallName } from '../../shared/page/as-call.tsx'
import { useShortcuts } from '../../shared/page/shortcuts.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Entity } from '../../shared/service/types.ts'
import { NewWatch } from '../../shared/watches/new-watch.tsx'
import { DeleteWindow } from './correct/delete-window.tsx'
import { EditWindow } from './correct/edit-window.tsx'
import { MergeWindow } from './correct/merge-window.tsx'
import { SplitWindow } from './correct/split-window.tsx'
import { Sentence } from './sentence.tsx'

const calls: Record<string, CallName> = {
  facts: 'entities.get',
  relationships: 'entities.listRelationships',
  timeline: 'graph.getTimeline',
  evidence: 'entities.listEvidence',
  history: 'entities.getHistory',
  why: 'entities.explain',
}

export function EntityHead({
  domainId,
  entity,
  etag,
  part,
}: {
  domainId: string
  entity: Entity
  etag: string
  /** The part of the page that the address names: its call is shown. */
  part: string
}) {
  const isTimeline = part === 'timeline'
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Stack gap={4} style={{ flex: '1 1 320px', minWidth: 0 }}>
        <Group gap="xs" align="center">
          <Title order={1} size="h2">
            <LongText text={entity.name} most={200} />
          </Title>
          <Kind kind={entity.kind} />
        </Group>
        <Sentence domainId={domainId} entity={entity} />
        <Text size="sm" c="dimmed" component="div">
          {formatCount(entity.source_count, 'site')} · {formatPercent(entity.confidence)} sure
          {entity.last_seen_at && (
            <>
              {' · last seen '}
              <Time at={entity.last_seen_at} ago />
            </>
          )}
        </Text>
      </Stack>
      <Group gap="xs">
        <Actions domainId={domainId} entity={entity} etag={etag} />
        <AsCall
          call={calls[part] ?? 'entities.get'}
          ids={isTimeline ? [domainId] : [domainId, entity.id]}
          {...(isTimeline && { fields: { entity: entity.id } })}
        />
      </Group>
    </Group>
  )
}

function Actions({ domainId, entity, etag }: { domainId: string; entity: Entity; etag: string }) {
  const [open, setOpen] = useState<'watch' | 'edit' | 'merge' | 'split' | 'delete'>()
  const { merge } = useSearch({ from: '/signed-in/d/$domainId/e/$entityId' })
  const navigate = useNavigate({ from: '/d/$domainId/e/$entityId' })
  const close = () => setOpen(undefined)
  const of = { domainId, entity, etag, onClose: close }
  const mayWrite = useMayWrite()
  const compareWith = (other?: string) => {
    close()
    void navigate({ search: ({ merge: _, ...search }) => ({ ...search, ...(other && { merge: other }) }) })
  }
  useShortcuts(
    mayWrite
      ? [
          { keys: 'e', does: 'Edit', run: () => setOpen('edit') },
          { keys: 'w', does: 'Watch', run: () => setOpen('watch') },
          { keys: 'm', does: 'Merge with another', run: () => setOpen('merge') },
          { keys: 'x', does: 'Delete', run: () => setOpen('delete') },
        ]
      : [],
  )
  if (!mayWrite) return null
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen('watch')}>
        Watch
      </Button>
      <Button size="sm" variant="default" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button size="sm" variant="default">
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('merge')}>Merge with another…</Menu.Item>
          <Menu.Item onClick={() => setOpen('split')} disabled={entity.evidence_count < 2}>
            Split into two…
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => setOpen('delete')}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'watch' && (
        <NewWatch domainId={domainId} watched={{ entity_ids: [entity.id] }} name={entity.name} onClose={close} />
      )}
      {open === 'edit' && <EditWindow {...of} />}
      {open === 'split' && <SplitWindow {...of} />}
      {open === 'delete' && <DeleteWindow {...of} />}
      {(open === 'merge' || merge) && (
        <MergeWindow
          domainId={domainId}
          entity={entity}
          other={merge === mergeWithAny ? undefined : merge}
          onPick={compareWith}
          onClose={() => compareWith()}
        />
      )}
    </>
  )
}
