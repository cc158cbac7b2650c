import { Stack, Text } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { evidenceQuery, explanationQuery } from '../../../shared/curation/entity-queries.ts'
import { LongText } from '../../../shared/curation/long-text.tsx'
import { Away } from '../../../shared/format/away.tsx'
import { formatCount } from '../../../shared/format/format.ts'
import type { Entity } from '../../../shared/service/types.ts'

/** Other names, each with where it came from: pages, a merge, or a person. */
export function Aliases({ domainId, entity }: { domainId: string; entity: Entity }) {
  const { data: said } = useQuery(evidenceQuery(domainId, entity.id, { field: 'name,aliases', limit: limits.list_max }))
  const { data: explained } = useQuery(explanationQuery(domainId, entity.id))
  const hostsOf = (alias: string) => {
    const about = said?.evidence.filter(({ fields }) =>
      fields.some(({ field, value }) => (field === 'name' || field === 'aliases') && value === alias),
    )
    return [...new Set(about?.map(({ host }) => host))]
  }
  const isMerged = (alias: string) =>
    explained?.merges.some(({ source, reverted_at }) => reverted_at === null && source.name === alias) ?? false
  if (entity.aliases.length === 0) return <Text c="dimmed">none</Text>
  return (
    <Stack gap={2}>
      {entity.aliases.map((alias) => {
        const hosts = hostsOf(alias)
        const origins = [
          hosts.length > 3 ? formatCount(hosts.length, 'host') : hosts.join(', '),
          isMerged(alias) && 'by a merge',
          hosts.length === 0 && entity.pinned.includes('aliases') && 'a person',
        ].filter(Boolean)
        return (
          <div key={alias}>
            <LongText text={alias} most={200} />{' '}
            {origins.length > 0 && (
              <Text span size="xs" c="dimmed" className="said">
                from {origins.join(', ')}
              </Text>
            )}
          </div>
        )
      })}
    </Stack>
  )
}

export function Addresses({ urls }: { urls: string[] }) {
  if (urls.length === 0) return <Text c="dimmed">none</Text>
  return (
    <Stack gap={2}>
      {urls.map((url) => (
        <div key={url}>
          <Away href={url} />
        </div>
      ))}
    </Stack>
  )
}
