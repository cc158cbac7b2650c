import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../forms/use-action.tsx'
import { polegraph } from '../service/client.ts'
import { NameWindow } from './name-window.tsx'
import { type SavedSearch, watchedWords, watchesKey } from './watches.ts'

type Watched = { query: SavedSearch } | { entity_ids: string[] }

/** Gives what is looked at a name, and watches it from now on. */
export function NewWatch(props: { domainId: string; watched: Watched; name: string; onClose: () => void }) {
  const { domainId, watched, onClose } = props
  const navigate = useNavigate()
  const create = useAction({
    call: (name: string) => polegraph.watches.create(domainId, { name, ...watched }),
    refreshes: watchesKey(domainId),
    says: 'It is watched from now on',
    onDone: ({ id }) => {
      onClose()
      return navigate({ to: '/d/$domainId/watches', params: { domainId }, search: { watch: id } })
    },
  })
  return (
    <NameWindow title="Watch" name={props.name} button="Watch" of={create} onClose={onClose}>
      <Text size="sm">
        {watchedWords({ query: null, entity_ids: null, ...watched })}: what is new, has changed or is gone is listed
        from now on. By mail, as a feed or by a webhook, where you choose so.
      </Text>
    </NameWindow>
  )
}
