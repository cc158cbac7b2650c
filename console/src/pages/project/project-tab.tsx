import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../shared/format/format.ts'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { Form } from '../../shared/forms/form.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { toastError } from '../../shared/page/toast.tsx'
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
  const rename = useAction({
    call: () => polegraph.project.rename({ name }),
    says: 'The project was renamed',
    refreshes: sessionQuery.queryKey,
  })
  return (
    <Form onSend={() => rename.run()}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Name of the project"
          required
          maxLength={limits.name_max}
          flex={1}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={rename.isRunning} disabled={name === known}>
          Rename
        </Button>
      </Group>
      {rename.problem}
    </Form>
  )
}

function NewProject() {
  const [name, setName] = useState('')
  const create = useAction({
    call: async () => {
      const { id } = await polegraph.project.create({ name })
      await polegraph.session.switchProject({ project_id: id })
    },
    onDone: () => location.assign(document.baseURI),
  })
  return (
    <Form onSend={() => create.run()}>
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
        <Button type="submit" variant="default" loading={create.isRunning}>
          Make it
        </Button>
      </Group>
      {create.problem}
    </Form>
  )
}

function End({ name, archived }: { name: string; archived: boolean }) {
  const [asks, setAsks] = useState(false)
  const archive = useAction({
    call: () => (archived ? polegraph.project.unarchive() : polegraph.project.archive()),
    says: () => (archived ? 'The project works again' : 'The project is archived'),
    refreshes: [],
    onFailed: toastError,
  })
  const remove = useAction({
    call: () => polegraph.project.delete({ confirm: name }),
    onDone: () => location.assign(document.baseURI),
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
        <Button variant="default" loading={archive.isRunning} onClick={() => archive.run()} style={{ flexShrink: 0 }}>
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
          title="Delete the project"
          action="Delete for good"
          name={name}
          of={remove}
          onConfirm={() => remove.run()}
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
