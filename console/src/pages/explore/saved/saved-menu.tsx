import { Badge, Button, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { useList } from '../../../shared/lists/use-list.ts'
import { Problem } from '../../../shared/page/problem.tsx'
import { toastDone, toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import { useIsOwner, useMayWrite } from '../../../shared/service/session.ts'
import type { SavedView } from '../../../shared/service/types.ts'
import { usePictureHistory } from '../drawn/picture-history.tsx'
import { useExplore } from '../use-explore.ts'
import { SaveViewWindow } from './save-view-window.tsx'
import { savedKey, savedListKey } from './saved-queries.ts'
import { useSavedView } from './use-saved-view.ts'
import { readViewState, viewState } from './view-state.ts'

/** The saved views of the graph, and what can be done with the one that is open. */
export function SavedMenu() {
  const { domainId, search, change } = useExplore()
  const mayWrite = useMayWrite()
  const isOwner = useIsOwner()
  const { view } = useSavedView()
  const { drawing } = usePictureHistory()
  // A view that is saved from the table keeps the places that it had.
  const places = () => drawing?.places() ?? readViewState(view?.state ?? {}).places
  const [isOpen, setIsOpen] = useState(false)
  const [window, setWindow] = useState<'new' | 'change'>()
  const mayChange = view && mayWrite && (view.is_own || isOwner)
  const save = useAction({
    call: (one: SavedView) => polegraph.views.change(domainId, one.id, { state: viewState(search, places()) }),
    refreshes: savedKey(domainId),
    says: 'The view is saved',
    onFailed: toastError,
  })
  const restore = useAction({
    call: ({ name, state, shared }: SavedView) => polegraph.views.create(domainId, { name, state, shared }),
    refreshes: savedKey(domainId),
    onDone: ({ id }) => change({ saved: id }, { replace: true }),
    onFailed: toastError,
  })
  const remove = useAction({
    call: (one: SavedView) => polegraph.views.delete(domainId, one.id),
    refreshes: savedListKey(domainId),
    onDone: (_, one) => {
      change({ saved: undefined })
      toastDone('The view is deleted', () => restore.run(one))
    },
    onFailed: toastError,
  })
  return (
    <>
      <Menu position="bottom-end" withinPortal opened={isOpen} onChange={setIsOpen} width={280}>
        <Menu.Target>
          <Button variant="default">
            <span className="one-line" style={{ maxWidth: '22ch' }}>
              {view ? view.name : 'Saved views'}
            </span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          {mayWrite && <Menu.Item onClick={() => setWindow('new')}>Save this view…</Menu.Item>}
          {mayChange && (
            <>
              <Menu.Item onClick={() => save.run(view)}>Save changes of “{view.name.slice(0, 40)}”</Menu.Item>
              <Menu.Item onClick={() => setWindow('change')}>Rename or share…</Menu.Item>
              <Menu.Item onClick={() => remove.run(view)}>Delete this view</Menu.Item>
            </>
          )}
          {isOpen && <Listed onChoose={(id) => openView(id)} />}
        </Menu.Dropdown>
      </Menu>
      {window && (
        <SaveViewWindow
          of={window === 'change' ? view : undefined}
          state={() => viewState(search, places())}
          onClose={() => setWindow(undefined)}
        />
      )}
    </>
  )

  /** The address becomes the view's alone: what was filtered before is no part of it. */
  function openView(id: string) {
    const none = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))
    change({ ...none, saved: id })
  }
}

function Listed({ onChoose }: { onChoose(id: string): void }) {
  const { domainId, search } = useExplore()
  const list = useList({
    key: savedListKey(domainId),
    page: (from, options) => polegraph.views.list(domainId, { limit: 100, ...from }, options),
    items: ({ views }) => views,
  })
  if (list.error) return <Problem error={list.error} onRetry={list.retry} />
  if (!list.items) return <Menu.Label>Loading</Menu.Label>
  if (list.items.length === 0) {
    return (
      <Text size="sm" c="dimmed" px="sm" py={6}>
        No view is saved yet. A view keeps filters, colours, what is hidden, and where things are.
      </Text>
    )
  }
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Saved views</Menu.Label>
      {list.items.map(({ id, name, shared, is_own }) => (
        <Menu.Item key={id} onClick={() => onChoose(id)} aria-current={id === search.saved ? true : undefined}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <span className="one-line">{name}</span>
            {shared && (
              <Badge variant="light" c="var(--mantine-color-text)" size="sm" tt="none" style={{ flexShrink: 0 }}>
                {is_own ? 'shared by you' : 'shared'}
              </Badge>
            )}
          </Group>
        </Menu.Item>
      ))}
      {list.hasMore && (
        <Menu.Item closeMenuOnClick={false} onClick={list.more}>
          More
        </Menu.Item>
      )}
    </>
  )
}
