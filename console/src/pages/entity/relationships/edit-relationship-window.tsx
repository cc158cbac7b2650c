import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useQuery } from '@tanstack/react-query'
import { SpanFields } from '../../../shared/curation/span-fields.tsx'
import { useDecision } from '../../../shared/curation/use-decision.ts'
import { fieldLabel } from '../../../shared/curation/values.ts'
import { formatWords } from '../../../shared/format/format.ts'
import { EditConflict } from '../../../shared/forms/edit-conflict.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { FormWindow } from '../../../shared/forms/leave-guard.tsx'
import { useDraft } from '../../../shared/forms/use-draft.ts'
import { WindowButtons } from '../../../shared/forms/window-buttons.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Relationship } from '../../../shared/service/types.ts'
import type { TextDraft } from '../correct/entity-draft.ts'
import { relationshipBody, relationshipDraft } from './relationship-draft.ts'

export function EditRelationshipWindow({
  domainId,
  relationshipId,
  onClose,
}: {
  domainId: string
  relationshipId: string
  onClose: () => void
}) {
  const found = useQuery({
    queryKey: ['d', domainId, 'relationship', relationshipId],
    // The window begins with what is there now, not with what it showed the last time.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { data, response } = await polegraph.relationships
        .get(domainId, relationshipId, {}, { signal })
        .withResponse()
      return { relationship: data, etag: response.headers.get('etag') ?? '' }
    },
  })
  const edit = useDraft<TextDraft>({
    fields: found.data ? relationshipDraft(found.data.relationship) : {},
    etag: found.data?.etag ?? '',
  })
  return (
    <FormWindow isChanged={edit.changed.length > 0} onClose={onClose} title="Edit the relationship">
      {found.error && !found.data && <Problem error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton h={160} />}
      {found.data && (
        <Fields
          domainId={domainId}
          relationship={found.data.relationship}
          edit={edit}
          readAgain={async () => (await found.refetch()).data}
          onClose={onClose}
        />
      )}
    </FormWindow>
  )
}

function Fields({
  domainId,
  relationship,
  edit,
  readAgain,
  onClose,
}: {
  domainId: string
  relationship: Relationship
  edit: ReturnType<typeof useDraft<TextDraft>>
  readAgain: () => Promise<{ relationship: Relationship; etag: string } | undefined>
  onClose: () => void
}) {
  const { draft, changed, conflicts, change } = edit
  const save = useDecision(domainId, {
    call: (body: ReturnType<typeof relationshipBody> | { pinned: Record<string, null> }) => {
      edit.settle()
      return polegraph.relationships.change(domainId, relationship.id, body, { if_match: edit.etag })
    },
    says: 'Saved.',
    onDone: onClose,
    onFailed: async (error) => {
      if (!(error instanceof PolegraphError) || error.status !== 412) return
      const now = await readAgain()
      if (now) edit.rebase({ fields: relationshipDraft(now.relationship), etag: now.etag })
    },
  })
  const details = save.error instanceof PolegraphError ? save.error.details : []
  const errorOf = (field: string) => details.find(({ path }) => path === field)?.message
  const attributes = Object.keys(draft).filter((field) => field.startsWith('attributes.'))
  const pinned = relationship.pinned.filter((field) => field !== 'type')
  return (
    <Form onSend={() => save.run(relationshipBody(draft, changed))}>
      <Stack>
        <Text size="sm" component="div">
          <span className="said">{relationship.from.name.slice(0, 100)}</span> <b>{formatWords(relationship.type)}</b>{' '}
          <span className="said">{relationship.to.name.slice(0, 100)}</span>
        </Text>
        {conflicts && <EditConflict conflicts={conflicts} draft={draft} labelOf={fieldLabel} onChoose={change} />}
        <SpanFields
          span={{ since: draft.since ?? '', until: draft.until ?? '' }}
          onChange={(span) => change({ ...span })}
          errorOf={errorOf}
        />
        {attributes.map((field) => (
          <TextInput
            key={field}
            label={fieldLabel(field)}
            required
            value={draft[field] ?? ''}
            onChange={(event) => change({ [field]: event.currentTarget.value })}
            error={errorOf(field)}
          />
        ))}
        {pinned.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => save.run({ pinned: Object.fromEntries(pinned.map((field) => [field, null])) })}
          >
            Show what the pages say
          </Button>
        )}
        {save.error && !conflicts && <Problem error={save.error} />}
        <WindowButtons onClose={onClose}>
          <Button type="submit" disabled={changed.length === 0 || edit.isUndecided} loading={save.isRunning}>
            Save
          </Button>
        </WindowButtons>
      </Stack>
    </Form>
  )
}
