import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import { NameWindow } from '../../shared/watches/name-window.tsx'
import { watchesKey } from '../../shared/watches/watches.ts'
import type { WatchProps } from './watch-props.ts'

type Asked = 'feed' | 'end feed' | 'rename' | 'delete'
type MenuProps = WatchProps & { onFeed: (address?: string) => void }

/** How a watch is delivered, and how it is changed. */
export function WatchMenu(props: MenuProps) {
  const { domainId, watch } = props
  const mayWrite = useMayWrite()
  const [asks, setAsks] = useState<Asked>()
  const close = () => setAsks(undefined)
  const makeFeed = useMakeFeed(props, close)
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button size="xs" variant="default" aria-label={`More: ${watch.name}`}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MailItems domainId={domainId} watch={watch} />
          {mayWrite && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => (watch.has_feed ? setAsks('feed') : makeFeed.run())}>
                {watch.has_feed ? 'New address of the feed…' : 'Make a feed'}
              </Menu.Item>
              {watch.has_feed && <Menu.Item onClick={() => setAsks('end feed')}>End the feed…</Menu.Item>}
              <Menu.Divider />
              <Menu.Item onClick={() => setAsks('rename')}>Rename…</Menu.Item>
              <Menu.Item color="red" onClick={() => setAsks('delete')}>
                Delete…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {asks === 'feed' && (
        <Confirm
          title="Give the feed a new address"
          action="New address"
          of={makeFeed}
          onConfirm={() => makeFeed.run()}
          onClose={close}
        >
          Readers that have the present address get nothing any more.
        </Confirm>
      )}
      {asks === 'end feed' && <EndFeed {...props} onClose={close} />}
      {asks === 'rename' && <Rename domainId={domainId} watch={watch} onClose={close} />}
      {asks === 'delete' && <Delete domainId={domainId} watch={watch} onClose={close} />}
    </>
  )
}

function MailItems({ domainId, watch: { id, mail } }: WatchProps) {
  const choose = useAction({
    call: (every: 'hour' | 'day' | 'never') =>
      every === 'never'
        ? polegraph.watches.stopMail(domainId, id)
        : polegraph.watches.startMail(domainId, id, { every }),
    says: (_, every) => (every === 'never' ? 'No more mail about it' : `Mail to you, at most every ${every}`),
    refreshes: watchesKey(domainId),
    onFailed: toastError,
  })
  return (
    <>
      <Menu.Label>Mail to you</Menu.Label>
      <Menu.Item disabled={mail?.every === 'day'} onClick={() => choose.run('day')}>
        Every day, where something is new
      </Menu.Item>
      <Menu.Item disabled={mail?.every === 'hour'} onClick={() => choose.run('hour')}>
        Every hour, where something is new
      </Menu.Item>
      <Menu.Item disabled={!mail} onClick={() => choose.run('never')}>
        None
      </Menu.Item>
    </>
  )
}

const useMakeFeed = ({ domainId, watch, onFeed }: MenuProps, onDone: () => void) =>
  useAction({
    call: () => polegraph.watches.createFeed(domainId, watch.id),
    refreshes: watchesKey(domainId),
    onDone: ({ atom_url }) => {
      onDone()
      onFeed(atom_url)
    },
    onFailed: toastError,
  })

function EndFeed({ domainId, watch, onFeed, onClose }: MenuProps & { onClose: () => void }) {
  const end = useAction({
    call: () => polegraph.watches.revokeFeed(domainId, watch.id),
    says: 'The feed has ended',
    refreshes: watchesKey(domainId),
    onDone: () => {
      onClose()
      onFeed()
    },
  })
  return (
    <Confirm title="End the feed" action="End it" of={end} onConfirm={() => end.run()} onClose={onClose}>
      Readers that have its address get nothing any more.
    </Confirm>
  )
}

function Delete({ domainId, watch, onClose }: WatchProps & { onClose: () => void }) {
  const remove = useAction({
    call: () => polegraph.watches.delete(domainId, watch.id),
    says: 'The watch is deleted',
    refreshes: watchesKey(domainId),
    onDone: onClose,
  })
  return (
    <Confirm title="Delete the watch" action="Delete" of={remove} onConfirm={() => remove.run()} onClose={onClose}>
      Its feed ends, nobody gets mail about <span className="said">{watch.name}</span> any more, and webhooks that send
      its news are switched off. The graph stays as it is.
    </Confirm>
  )
}

function Rename({ domainId, watch, onClose }: WatchProps & { onClose: () => void }) {
  const save = useAction({
    call: (name: string) => polegraph.watches.change(domainId, watch.id, { name }),
    says: 'Saved',
    refreshes: watchesKey(domainId),
    onDone: onClose,
  })
  return <NameWindow title="Rename the watch" name={watch.name} button="Save" of={save} onClose={onClose} />
}
