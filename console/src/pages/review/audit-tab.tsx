import { Select, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AuditItem } from '../../shared/curation/audit-entry.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { polegraph } from '../../shared/service/client.ts'
import { actionWords } from './review-search.ts'

/** Decisions of people, newest first. */
export function AuditTab({ domainId }: { domainId: string }) {
  const { action } = useSearch({ from: '/signed-in/d/$domainId/review' })
  const navigate = useNavigate({ from: '/d/$domainId/review' })
  const list = useList({
    key: ['d', domainId, 'audit', action ?? 'all'],
    page: (from, options) => polegraph.audit.list(domainId, { ...(action && { action }), ...from }, options),
    items: ({ audit }) => audit,
  })
  return (
    <Stack>
      <Select
        label="Changes"
        placeholder="All"
        clearable
        maw={280}
        data={Object.entries(actionWords).map(([value, label]) => ({ value, label }))}
        value={action ?? null}
        onChange={(value) =>
          void navigate({
            search: ({ action: _, ...search }) => ({
              ...search,
              ...(value && { action: value as keyof typeof actionWords }),
            }),
          })
        }
      />
      <Listed
        list={list}
        height={320}
        empty={
          <Empty title="No changes">
            Everything that a person decides about the graph is kept here, and can be undone.
          </Empty>
        }
      >
        {(entries) => entries.map((entry) => <AuditItem key={entry.id} domainId={domainId} entry={entry} />)}
      </Listed>
    </Stack>
  )
}
