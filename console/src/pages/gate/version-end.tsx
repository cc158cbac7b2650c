import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { toastDone, toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import type { GateVersion } from '../../shared/service/types.ts'

/** Puts a version in force, or deletes a draft. */
export function VersionEnd(props: { domainId: string; version: GateVersion; published: number }) {
  const { domainId, published } = props
  const { version, status } = props.version
  const [asks, setAsks] = useState<'publish' | 'delete' | undefined>(undefined)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => void queries.invalidateQueries({ queryKey: ['d', domainId] })
  const undo = useMutation({
    mutationFn: () => polegraph.gate.publishVersion(domainId, published),
    onSuccess: refresh,
    onError: toastError,
  })
  const publish = useMutation({
    mutationFn: () => polegraph.gate.publishVersion(domainId, version),
    onSuccess: () => {
      setAsks(undefined)
      toastDone(`Version ${version} is in force`, () => undo.mutate())
      refresh()
    },
  })
  const remove = useMutation({
    mutationFn: () => polegraph.gate.deleteVersion(domainId, version),
    onSuccess: async () => {
      toastDone(`Draft ${version} is deleted`)
      await navigate({ to: '/d/$domainId/gate', params: { domainId }, search: { version: String(published) } })
      refresh()
    },
  })
  if (status === 'published') return null
  const isRollback = status === 'superseded'
  const close = () => {
    publish.reset()
    remove.reset()
    setAsks(undefined)
  }
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
          opened
          title={isRollback ? `Roll back to version ${version}` : `Publish version ${version}`}
          action={isRollback ? 'Roll back' : 'Publish'}
          color="blue"
          isPending={publish.isPending}
          error={publish.error}
          onConfirm={() => publish.mutate()}
          onClose={close}
        >
          Its rules take the place of version {published}. All stored pages are judged again in the background: those
          that are dropped leave the graph, those that are kept come back. Publishing version {published} again undoes
          it.
        </Confirm>
      )}
      {asks === 'delete' && (
        <Confirm
          opened
          title={`Delete draft ${version}`}
          action="Delete the draft"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          Its rules and its note are deleted for good. What is in force stays as it is.
        </Confirm>
      )}
    </>
  )
}
