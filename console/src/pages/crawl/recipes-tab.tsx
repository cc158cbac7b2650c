import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Away } from '../../shared/format/away.tsx'
import { Time } from '../../shared/format/time.tsx'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { actions, ListTable } from '../../shared/lists/list-table.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { statusQuery } from '../../shared/service/domain.ts'
import type { Recipe } from '../../shared/service/types.ts'
import { useMayCrawl } from './crawl-queries.ts'

const states: Record<Recipe['status'], [word: string, color: string, why: string]> = {
  active: ['works', 'green', 'active: it reads the pages of its template'],
  failing: ['in doubt', 'yellow', 'failing: a page did not fit, or the model disagreed'],
  invalid: ['given up', 'gray', 'invalid: three pages in a row did not fit, or a person invalidated it'],
}

/** The recipes of the graph: rules that were learned from a model, and read pages in its place. */
export function RecipesTab({ domainId }: { domainId: string }) {
  const mayCrawl = useMayCrawl(domainId)
  const [ending, setEnding] = useState<Recipe | undefined>(undefined)
  const { data: status } = useQuery(statusQuery)
  const list = useList({
    key: ['d', domainId, 'recipes'],
    page: (from, options) => polegraph.recipes.list(domainId, { limit: 100, ...from }, options),
    items: ({ recipes }) => recipes,
  })
  const invalidate = useAction({
    call: ({ id }: Recipe) => polegraph.recipes.invalidate(domainId, id),
    says: 'The recipe is not used any more',
    refreshes: ['d', domainId],
    onDone: () => setEnding(undefined),
  })
  return (
    <Stack>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Text size="sm" c="dimmed">
          A recipe is learned from pages that a model read, and reads others of the same template without it.
        </Text>
        <AsCall call="recipes.list" ids={[domainId]} />
      </Group>
      <Listed
        list={list}
        height={120}
        empty={
          <Empty title="No recipe yet">
            {status?.has_model === false
              ? 'Recipes are learned from a model, and none is configured. Pages are read by rules alone.'
              : 'One is listed once it has agreed with the model on three pages of a template.'}
          </Empty>
        }
      >
        {(recipes) => (
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
      </Listed>
      {ending && (
        <Confirm
          title="Invalidate the recipe"
          action="Invalidate"
          of={invalidate}
          onConfirm={() => invalidate.run(ending)}
          onClose={() => setEnding(undefined)}
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
