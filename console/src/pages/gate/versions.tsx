import { Badge, Group, NavLink, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Actor } from '../../shared/curation/actor.tsx'
import { Time } from '../../shared/format/time.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import type { List } from '../../shared/lists/use-list.ts'
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

/** All versions, newest first. */
export function Versions(props: { domainId: string; list: List<GateVersion>; open: number | undefined }) {
  const { domainId, list, open } = props
  return (
    <Stack gap="xs" component="nav" aria-label="Versions">
      <Title order={2} size="h5">
        Versions
      </Title>
      <Listed list={list} height={160}>
        {(versions) =>
          versions.map(({ version, status, note, created_by, created_at, published_at }) => (
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
                  <Time at={published_at ?? created_at} ago /> · <Actor actor={created_by} />
                  {note && <span className="one-line">{note}</span>}
                </>
              }
            />
          ))
        }
      </Listed>
    </Stack>
  )
}
