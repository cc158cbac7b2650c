import { Badge, Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Away } from '../../shared/format/away.tsx'
import { Time } from '../../shared/format/time.tsx'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { actions, ListTable } from '../../shared/lists/list-table.tsx'
import { ShowMore } from '../../shared/lists/show-more.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { toastDone } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { statusQuery } from '../../shared/service/domain.ts'
import type { Recipe } from '../../shared/service/types.ts'
import { useMayCrawl, useRefreshCrawl } from './crawl-queries.ts'

const states: Record<Recipe['status'], [word: string, color: string, why: string]> = {
  active: ['works', 'green', 'active: it reads the pages of its template'],
  failing: ['in doubt', 'yellow', 'failing: a page did not fit, or the model disagreed'],
  invalid: ['given up', 'gray', 'invalid: three pages in a row did not fit, or a person invalidated it'],
}

/** Recipes are learned from the model, and spare asking it. */
export function RecipesTab({ domainId }: { domainId: string }) {
  const mayCrawl = useMayCrawl(domainId)
  const refresh = useRefreshCrawl(domainId)
  const [ending, setEnding] = useState<Recipe | undefined>(undefined)
  const { data: status } = useQuery(statusQuery)
  const list = useInfiniteQuery({
    queryKey: ['d', domainId, 'recipes'],
    queryFn: ({ pageParam, signal }) => polegraph.recipes.list(domainId, { limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const recipes = list.data?.pages.flatMap((page) => page.recipes)
  const invalidate = useMutation({
    mutationFn: ({ id }: Recipe) => polegraph.recipes.invalidate(domainId, id),
    onSuccess: () => {
      setEnding(undefined)
      toastDone('The recipe is not used any more')
      refresh()
    },
  })
  return (
    <Stack>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Text size="sm" c="dimmed">
          A recipe is learned from pages that a model read, and reads others of the same template without it.
        </Text>
        <AsCall call="recipes.list" ids={[domainId]} />
      </Group>
      {list.error && !list.data && <Problem error={list.error} onRetry={() => list.refetch()} />}
      {!recipes && !list.error && <Skeleton h={120} />}
      {recipes?.length === 0 && (
        <Empty title="No recipe yet">
          {status?.has_model === false
            ? 'Recipes are learned from a model, and none is configured. Pages are read by rules alone.'
            : 'One is listed once it has agreed with the model on three pages of a template.'}
        </Empty>
      )}
      {recipes && recipes.length > 0 && (
        <ListTable
          minWidth={640}
          columns={[
            { label: 'A page of its template', miw: 200 },
            { label: 'Version', ta: 'right' },
            'State',
            'Last used',
            'Last mistake',
            actions,
          ]}
        >
          {recipes.map((recipe) => (
            <Row key={recipe.id} recipe={recipe} onEnd={mayCrawl ? () => setEnding(recipe) : undefined} />
          ))}
        </ListTable>
      )}
      <ShowMore found={list} />
      {ending && (
        <Confirm
          opened
          title="Invalidate the recipe"
          action="Invalidate"
          isPending={invalidate.isPending}
          error={invalidate.error}
          onConfirm={() => invalidate.mutate(ending)}
          onClose={() => {
            invalidate.reset()
            setEnding(undefined)
          }}
        >
          The model reads the pages of its template again, which costs money, and a new version may be learned. What was
          extracted stays.
        </Confirm>
      )}
    </Stack>
  )
}

function Row({ recipe, onEnd }: { recipe: Recipe; onEnd: (() => void) | undefined }) {
  const [word, color, why] = states[recipe.status]
  return (
    <Table.Tr>
      <Table.Td>
        <Away href={recipe.url} />
      </Table.Td>
      <Table.Td ta="right" className="number">
        {recipe.version}
      </Table.Td>
      <Table.Td>
        <Badge color={color} variant="light" tt="none" title={why}>
          {word}
        </Badge>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {recipe.last_run_at ? <Time at={recipe.last_run_at} ago /> : 'never'}
      </Table.Td>
      <Table.Td className="said">
        {recipe.last_error}
        {recipe.consecutive_failures > 1 && ` (${recipe.consecutive_failures} in a row)`}
      </Table.Td>
      <Table.Td ta="right">
        {onEnd && recipe.status !== 'invalid' && (
          <Button size="compact-sm" variant="default" onClick={onEnd} aria-label={`Invalidate: ${recipe.url}`}>
            Invalidate…
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
