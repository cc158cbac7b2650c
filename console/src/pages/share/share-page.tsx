import '../../views/explore.css'
import { Anchor, Badge, Group, SegmentedControl, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Card, NotShownYet } from '../../frame/sign-in-page.tsx'
import { isGone } from '../../shared/page/problem.tsx'
import { sharedDomainQuery } from '../../shared/service/shared-domain.ts'
import { SearchInput } from '../../views/search-input.tsx'
import { SharedView } from './shared-view.tsx'
import { type SharedViewName, sharedViews, useShare } from './use-share.ts'

/** A graph as the public sees it, by a link and without signing in. */
export function SharePage() {
  const { shareToken } = useParams({ from: '/s/$shareToken' })
  const { data, error, refetch } = useQuery(sharedDomainQuery(shareToken))
  if (isGone(error)) {
    return (
      <Card title="This link does not work">
        <Text>It was revoked, or it is not complete. Ask the person who gave it to you for another one.</Text>
      </Card>
    )
  }
  if (error && !data) return <NotShownYet error={error} onRetry={refetch} />
  return data ? <SharedDomain {...data} /> : null
}

interface SharedDomainProps {
  name: string
  description: string
  views: string[]
  show: string[]
}

const labels: Record<SharedViewName, string> = { graph: 'Entities', timeline: 'Timeline', map: 'Map' }

function SharedDomain({ name, description, views, show }: SharedDomainProps) {
  const { search, change } = useShare()
  const granted = sharedViews.filter((view) => views.includes(view))
  const wanted = search.view ?? 'graph'
  const hasLines = show.includes('relationships') && granted.includes('graph')
  const view = granted.find((one) => one === wanted) ?? granted[0]
  if (search.embed) {
    return (
      <main className="share">
        <VisuallyHidden component="h1">{name}</VisuallyHidden>
        <SharedView view={view} canSearch={views.includes('search')} hasLines={hasLines} isBare />
        <Group px="md" py={4} justify="flex-end">
          <Anchor size="xs" href={wholeAddress()} target="_blank" rel="noopener">
            <span className="said">{name.slice(0, 100)}</span>, the whole view
          </Anchor>
        </Group>
      </main>
    )
  }
  return (
    <main className="share">
      <div className="explore-bars">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Stack gap={2} style={{ flex: '1 1 300px' }}>
            <Title order={1} size="h3" className="said">
              {name}
            </Title>
            {description && (
              <Text size="sm" c="dimmed" className="said" lineClamp={3}>
                {description}
              </Text>
            )}
          </Stack>
          <Badge variant="light" color="gray" tt="none">
            Read-only view
          </Badge>
        </Group>
        <div className="explore-bar">
          {views.includes('search') && (
            <SearchInput label="Search" q={search.q} onSearch={(q, how) => change({ q, at: undefined }, how)} />
          )}
          {granted.length > 1 && (
            <SegmentedControl
              aria-label="View"
              value={view ?? ''}
              onChange={(one) => change({ view: one as SharedViewName })}
              data={granted.map((value) => ({ value, label: value === 'graph' && hasLines ? 'Graph' : labels[value] }))}
            />
          )}
        </div>
      </div>
      <SharedView view={view} canSearch={views.includes('search')} hasLines={hasLines} />
      <Group px="md" py={6} gap="xs" justify="space-between">
        <Text size="xs" c="dimmed">
          Gathered from public pages. {notShown(show)}
        </Text>
        <Anchor size="xs" href={document.baseURI}>
          Made with Polegraph
        </Anchor>
      </Group>
    </main>
  )
}

/** What is kept back, so that nobody takes it for what is not known. */
function notShown(show: string[]): string {
  const missing = ['relationships', 'sources'].filter((part) => !show.includes(part))
  if (missing.length === 0) return ''
  const words = missing.join(' and ')
  return `${words[0]?.toUpperCase()}${words.slice(1)} are not part of this view.`
}

/** The address of this view outside a frame. */
function wholeAddress(): string {
  const address = new URL(location.href)
  address.searchParams.delete('embed')
  return address.href
}
