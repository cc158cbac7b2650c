import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useState } from 'react'
import { Form } from '../../../shared/forms/form.tsx'
import { FormWindow } from '../../../shared/forms/leave-guard.tsx'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { WindowButtons } from '../../../shared/forms/window-buttons.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { SavedView } from '../../../shared/service/types.ts'
import { useExplore } from '../use-explore.ts'
import { savedKey } from './saved-queries.ts'

/** Gives what is seen a name, or changes the name of a view. */
export function SaveViewWindow(props: { of: SavedView | undefined; state: () => object; onClose: () => void }) {
  const { of, onClose } = props
  const { domainId, change } = useExplore()
  const [name, setName] = useState(of?.name ?? '')
  const [shared, setShared] = useState(of?.shared ?? false)
  const save = useAction({
    call: () => {
      const fields = { name: name.trim(), shared }
      return of
        ? polegraph.views.change(domainId, of.id, fields)
        : polegraph.views.create(domainId, { ...fields, state: { ...props.state() } })
    },
    refreshes: savedKey(domainId),
    says: of ? 'The view is changed' : 'The view is saved',
    onDone: ({ id }) => {
      onClose()
      change({ saved: id }, { replace: true })
    },
  })
  const isChanged = (name !== (of?.name ?? '') || shared !== (of?.shared ?? false)) && !save.isRunning && !save.answer
  return (
    <FormWindow isChanged={isChanged} onClose={onClose} title={of ? 'Rename or share the view' : 'Save this view'}>
      <Form onSend={() => save.run()}>
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={limits.name_max}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Checkbox
            label="Everybody in the project may see it"
            description="Only you and owners can change it."
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          {save.problem}
          <WindowButtons onClose={onClose}>
            <Button type="submit" loading={save.isRunning} disabled={name.trim() === ''}>
              Save
            </Button>
          </WindowButtons>
        </Stack>
      </Form>
    </FormWindow>
  )
}
