import { Container, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { LinkTabs } from '../../shared/page/link-tabs.tsx'
import { domainQuery } from '../../shared/service/domain.ts'
import { AboutTab } from './about-tab.tsx'
import { EndTab } from './end-tab.tsx'
import { OntologyTab } from './ontology-tab.tsx'
import { RelationTypesTab } from './relation-types-tab.tsx'
import { SharesTab } from './shares-tab.tsx'
import { SpendTab } from './spend-tab.tsx'
import { WebhooksTab } from './webhooks-tab.tsx'

const tabs = [
  { name: 'about', label: 'About' },
  { name: 'ontology', label: 'Kinds and attributes' },
  { name: 'relations', label: 'Relation types' },
  { name: 'spend', label: 'Spend' },
  { name: 'webhooks', label: 'Webhooks' },
  { name: 'shares', label: 'Share links' },
  { name: 'end', label: 'Archive and delete' },
] as const

const contents = {
  about: AboutTab,
  ontology: OntologyTab,
  relations: RelationTypesTab,
  spend: SpendTab,
  webhooks: WebhooksTab,
  shares: SharesTab,
  end: EndTab,
}

export function SettingsPage() {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId/settings' })
  const { tab = 'about' } = useSearch({ from: '/signed-in/d/$domainId/settings' })
  const { data: domain } = useQuery(domainQuery(domainId))
  const Content = contents[tab]
  return (
    <Container size="lg" py="md" w="100%">
      <Title order={1} size="h3" mb="sm">
        Settings
      </Title>
      <LinkTabs
        tabs={tabs}
        open={tab}
        label="Parts of the settings"
        link={(name, props) => (
          <Link
            {...props}
            to="/d/$domainId/settings"
            params={{ domainId }}
            search={name === 'about' ? {} : { tab: name }}
          />
        )}
      >
        {domain ? <Content key={domain.id} domain={domain} /> : <Skeleton h={320} />}
      </LinkTabs>
    </Container>
  )
}
