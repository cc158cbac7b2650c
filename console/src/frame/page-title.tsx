import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouterState } from '@tanstack/react-router'
import { entityQuery } from '../shared/curation/entity-queries.ts'
import { domainQuery } from '../shared/service/domain.ts'
import { sharedDomainQuery } from '../shared/service/shared-domain.ts'

/** Names the page in the browser's tab and history, from what the page has loaded: `Crawl · Baltic ports · Polegraph`. */
export function PageTitle() {
  const { domainId = '', entityId = '', shareToken = '' } = useParams({ strict: false })
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title })
  const { data: domain } = useQuery({ ...domainQuery(domainId), enabled: false })
  const { data: shown } = useQuery({ ...entityQuery(domainId, entityId), enabled: false })
  const { data: shared } = useQuery({ ...sharedDomainQuery(shareToken), enabled: false })
  const names = [entityId && shown?.entity.name, page, domainId && domain?.name, shareToken && shared?.name]
  useDocumentTitle([...names.filter(Boolean), 'Polegraph'].join(' · '))
  return null
}
