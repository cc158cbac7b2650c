import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Away } from '../../../shared/format/away.tsx'
import { formatCount, formatNumber } from '../../../shared/format/format.ts'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { Listed } from '../../../shared/lists/listed.tsx'
import { useList } from '../../../shared/lists/use-list.ts'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Plan } from '../../../shared/service/types.ts'
import { useMayCrawl } from '../crawl-queries.ts'
import { Details } from '../details.tsx'
import { isUnderWay, TaskState } from '../task-state.tsx'

/** Plans rank the links that wait and crawl the best. */
export function Plans({ domainId }: { domainId: string }) {
  const mayCrawl = useMayCrawl(domainId)
  const list = useList({
    key: ['d', domainId, 'plans'],
    page: (_, options) => polegraph.frontier.listPlans(domainId, options),
    items: ({ plans }) => plans,
    everyMs: (plans) => plans.some(isUnderWay) && 2_000,
  })
  const plan = useAction({
    call: () => polegraph.frontier.plan(domainId),
    says: 'A plan begins',
    refreshes: ['d', domainId],
    onFailed: toastError,
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
              loading={plan.isRunning}
              disabled={list.items?.some(isUnderWay) === true}
              onClick={() => plan.run()}
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
      <Listed list={list} height={80} empty={<Text size="sm">No plan yet.</Text>}>
        {(plans) => plans.map((one) => <PlanCard key={one.id} plan={one} />)}
      </Listed>
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
