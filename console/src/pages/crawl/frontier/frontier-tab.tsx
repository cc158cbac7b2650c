import { Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCount, formatNumber } from '../../../shared/format/format.ts'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { actions, ListTable } from '../../../shared/lists/list-table.tsx'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Frontier } from '../../../shared/service/types.ts'
import { useMayCrawl } from '../crawl-queries.ts'
import { frontierWords, waitWords } from '../words.ts'
import { Plans } from './plans.tsx'

/** The links that were found, those that wait and why, and the plans that choose among them. */
export function FrontierTab({ domainId }: { domainId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['d', domainId, 'frontier'],
    queryFn: ({ signal }) => polegraph.frontier.get(domainId, { signal }),
    refetchInterval: 10_000,
  })
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            Links
          </Title>
          <AsCall call="frontier.get" ids={[domainId]} />
        </Group>
        {error && <Problem error={error} onRetry={() => refetch()} />}
        {!data && !error && <Skeleton h={160} />}
        {data && <Counts frontier={data.frontier} />}
        {data && <Groups domainId={domainId} groups={data.groups} />}
      </Stack>
      <Plans domainId={domainId} />
    </Stack>
  )
}

function Counts({ frontier }: { frontier: Frontier['frontier'] }) {
  return (
    <Group gap="xl" component="dl" m={0}>
      {frontier.map(({ status, n }) => {
        const [word, why] = frontierWords[status]
        return (
          <div key={status} title={why}>
            <Text component="dt" size="xs" c="dimmed">
              {word}
            </Text>
            <Text component="dd" m={0} fw={600} size="lg" className="number">
              {formatNumber(n)}
            </Text>
          </div>
        )
      })}
    </Group>
  )
}

function Groups({ domainId, groups }: { domainId: string; groups: Frontier['groups'] }) {
  const mayCrawl = useMayCrawl(domainId)
  const release = useAction({
    call: (id: string) => polegraph.frontier.releaseGroup(domainId, id),
    says: ({ queued }) => `The group goes on: ${formatCount(queued, 'link')} queued at once`,
    refreshes: ['d', domainId],
    onFailed: toastError,
  })
  if (groups.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No link waits.
      </Text>
    )
  }
  return (
    <ListTable minWidth={560} columns={['Addresses like', { label: 'Links', ta: 'right' }, 'Why they wait', actions]}>
      {groups.map(({ id, pattern, status, n, reason }) => (
        <Table.Tr key={`${pattern} ${status} ${reason}`}>
          <Table.Td className="said">{pattern}</Table.Td>
          <Table.Td ta="right" className="number">
            {formatNumber(n)}
          </Table.Td>
          <Table.Td className="said" title={reason}>
            {waitWords(reason)}
          </Table.Td>
          <Table.Td ta="right">
            {id && mayCrawl && (
              <Button
                size="compact-sm"
                variant="default"
                loading={release.input === id}
                onClick={() => release.run(id)}
                aria-label={`Let it go on: ${pattern}`}
                title="Its links are followed from now on, up to the page budget"
              >
                Let it go on
              </Button>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}
