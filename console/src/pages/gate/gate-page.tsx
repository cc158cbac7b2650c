import { Container, Grid, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useList } from '../../shared/lists/use-list.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { VersionEditor } from './version-editor.tsx'
import { versionQuery } from './version-query.ts'
import { Versions } from './versions.tsx'

/** The rules that decide which pages belong to the graph. */
export function GatePage() {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId/gate' })
  const search = useSearch({ from: '/signed-in/d/$domainId/gate' })
  const gate = useQuery({
    queryKey: ['d', domainId, 'gate', 'now'],
    queryFn: ({ signal }) => polegraph.gate.get(domainId, { signal }),
  })
  const list = useList({
    key: ['d', domainId, 'gate', 'versions'],
    page: (from, options) => polegraph.gate.listVersions(domainId, { limit: 50, ...from }, options),
    items: ({ versions }) => versions,
  })
  const asked = Number(search.version)
  const open = Number.isInteger(asked) && asked > 0 ? asked : (gate.data?.draft ?? gate.data?.published)?.version
  const version = useQuery({ ...versionQuery(domainId, open ?? 0), enabled: open !== undefined })
  const error = gate.error ?? version.error
  return (
    <Container size="xl" py="md" w="100%">
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="md">
        <div>
          <Title order={1} size="h3">
            Gate
          </Title>
          <Text size="sm" c="dimmed">
            Rules that decide which pages belong to the graph. A draft changes nothing until it is published.
          </Text>
        </div>
        <AsCall
          call={open === undefined ? 'gate.get' : 'gate.getVersion'}
          ids={open === undefined ? [domainId] : [domainId, String(open)]}
        />
      </Group>
      {error && (
        <Problem
          error={error}
          onRetry={() => {
            void gate.refetch()
            void version.refetch()
          }}
        />
      )}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 3 }} order={{ base: 2, md: 1 }}>
          <Versions domainId={domainId} list={list} open={open} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9 }} order={{ base: 1, md: 2 }}>
          {!error && (!version.data || !gate.data) && (
            <Stack>
              <Skeleton h={60} />
              <Skeleton h={400} />
            </Stack>
          )}
          {version.data && gate.data && (
            <VersionEditor
              key={version.data.version.version}
              domainId={domainId}
              {...version.data}
              published={gate.data.published}
              versions={list.items ?? []}
            />
          )}
        </Grid.Col>
      </Grid>
    </Container>
  )
}
