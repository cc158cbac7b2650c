import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { completeAddress } from '../../shared/format/complete-address.ts'
import { formatCount, formatNumber } from '../../shared/format/format.ts'
import { Form } from '../../shared/forms/form.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { autopilotQuery, domainQuery, runsQuery } from '../../shared/service/domain.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import { useFacet } from './filters/facets.ts'
import { useExplore } from './use-explore.ts'

/** Shows its children when there is a graph; else what can be done about it. */
export function NothingYet({ children }: { children: ReactNode }) {
  const { domainId, search } = useExplore()
  const { data } = useFacet(domainId, search.as_of ? { as_of: search.as_of } : {}, 'kind')
  if (!data || data.total > 0) return <>{children}</>
  if (search.as_of) return <Empty title="The graph was empty then">Choose a later day under “As of”.</Empty>
  return <NoEntities domainId={domainId} />
}

function NoEntities({ domainId }: { domainId: string }) {
  const { data: domain } = useQuery(domainQuery(domainId))
  const { data: runs } = useQuery(runsQuery(domainId))
  const { data: made } = useQuery(autopilotQuery(domainId))
  const mayWrite = useMayWrite()
  const sources = useQuery({
    queryKey: ['d', domainId, 'sources', 'first'],
    queryFn: ({ signal }) => polegraph.sources.list(domainId, { limit: 1 }, { signal }),
  })
  const run = runs?.runs[0]
  const crawlLink = (label: string) => (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/d/$domainId/crawl" params={{ domainId }} />}>
      {label}
    </Button>
  )
  if (!domain || !sources.data) return null
  if (run?.status === 'running') {
    return (
      <Empty title="Entities appear here" action={crawlLink('Watch the crawl')}>
        <Stack gap="xs">
          <span>
            {formatNumber(run.pages_done)} of {formatCount(run.pages_total, 'page')} read so far.
          </span>
          <Progress
            value={(100 * run.pages_done) / Math.max(1, run.pages_total)}
            aria-label="Pages of the crawl that are done"
          />
        </Stack>
      </Empty>
    )
  }
  if (sources.data.sources.length > 0) {
    const wasRead = run && run.pages_done > run.pages_skipped + run.pages_failed
    return (
      <Empty title={wasRead ? 'Nothing was found yet' : 'No page was read yet'} action={crawlLink('See why')}>
        {wasRead
          ? 'The pages that were read name no person, thing, place or event. '
          : 'There is nothing to find things in. '}
        The crawl says of each page what became of it.
      </Empty>
    )
  }
  if (made?.autopilot?.stage === 'failed') {
    return (
      <Empty title="The autopilot has failed" action={crawlLink('Try again, or add a source')}>
        {made.autopilot.error}
      </Empty>
    )
  }
  return mayWrite && !domain.archived ? (
    <FirstSource domainId={domainId} />
  ) : (
    <Empty title="This graph is empty">It has no sources. An editor of the project can add one.</Empty>
  )
}

/** The form for the first source: what a person with an empty graph needs is here. */
function FirstSource({ domainId }: { domainId: string }) {
  const queries = useQueryClient()
  const [url, setUrl] = useState('')
  const add = useAction({
    call: () => polegraph.sources.add(domainId, { url: completeAddress(url.trim()) }),
    onDone: () => queries.invalidateQueries({ queryKey: ['d', domainId] }),
  })
  return (
    <Empty title="Add the first source">
      <Text>
        A source is the address of a page. It is read at once, then the pages that it links to, and what they say
        becomes the graph.
      </Text>
      <Form onSend={() => add.run()}>
        <Group mt="md" gap="xs" align="flex-end" justify="center">
          <TextInput
            label="Address of a page"
            placeholder="https://example.org/"
            required
            ta="start"
            style={{ flex: '1 1 240px' }}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Button type="submit" loading={add.isRunning}>
            Add and crawl
          </Button>
        </Group>
      </Form>
      {add.problem}
    </Empty>
  )
}
