import { Button, Container, Group, SimpleGrid, Switch, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty } from '../../shared/lists/empty.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { PlusIcon } from '../../shared/page/icons.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { sessionQuery, useMayWrite } from '../../shared/service/session.ts'
import { FirstGraph } from './first-graph.tsx'
import { GraphCard, WaitingCard } from './graph-card.tsx'
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
  const list = useList({
    key: ['domains', all],
    page: (from, options) => polegraph.domains.list({ all, limit: 100, ...from }, options),
    items: ({ domains }) => domains,
    // Counts and states change while crawls run.
    everyMs: () => 15_000,
  })
  const openNew = () => navigate({ search: { ...search, new: '1' } })
  const closeNew = () => navigate({ search: { ...search, new: undefined } })
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
          {list.items?.length !== 0 && newButton}
        </Group>
      </Group>
      <Listed
        list={list}
        waiting={
          <Cards>
            {[1, 2, 3].map((at) => (
              <WaitingCard key={at} />
            ))}
          </Cards>
        }
        empty={
          mayWrite ? (
            <FirstGraph onPages={() => navigate({ search: { ...search, new: 'pages' } })} />
          ) : (
            <Empty title="No graph yet">Editors and owners of the project can make one.</Empty>
          )
        }
      >
        {(domains) => (
          <Cards>
            {domains.map((domain) => (
              <GraphCard key={domain.id} domain={domain} />
            ))}
          </Cards>
        )}
      </Listed>
      <NewGraph
        opened={search.new !== undefined && mayWrite}
        first={search.new === 'pages' ? 'pages' : 'sentence'}
        onClose={closeNew}
      />
    </Container>
  )
}

const Cards = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>{children}</SimpleGrid>
)
