import { Container, Group, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Empty } from '../../shared/lists/empty.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { useWatches } from '../../shared/watches/watches.ts'
import { WatchCard } from './watch-card.tsx'

/** Saved searches and sets of entities, and what is new in them since the person looked. */
export function WatchesPage() {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId/watches' })
  const list = useWatches(domainId)
  return (
    <Container size="lg" py="md" w="100%">
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={1} size="h3">
            Watches
          </Title>
          <AsCall call="watches.list" ids={[domainId]} />
        </Group>
        <Listed
          list={list}
          height={240}
          empty={
            <Empty title="No watch yet">
              A watch tells you what is new, has changed or is gone: choose “Watch these” beside the filters of Explore,
              or “Watch” on the page of a person, an object, a place or an event.
            </Empty>
          }
        >
          {(watches) => watches.map((watch) => <WatchCard key={watch.id} domainId={domainId} watch={watch} />)}
        </Listed>
        {list.items && list.items.length > 0 && (
          <Text size="sm" c="dimmed">
            What is new since you looked is counted for each person alone.
          </Text>
        )}
      </Stack>
    </Container>
  )
}
