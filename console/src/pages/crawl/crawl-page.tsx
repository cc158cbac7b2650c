import { Alert, Anchor, Container, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { LinkTabs } from '../../shared/page/link-tabs.tsx'
import { domainQuery } from '../../shared/service/domain.ts'
import { AgentsTab } from './agents-tab.tsx'
import { FrontierTab } from './frontier/frontier-tab.tsx'
import { ImportsTab } from './imports/imports-tab.tsx'
import { useFinishedPages } from './live/finished-pages.tsx'
import { LiveTab } from './live/live-tab.tsx'
import { ErrorsTab } from './pages/errors-tab.tsx'
import { PagesTab } from './pages/pages-tab.tsx'
import { RecipesTab } from './recipes-tab.tsx'
import { DiscoveriesTab } from './sources/discoveries-tab.tsx'
import { SourcesTab } from './sources/sources-tab.tsx'
import { useNewSources } from './sources/use-new-sources.ts'

const tabs = [
  { name: 'live', label: 'Now' },
  { name: 'sources', label: 'Sources' },
  { name: 'imports', label: 'Files' },
  { name: 'pages', label: 'Pages' },
  { name: 'errors', label: 'Errors' },
  { name: 'frontier', label: 'Links that wait' },
  { name: 'discoveries', label: 'Discoveries' },
  { name: 'recipes', label: 'Recipes' },
  { name: 'agents', label: 'Agents' },
] as const

const contents = {
  live: LiveTab,
  sources: SourcesTab,
  imports: ImportsTab,
  pages: PagesTab,
  errors: ErrorsTab,
  frontier: FrontierTab,
  discoveries: DiscoveriesTab,
  recipes: RecipesTab,
  agents: AgentsTab,
}

/** The page of the crawl: how pages are found and read, a tab for each part of it. */
export function CrawlPage() {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId/crawl' })
  const { tab = 'live' } = useSearch({ from: '/signed-in/d/$domainId/crawl' })
  const { data: domain } = useQuery(domainQuery(domainId))
  const finished = useFinishedPages()
  const newSources = useNewSources(domainId)
  const Content = contents[tab]
  return (
    <Container size="xl" py="md" w="100%">
      <Title order={1} size="h3" mb="sm">
        Crawl
      </Title>
      {domain?.archived && (
        <Alert color="gray" mb="md" title="This graph is archived">
          Nothing is crawled. An editor can{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link {...props} to="/d/$domainId/settings" params={{ domainId }} search={{ tab: 'end' }} />
            )}
          >
            unarchive it
          </Anchor>
          .
        </Alert>
      )}
      <LinkTabs
        tabs={tabs}
        open={tab}
        label="Parts of the crawl"
        link={(name, props) => (
          <Link
            {...props}
            to="/d/$domainId/crawl"
            params={{ domainId }}
            search={name === 'live' ? {} : { tab: name }}
          />
        )}
      >
        <Content domainId={domainId} finished={finished} newSources={newSources} />
      </LinkTabs>
    </Container>
  )
}
