import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { toastDone, toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import type { GateVersion } from '../../shared/service/types.ts'

/** Puts a version in force, or deletes a draft. */
export function VersionEnd(props: { domainId: string; version: GateVersion; published: number }) {
  const { domainId, published } = props
  const { version, status } = props.version
  const [asks, setAsks] = useState<'publish' | 'delete' | undefined>(undefined)
  const navigate = useNavigate()
  const undo = useAction({
    call: () => polegraph.gate.publishVersion(domainId, published),
    refreshes: ['d', domainId],
    onFailed: toastError,
  })
  const publish = useAction({
    call: () => polegraph.gate.publishVersion(domainId, version),
    refreshes: ['d', domainId],
    onDone: () => {
      setAsks(undefined)
      toastDone(`Version ${version} is in force`, () => undo.run())
    },
  })
  const remove = useAction({
    call: () => polegraph.gate.deleteVersion(domainId, version),
    says: () => `Draft ${version} is deleted`,
    refreshes: ['d', domainId],
    onDone: () => navigate({ to: '/d/$domainId/gate', params: { domainId }, search: { version: String(published) } }),
  })
  if (status === 'published') return null
  const isRollback = status === 'superseded'
  const close = () => setAsks(undefined)
  return (
    <>
      <Button size="xs" onClick={() => setAsks('publish')}>
        {isRollback ? 'Roll back to this…' : 'Publish…'}
      </Button>
      {status === 'draft' && (
        <Button size="xs" variant="default" onClick={() => setAsks('delete')}>
          Delete…
        </Button>
      )}
      {asks === 'publish' && (
        <Confirm
          title={isRollback ? `Roll back to version ${version}` : `Publish version ${version}`}
          action={isRollback ? 'Roll back' : 'Publish'}
          color="blue"
          of={publish}
          onConfirm={() => publish.run()}
          onClose={close}
        >
          Its rules take the place of version {published}. All stored pages are judged again in the background: those
          that are dropped leave the graph, those that are kept come back. Publishing version {published} again undoes
          it.
        </Confirm>
      )}
      {asks === 'delete' && (
        <Confirm
          title={`Delete draft ${version}`}
          action="Delete the draft"
          of={remove}
          onConfirm={() => remove.run()}
          onClose={close}
        >
          Its rules and its note are deleted for good. What is in force stays as it is.
        </Confirm>
      )}
    </>
  )
}
