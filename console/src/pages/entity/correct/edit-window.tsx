import { Button, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { entityQuery } from '../../../shared/curation/entity-queries.ts'
import { useDecision } from '../../../shared/curation/use-decision.ts'
import { fieldLabel } from '../../../shared/curation/values.ts'
import { formatCount } from '../../../shared/format/format.ts'
import { EditConflict } from '../../../shared/forms/edit-conflict.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { FormWindow } from '../../../shared/forms/leave-guard.tsx'
import { useDraft } from '../../../shared/forms/use-draft.ts'
import { WindowButtons } from '../../../shared/forms/window-buttons.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Entity } from '../../../shared/service/types.ts'
import { EditFields } from './edit-fields.tsx'
import { bodyOf, draftOf } from './entity-draft.ts'
import { ReasonField, reasonOf } from './reason-field.tsx'

/** Edits an entity. Only fields that were changed are sent; they stay as the person set them, whatever pages say. */
export function EditWindow({
  domainId,
  entity,
  etag,
  onClose,
}: {
  domainId: string
  entity: Entity
  etag: string
  onClose: () => void
}) {
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  const { draft, base, changed, conflicts, change, ...edit } = useDraft({ fields: draftOf(entity), etag })
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const emptied = changed.filter((field) => /^(?:attributes|external_ids)\./.test(field) && !draft[field]?.trim())

  const save = useDecision(domainId, {
    call: () => {
      edit.settle()
      const body = { ...bodyOf(draft, changed), ...reasonOf(reason) }
      return polegraph.entities.change(domainId, entity.id, body, { if_match: edit.etag })
    },
    says: 'Saved.',
    onDone: onClose,
    onFailed: async (error) => {
      if (!(error instanceof PolegraphError) || error.status !== 412) return
      const now = await queries.fetchQuery({ ...entityQuery(domainId, entity.id), staleTime: 0 })
      edit.rebase({ fields: draftOf(now.entity), etag: now.etag })
    },
  })
  const isStale = save.error instanceof PolegraphError && save.error.status === 412
  const details = save.error instanceof PolegraphError ? save.error.details : []
  return (
    <FormWindow
      isChanged={changed.length > 0 || reason !== ''}
      onClose={onClose}
      title="Edit"
      size="xl"
      fullScreen={isNarrow}
    >
      <Form onSend={() => save.run()}>
        <Stack>
          {conflicts && <EditConflict conflicts={conflicts} draft={draft} labelOf={fieldLabel} onChoose={change} />}
          <EditFields
            domainId={domainId}
            draft={draft}
            onChange={(field, text) => change({ [field]: text })}
            errorOf={(field) =>
              emptied.includes(field) && base[field]
                ? 'It needs a value. To remove it, close this window, open the value and delete it.'
                : details.find(({ path }) => path === field)?.message
            }
          />
          <ReasonField value={reason} onChange={setReason} />
          {save.error && !(isStale && conflicts) && <Problem error={save.error} />}
          <WindowButtons onClose={onClose}>
            <Button
              type="submit"
              disabled={changed.length === 0 || emptied.length > 0 || edit.isUndecided}
              loading={save.isRunning}
            >
              {changed.length === 0 ? 'Save' : `Save ${formatCount(changed.length, 'change')}`}
            </Button>
          </WindowButtons>
        </Stack>
      </Form>
    </FormWindow>
  )
}
