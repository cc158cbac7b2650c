import { Button, Container, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Notice } from '../../shared/curation/notice.tsx'
import { Away } from '../../shared/format/away.tsx'
import { formatCount } from '../../shared/format/format.ts'
import { shorten } from '../../shared/format/shorten.ts'
import { placeAddress } from '../../shared/format/text-fragment.ts'
import { Time } from '../../shared/format/time.tsx'
import { readable } from '../../shared/format/web-address.ts'
import { Empty } from '../../shared/lists/empty.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { EntityLink } from '../../shared/page/entity-link.tsx'
import { AwayIcon } from '../../shared/page/icons.tsx'
import { isGone, Problem } from '../../shared/page/problem.tsx'
import type { Page, PageText } from '../../shared/service/types.ts'
import { isWithin, readSpan } from './marked-text.ts'
import { pageQuery, pageTextQuery } from './page-queries.ts'
import { PageWords } from './page-words.tsx'

/** The stored text of a page, with all that it is quoted for. */
export function ReadPage() {
  const { domainId, pageId } = useParams({ from: '/signed-in/d/$domainId/p/$pageId' })
  const page = useQuery(pageQuery(domainId, pageId))
  const text = useQuery(pageTextQuery(domainId, pageId))
  const failed = page.error ?? text.error
  if (isGone(page.error)) return <NoPage domainId={domainId} />
  return (
    <Container size="xl" py="md" w="100%">
      {failed && (!page.data || text.data === undefined) && (
        <Problem
          error={failed}
          onRetry={() => {
            void page.refetch()
            void text.refetch()
          }}
        />
      )}
      {!failed && (!page.data || text.data === undefined) && <Skeleton h={480} aria-busy />}
      {page.data && text.data !== undefined && <Shown key={pageId} page={page.data} text={text.data} />}
    </Container>
  )
}

function Shown({ page, text }: { page: Page; text: PageText | null }) {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId/p/$pageId' })
  const { entity, at } = useSearch({ from: '/signed-in/d/$domainId/p/$pageId' })
  const place = readSpan(at)
  const focus = text?.entities.find(({ id }) => id === entity)
  const isSeen = place && text && place.end <= text.text.length
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} style={{ flex: '1 1 320px', minWidth: 0 }}>
          <Title order={1} size="h3" className="said">
            {titleOf(page, text)}
          </Title>
          <Text size="sm" c="dimmed" component="div" className="said">
            {shorten(readable(page.url), 100)}
            {page.fetched_at && (
              <>
                {' · as it was on '}
                <Time at={page.fetched_at} />
              </>
            )}
            {text && ` · ${formatCount(countOf(text), 'quote')}`}
          </Text>
          {focus && (
            <Text size="sm" component="div">
              Marked more strongly:{' '}
              <EntityLink domainId={domainId} entityId={focus.id} size="sm" underline="always">
                {shorten(focus.name)}
              </EntityLink>
            </Text>
          )}
        </Stack>
        <Group gap="xs">
          <Away href={isSeen ? placeAddress(page.url, { ...text, ...place }) : page.url}>
            <Group gap={4} wrap="nowrap" component="span" fz="sm">
              {isSeen ? 'Open the live page at these words' : 'Open the live page'}
              <AwayIcon size={14} />
            </Group>
          </Away>
          <AsCall call="pages.getText" ids={[domainId, page.id]} />
        </Group>
      </Group>
      {text && place && !isStill(text, place) && (
        <Notice title="The page has changed">
          <Text size="sm">It was read again since, and these words are not quoted from it any more.</Text>
        </Notice>
      )}
      {text ? <PageWords page={page} text={text} /> : <NoText page={page} />}
    </Stack>
  )
}

/** The words of the address still are those of a quote, or stand in the text. */
const isStill = ({ text, unseen }: PageText, place: { start: number; end: number }) =>
  place.end <= text.length || unseen.some((one) => isWithin(one, place))

const countOf = ({ quotes, unseen }: PageText) =>
  new Set([...quotes, ...unseen].map(({ start, end }) => `${start} ${end}`)).size

/** The first heading of the text, else the address. */
function titleOf(page: Page, text: PageText | null): string {
  const heading = text?.blocks.find(({ kind }) => kind === 'heading')
  return shorten(heading && text ? text.text.slice(heading.start, heading.end) : readable(page.url), 160)
}

const whyNot: Record<Page['status'], string> = {
  queued: 'It waits to be read.',
  extracted: 'It was read, and its text was not kept.',
  irrelevant: 'The gate found that it does not belong to this graph.',
  skipped: 'It was left out.',
  failed: 'It could not be read.',
}

function NoText({ page: { status, error } }: { page: Page }) {
  const { domainId } = useParams({ from: '/signed-in/d/$domainId/p/$pageId' })
  return (
    <Empty
      title="No text of this page is stored"
      action={
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/d/$domainId/crawl" params={{ domainId }} search={{ tab: 'pages' }} />
          )}
        >
          All pages
        </Button>
      }
    >
      {whyNot[status]}
      {error && <span className="said"> Why: {error}</span>}
    </Empty>
  )
}

function NoPage({ domainId }: { domainId: string }) {
  return (
    <Empty
      order={1}
      title="This page is not in the graph"
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/d/$domainId" params={{ domainId }} />}>
          Explore the graph
        </Button>
      }
    >
      It was taken out, or the address was cut short.
    </Empty>
  )
}
