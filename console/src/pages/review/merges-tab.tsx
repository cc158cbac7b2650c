import { SegmentedControl, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MergeItem } from '../../shared/curation/merge-item.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { polegraph } from '../../shared/service/client.ts'

export function MergesTab({ domainId }: { domainId: string }) {
  const { by } = useSearch({ from: '/signed-in/d/$domainId/review' })
  const navigate = useNavigate({ from: '/d/$domainId/review' })
  const list = useList({
    key: ['d', domainId, 'merges', by ?? 'all'],
    page: (from, options) => polegraph.merges.list(domainId, { ...(by && { by }), ...from }, options),
    items: ({ merges }) => merges,
  })
  return (
    <Stack>
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        aria-label="Merges by"
        value={by ?? 'all'}
        onChange={(value) =>
          void navigate({
            search: ({ by: _, ...search }) => ({
              ...search,
              ...((value === 'machine' || value === 'person') && { by: value }),
            }),
          })
        }
        data={[
          { value: 'all', label: 'All' },
          { value: 'person', label: 'By people' },
          { value: 'machine', label: 'By the machine' },
        ]}
      />
      <Listed
        list={list}
        height={320}
        empty={<Empty title="No merges">Two entities that are the same become one, and it says here why.</Empty>}
      >
        {(merges) => merges.map((merge) => <MergeItem key={merge.id} domainId={domainId} merge={merge} />)}
      </Listed>
    </Stack>
  )
}
