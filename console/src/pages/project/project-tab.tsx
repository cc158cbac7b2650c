import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../shared/format/format.ts'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { toastDone, toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { sessionQuery, useIsOwner } from '../../shared/service/session.ts'

/** The project itself: its name, other projects, and its end. */
export function ProjectTab() {
  const { data: session } = useQuery(sessionQuery)
  const isOwner = useIsOwner()
  const project = session?.projects.find(({ id }) => id === session.project_id)
  return (
    <Stack gap="xl" maw={560}>
      {project && isOwner && <Rename key={project.name} name={project.name} />}
      <NewProject />
      {project && isOwner && <End name={project.name} archived={project.archived} />}
    </Stack>
  )
}

function Rename({ name: known }: { name: string }) {
  const [name, setName] = useState(known)
  const queries = useQueryClient()
  const rename = useMutation({
    mutationFn: () => polegraph.project.rename({ name }),
    onSuccess: () => {
      toastDone('The project was renamed')
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate()
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Name of the project"
          required
          maxLength={limits.name_max}
          flex={1}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={rename.isPending} disabled={name === known}>
          Rename
        </Button>
      </Group>
      {rename.error && <Problem error={rename.error} />}
    </form>
  )
}

function NewProject() {
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: async () => {
      const { id } = await polegraph.project.create({ name })
      await polegraph.session.switchProject({ project_id: id })
    },
    onSuccess: () => location.assign(document.baseURI),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Another project"
          description="With its own graphs, keys and members. You become its owner."
          required
          maxLength={limits.name_max}
          flex={1}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={create.isPending}>
          Make it
        </Button>
      </Group>
      {create.error && <Problem error={create.error} />}
    </form>
  )
}

function End({ name, archived }: { name: string; archived: boolean }) {
  const [asks, setAsks] = useState(false)
  const queries = useQueryClient()
  const archive = useMutation({
    mutationFn: () => (archived ? polegraph.project.unarchive() : polegraph.project.archive()),
    onSuccess: () => {
      toastDone(archived ? 'The project works again' : 'The project is archived')
      void queries.invalidateQueries()
    },
    onError: toastError,
  })
  const remove = useMutation({
    mutationFn: () => polegraph.project.delete({ confirm: name }),
    onSuccess: () => location.assign(document.baseURI),
  })
  const domains = useQuery({
    queryKey: ['domains', 'all of them'],
    queryFn: ({ signal }) => polegraph.domains.list({ all: true, limit: limits.list_max }, { signal }),
    enabled: asks,
  })
  const graphs = domains.data?.domains.length
  return (
    <Stack>
      <Title order={2} size="h4">
        End
      </Title>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          {archived
            ? 'The project is archived: its keys are refused and nothing is crawled. The data is there.'
            : 'Archive the project: its keys are refused and all work stops. The data stays, and an owner can undo it.'}
        </Text>
        <Button
          variant="default"
          loading={archive.isPending}
          onClick={() => archive.mutate()}
          style={{ flexShrink: 0 }}
        >
          {archived ? 'Unarchive' : 'Archive'}
        </Button>
      </Group>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">Delete the project with all graphs, keys, invites and memberships. Nobody can undo that.</Text>
        <Button color="red" variant="outline" onClick={() => setAsks(true)} style={{ flexShrink: 0 }}>
          Delete…
        </Button>
      </Group>
      {asks && (
        <Confirm
          opened
          title="Delete the project"
          action="Delete for good"
          name={name}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsks(false)}
        >
          {graphs === undefined ? 'All graphs' : formatCount(graphs, 'graph')} with everything in{' '}
          {graphs === 1 ? 'it' : 'them'}, all keys, invites and memberships are deleted for good. People who belong to
          no other project are deleted too.
        </Confirm>
      )}
    </Stack>
  )
}
