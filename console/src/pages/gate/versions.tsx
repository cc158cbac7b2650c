import { Badge, Group, NavLink, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Time } from '../../shared/format/time.tsx'
import { ShowMore } from '../../shared/lists/show-more.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import type { GateVersion } from '../../shared/service/types.ts'

const states: Record<GateVersion['status'], [word: string, color: string]> = {
  draft: ['draft', 'blue'],
  published: ['in force', 'green'],
  superseded: ['earlier', 'gray'],
}

export function VersionState({ status }: { status: GateVersion['status'] }) {
  const [word, color] = states[status]
  return (
    <Badge
      color={color}
      variant={status === 'draft' ? 'filled' : 'light'}
      tt="none"
      size="sm"
      title={status}
      style={{ flexShrink: 0 }}
    >
      {word}
    </Badge>
  )
}

type VersionList = UseInfiniteQueryResult<InfiniteData<{ versions: GateVersion[]; next_cursor: string | null }>>

/** All versions, newest first. */
export function Versions({ domainId, list, open }: { domainId: string; list: VersionList; open: number | undefined }) {
  const versions = list.data?.pages.flatMap((page) => page.versions)
  return (
    <Stack gap="xs" component="nav" aria-label="Versions">
      <Title order={2} size="h5">
        Versions
      </Title>
      {list.error && !list.data && <Problem error={list.error} onRetry={() => list.refetch()} />}
      {!versions && !list.error && <Skeleton h={160} />}
      {versions?.map(({ version, status, note, created_at, published_at }) => (
        <NavLink
          key={version}
          active={version === open}
          aria-current={version === open ? 'page' : undefined}
          renderRoot={(props) => (
            <Link {...props} to="/d/$domainId/gate" params={{ domainId }} search={{ version: String(version) }} />
          )}
          label={
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" fw={600} className="number" style={{ flexShrink: 0 }}>
                Version {version}
              </Text>
              <VersionState status={status} />
            </Group>
          }
          description={
            <>
              <Time at={published_at ?? created_at} ago />
              {note && <span className="one-line">{note}</span>}
            </>
          }
        />
      ))}
      <ShowMore found={list} />
    </Stack>
  )
}
