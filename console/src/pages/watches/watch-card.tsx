import { Anchor, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Time } from '../../shared/format/time.tsx'
import { ShownOnce } from '../../shared/page/shown-once.tsx'
import { watchedWords } from '../../shared/watches/watches.ts'
import { News } from './news.tsx'
import { WatchMenu } from './watch-menu.tsx'
import type { WatchProps } from './watch-props.ts'

/** One watch, and what is new in it. */
export function WatchCard({ domainId, watch }: WatchProps) {
  const { watch: open } = useSearch({ from: '/signed-in/d/$domainId/watches' })
  const [feed, setFeed] = useState<string | undefined>(undefined)
  const { id, name, unseen, mail } = watch
  const isOpen = open === id
  return (
    <Card withBorder component="section" aria-label={`Watch ${name}`}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <div style={{ minWidth: 0, flex: '1 1 260px' }}>
            <Group gap="xs">
              <Title order={2} size="h5" className="said">
                {name}
              </Title>
              {unseen.count > 0 && (
                <Badge variant="filled" tt="none">
                  {unseen.count}
                  {unseen.more && '+'} new
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed" className="said">
              {watchedWords(watch)}
            </Text>
            <Text size="xs" c="dimmed">
              {watch.seen_at ? (
                <>
                  You looked <Time at={watch.seen_at} ago />
                </>
              ) : (
                'You have not looked yet'
              )}
              {watch.has_feed && ' · has a feed'}
              {mail && ` · mail to you every ${mail.every}`}
            </Text>
          </div>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              aria-expanded={isOpen}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/d/$domainId/watches"
                  params={{ domainId }}
                  search={isOpen ? {} : { watch: id }}
                  resetScroll={false}
                />
              )}
            >
              What is new
            </Button>
            <WatchMenu domainId={domainId} watch={watch} onFeed={setFeed} />
          </Group>
        </Group>
        {mail?.error && (
          <Text size="sm" c="red" role="status" className="said">
            The last mail was not sent: {mail.error}. It is tried again.
          </Text>
        )}
        {feed && (
          <ShownOnce title="The address of the feed" value={feed}>
            It is shown this once. Whoever has it may read the feed, in any reader of Atom; with .json instead of .atom
            it is a JSON Feed.
          </ShownOnce>
        )}
        <Watched domainId={domainId} watch={watch} />
        {isOpen && <News domainId={domainId} watch={watch} />}
      </Stack>
    </Card>
  )
}

/** A way to what is watched: the search in Explore, or the page of the one entity. */
function Watched({ domainId, watch: { query, entity_ids } }: WatchProps) {
  const [only] = entity_ids ?? []
  if (query) {
    const { q, kinds, types, host, min_confidence } = query
    const search = {
      ...{ view: 'table' as const },
      ...(q && { q }),
      ...(kinds && { kind: kinds.join(',') }),
      ...(types && { type: types.join(',') }),
      ...(host && { host }),
      ...(min_confidence !== undefined && { min_confidence }),
    }
    return (
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/d/$domainId" params={{ domainId }} search={search} />}
      >
        Show these in Explore
      </Anchor>
    )
  }
  if (!only || entity_ids?.length !== 1) return null
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link {...props} to="/d/$domainId/e/$entityId" params={{ domainId, entityId: only }} />}
    >
      Open the entity
    </Anchor>
  )
}
