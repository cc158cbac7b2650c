import { Button, Modal, Radio, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EntityPicker } from '../../../shared/curation/entity-picker.tsx'
import { entityQuery } from '../../../shared/curation/entity-queries.ts'
import { SideBySide } from '../../../shared/curation/side-by-side.tsx'
import { useDecision } from '../../../shared/curation/use-decision.ts'
import { WindowButtons } from '../../../shared/forms/window-buttons.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Entity } from '../../../shared/service/types.ts'
import { ReasonField, reasonOf } from './reason-field.tsx'

/** Makes one of two: first the other is found, then both stand side by side. */
export function MergeWindow({
  domainId,
  entity,
  other,
  onPick,
  onClose,
}: {
  domainId: string
  entity: Entity
  other: string | undefined
  onPick: (other: string) => void
  onClose: () => void
}) {
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  return (
    <Modal
      opened
      onClose={onClose}
      title={other ? 'Merge these two?' : 'Merge with another'}
      size={other ? 900 : 'md'}
      fullScreen={isNarrow}
    >
      {other ? (
        <Compare domainId={domainId} ids={[entity.id, other]} onClose={onClose} />
      ) : (
        <EntityPicker
          domainId={domainId}
          label="Which one is the same?"
          except={entity.id}
          onPick={({ id }) => onPick(id)}
        />
      )}
    </Modal>
  )
}

function Compare({ domainId, ids, onClose }: { domainId: string; ids: [string, string]; onClose: () => void }) {
  const first = useQuery(entityQuery(domainId, ids[0]))
  const second = useQuery(entityQuery(domainId, ids[1]))
  const [chosen, setChosen] = useState<string>()
  const [reason, setReason] = useState('')
  const navigate = useNavigate()
  const both = first.data && second.data && ([first.data, second.data] as const)
  // The better known of the two stays, unless the person says otherwise.
  const known = both && (both[0].entity.evidence_count >= both[1].entity.evidence_count ? both[0] : both[1])
  const target = both?.find(({ entity }) => entity.id === chosen) ?? known
  const source = both?.find(({ entity }) => entity.id !== target?.entity.id)
  const merge = useDecision(domainId, {
    call: async ({ into, from, etag }: { into: Entity; from: Entity; etag: string }) => {
      const body = { target: into.id, sources: [from.id], ...reasonOf(reason) }
      return polegraph.entities.merge(domainId, body, { if_match: etag })
    },
    says: 'The two are one now.',
    onDone: (_, { into }) => void navigate({ to: '/d/$domainId/e/$entityId', params: { domainId, entityId: into.id } }),
  })
  const isSame = both && both[0].entity.id === both[1].entity.id
  if (isSame) return <Text>These are one already: one of them was merged into the other.</Text>
  return (
    <Stack>
      <Radio.Group value={target?.entity.id ?? null} onChange={setChosen} aria-label="Which one stays">
        <SideBySide
          domainId={domainId}
          ids={ids}
          head={({ id, name }) => (
            <Radio value={id} label="This one stays" aria-label={`${name.slice(0, 100)} stays`} />
          )}
        />
      </Radio.Group>
      <Text size="sm" c="dimmed">
        The one that stays keeps its address, and the other’s address leads to it. Facts, quotes and relationships of
        both are put together; the name is the one that pages use most, unless a person set it. The merge can be
        reverted.
      </Text>
      <ReasonField value={reason} onChange={setReason} />
      {merge.error && (
        <Problem
          error={merge.error}
          onRetry={() => {
            merge.reset()
            void first.refetch()
            void second.refetch()
          }}
        />
      )}
      <WindowButtons onClose={onClose}>
        <Button
          disabled={!target || !source}
          loading={merge.isRunning}
          onClick={() => target && source && merge.run({ into: target.entity, from: source.entity, etag: target.etag })}
        >
          Merge
        </Button>
      </WindowButtons>
    </Stack>
  )
}
