import { Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Away } from '../../../shared/format/away.tsx'
import { formatCount, formatNumber } from '../../../shared/format/format.ts'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { toastDone, toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Plan } from '../../../shared/service/types.ts'
import { useMayCrawl, useRefreshCrawl } from '../crawl-queries.ts'
import { Details } from '../details.tsx'
import { isUnderWay, TaskState } from '../task-state.tsx'

/** Plans rank the links that wait and crawl the best. */
export function Plans({ domainId }: { domainId: string }) {
  const mayCrawl = useMayCrawl(domainId)
  const refresh = useRefreshCrawl(domainId)
  const { data, error, refetch } = useQuery({
    queryKey: ['d', domainId, 'plans'],
    queryFn: ({ signal }) => polegraph.frontier.listPlans(domainId, { signal }),
    refetchInterval: ({ state }) => (state.data?.plans.some(isUnderWay) ? 2_000 : false),
  })
  const plan = useMutation({
    mutationFn: () => polegraph.frontier.plan(domainId),
    onSuccess: () => {
      toastDone('A plan begins')
      refresh()
    },
    onError: toastError,
  })
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Plans
        </Title>
        <Group gap="xs">
          {mayCrawl && (
            <Button
              size="xs"
              loading={plan.isPending}
              disabled={data?.plans.some(isUnderWay) === true}
              onClick={() => plan.mutate()}
            >
              Plan now
            </Button>
          )}
          <AsCall call="frontier.listPlans" ids={[domainId]} />
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        A plan ranks the links that wait by what pages like them gave, reads the best within the page budget, and
        searches the web for what the graph has little of. One is made by itself every week.
      </Text>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton h={80} />}
      {data?.plans.length === 0 && <Text size="sm">No plan yet.</Text>}
      {data?.plans.map((one) => (
        <PlanCard key={one.id} plan={one} />
      ))}
    </Stack>
  )
}

function PlanCard({ plan }: { plan: Plan }) {
  const { result, selected, searches } = plan
  return (
    <Card withBorder>
      <Stack gap="xs">
        <TaskState task={plan}>
          <Text size="sm" className="number">
            {formatCount(plan.enqueued, 'page')} queued
            {plan.frontier_added > 0 && `, ${formatCount(plan.frontier_added, 'link')} found by searches`}
          </Text>
        </TaskState>
        {result && (
          <Text size="sm" className="number">
            {formatCount(result.pages, 'page')} done, {formatCount(result.entities_added, 'entity', 'entities')} added,{' '}
            {formatCount(result.rejected, 'link')} left out, {formatNumber(result.waiting)} still wait.
          </Text>
        )}
        {plan.notes && (
          <Text size="sm" c={plan.status === 'failed' ? 'red' : 'dimmed'} className="said">
            {plan.notes}
          </Text>
        )}
        {searches.length > 0 && (
          <Details label={`Searched for ${formatCount(searches.length, 'gap')}`}>
            <ul style={{ margin: 0 }}>
              {searches.map(({ query, gap, found }) => (
                <li key={query}>
                  <Text size="sm" className="said">
                    {query}: {formatCount(found, 'address', 'addresses')}, for {gap}
                  </Text>
                </li>
              ))}
            </ul>
          </Details>
        )}
        {selected.length > 0 && (
          <Details label={`Chose ${formatCount(selected.length, 'link')}`}>
            <ol style={{ margin: 0 }}>
              {selected.map(({ url, reason }) => (
                <li key={url}>
                  <Text size="sm" component="span">
                    <Away href={url} />{' '}
                    <Text span c="dimmed" size="sm" className="said">
                      {reason}
                    </Text>
                  </Text>
                </li>
              ))}
            </ol>
          </Details>
        )}
      </Stack>
    </Card>
  )
}
