import { Button, Container, Group, Switch, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Empty } from '../../shared/lists/empty.tsx'
import { ShowMore } from '../../shared/lists/show-more.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { PlusIcon } from '../../shared/page/icons.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { sessionQuery, useMayWrite } from '../../shared/service/session.ts'
import { DomainTable } from './domain-table.tsx'
import { NewGraph } from './new-graph.tsx'

/** All graphs of the project. */
export function HomePage() {
  const { data: session } = useQuery(sessionQuery)
  return session?.project_id === null ? <NoProject /> : <Graphs />
}

/** The page of a person who was removed from the last project. */
function NoProject() {
  return (
    <Empty
      title="You belong to no project"
      action={
        <Button renderRoot={(props) => <Link {...props} to="/project" search={{ tab: 'project' }} />}>
          Make a project
        </Button>
      }
    >
      Make one of your own, or open the invite to another.
    </Empty>
  )
}

function Graphs() {
  const search = useSearch({ from: '/signed-in/' })
  const navigate = useNavigate({ from: '/' })
  const mayWrite = useMayWrite()
  const all = search.all === '1'
  const list = useInfiniteQuery({
    queryKey: ['domains', all],
    queryFn: ({ pageParam, signal }) => polegraph.domains.list({ all, limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // Counts and states change while crawls run.
    refetchInterval: 15_000,
  })
  const domains = list.data?.pages.flatMap((page) => page.domains)
  const openNew = () => navigate({ search: { ...search, new: '1' } })
  const closeNew = () => navigate({ search: { ...search, new: undefined } })
  const isEmpty = domains?.length === 0
  const newButton = mayWrite && (
    <Button leftSection={<PlusIcon />} onClick={openNew}>
      New graph
    </Button>
  )
  return (
    <Container size="lg" py="lg" w="100%">
      <Group justify="space-between" mb="md">
        <Title order={1} size="h2">
          Graphs
        </Title>
        <Group gap="xs">
          <Switch
            label="Archived too"
            checked={all}
            onChange={(event) =>
              navigate({ search: { ...search, all: event.currentTarget.checked ? '1' : undefined }, replace: true })
            }
          />
          <AsCall call="domains.list" ids={[]} fields={all ? { all } : {}} />
          {!isEmpty && newButton}
        </Group>
      </Group>
      {list.error && !list.data && <Problem error={list.error} onRetry={() => list.refetch()} />}
      {isEmpty ? (
        <Empty title="No graph yet" action={newButton}>
          {mayWrite
            ? 'Say in one sentence what it should be about, or begin with an empty one and name the pages to read.'
            : 'Editors and owners of the project can make one.'}
        </Empty>
      ) : (
        <DomainTable domains={domains} />
      )}
      <ShowMore found={list} />
      <NewGraph opened={search.new !== undefined && mayWrite} onClose={closeNew} />
    </Container>
  )
}
