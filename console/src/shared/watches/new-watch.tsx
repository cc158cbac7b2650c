import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from '../forms/form.tsx'
import { FormWindow } from '../forms/leave-guard.tsx'
import { useAction } from '../forms/use-action.tsx'
import { WindowButtons } from '../forms/window-buttons.tsx'
import { polegraph } from '../service/client.ts'
import { type SavedSearch, watchedWords, watchesKey } from './watches.ts'

type Watched = { query: SavedSearch } | { entity_ids: string[] }

/** Gives what is looked at a name, and watches it from now on. */
export function NewWatch(props: { domainId: string; watched: Watched; name: string; onClose: () => void }) {
  const { domainId, watched, onClose } = props
  const [name, setName] = useState(props.name)
  const navigate = useNavigate()
  const create = useAction({
    call: () => polegraph.watches.create(domainId, { name: name.trim(), ...watched }),
    refreshes: watchesKey(domainId),
    says: 'It is watched from now on',
    onDone: ({ id }) => {
      onClose()
      return navigate({ to: '/d/$domainId/watches', params: { domainId }, search: { watch: id } })
    },
  })
  return (
    <FormWindow isChanged={name !== props.name && !create.isRunning && !create.answer} onClose={onClose} title="Watch">
      <Form onSend={() => create.run()}>
        <Stack>
          <Text size="sm">
            {watchedWords({ query: null, entity_ids: null, ...watched })}: what is new, has changed or is gone is listed
            from now on. By mail, as a feed or by a webhook, where you choose so.
          </Text>
          <TextInput
            label="Name of the watch"
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          {create.problem}
          <WindowButtons onClose={onClose}>
            <Button type="submit" loading={create.isRunning} disabled={name.trim() === ''}>
              Watch
            </Button>
          </WindowButtons>
        </Stack>
      </Form>
    </FormWindow>
  )
}
