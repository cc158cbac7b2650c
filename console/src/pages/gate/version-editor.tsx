import { Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { polegraph } from '../../shared/client.ts'
import { Problem } from '../../shared/problem.tsx'
import { useMayWrite } from '../../shared/session.ts'
import { Time } from '../../shared/time.tsx'
import { toastDone } from '../../shared/toast.tsx'
import type { GateVersion } from '../../shared/types.ts'
import { Differences } from './differences.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { Preview } from './preview.tsx'
import { areEqual, tidied } from './rule-fields.ts'
import { type Draft, RulesForm } from './rules-form.tsx'
import { VersionEnd } from './version-end.tsx'
import { VersionState } from './versions.tsx'

/** One version: its rules, what they would do, and how they differ from others. */
export function VersionEditor(props: {
  domainId: string
  version: GateVersion
  published: GateVersion
  versions: GateVersion[]
}) {
  const { domainId, version, published } = props
  const mayWrite = useMayWrite()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const path = useLocation({ select: ({ pathname }) => pathname })
  /** The changes of the person; undefined until there are some. */
  const [edit, setEdit] = useState<Draft | undefined>(undefined)
  const draft = edit ?? { rules: version.rules, note: version.note }
  const isDraft = version.status === 'draft'
  const isChanged = !areEqual(draft.rules, version.rules) || (isDraft && draft.note !== version.note)
  /** Set where the page itself goes on to a version that was just made. */
  const isLeaving = useRef(false)
  const save = useMutation({
    mutationFn: ({ rules, note }: Draft) => {
      const body = { rules: tidied(rules), note }
      return isDraft
        ? polegraph.gate.changeVersion(domainId, version.version, body)
        : polegraph.gate.createVersion(domainId, body)
    },
    onSuccess: async (saved, sent) => {
      queries.setQueryData(['d', domainId, 'gate', 'version', saved.version], saved)
      void queries.invalidateQueries({ queryKey: ['d', domainId, 'gate'] })
      if (isDraft) {
        // A person may have typed on while it was saved.
        setEdit((now) => (now === sent ? undefined : now))
        return
      }
      isLeaving.current = true
      await navigate({ to: '/d/$domainId/gate', params: { domainId }, search: { version: String(saved.version) } })
    },
  })
  const preview = useMutation({
    mutationFn: async () => {
      if (isChanged && isDraft) await save.mutateAsync(draft)
      return polegraph.gate.previewVersion(domainId, version.version)
    },
  })
  const mayPreview = mayWrite && (isDraft || !isChanged)
  return (
    <Stack>
      <LeaveGuard
        mayLeave={(nextPath, nextVersion) =>
          isLeaving.current ||
          !isChanged ||
          (nextPath === path && (nextVersion ?? String(version.version)) === String(version.version))
        }
      />
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Title order={2} size="h4">
              Version {version.version}
            </Title>
            <VersionState status={version.status} />
          </Group>
          <Text size="sm" c="dimmed">
            Made <Time at={version.created_at} ago />
            {version.published_at && (
              <>
                , published <Time at={version.published_at} ago />
              </>
            )}
          </Text>
        </div>
        {mayWrite && (
          <Group gap="xs">
            <Button
              size="xs"
              variant={isChanged ? 'filled' : 'default'}
              disabled={!isChanged}
              loading={save.isPending}
              onClick={() => save.mutate(draft, { onSuccess: () => toastDone('The draft is saved') })}
            >
              {isDraft ? 'Save the draft' : 'Save as a new draft'}
            </Button>
            {mayPreview && (
              <Button size="xs" variant="default" loading={preview.isPending} onClick={() => preview.mutate()}>
                {isChanged ? 'Save and preview' : 'Preview'}
              </Button>
            )}
            {!isChanged && <VersionEnd domainId={domainId} version={version} published={published.version} />}
          </Group>
        )}
      </Group>
      {save.error && <Problem error={save.error} />}
      {preview.error && preview.error !== save.error && (
        <Problem error={preview.error} onRetry={() => preview.mutate()} />
      )}
      {preview.data && <Preview version={version.version} preview={preview.data} />}
      <Compared {...props} />
      <RulesForm draft={draft} isReadOnly={!mayWrite} error={save.error} onChange={setEdit} />
    </Stack>
  )
}

function Compared({ domainId, version, published, versions }: Parameters<typeof VersionEditor>[0]) {
  const search = useSearch({ from: '/signed-in/d/$domainId/gate' })
  const navigate = useNavigate()
  const chosen = Number(search.compare)
  const isChosen = Number.isInteger(chosen) && chosen > 0 && chosen !== version.version
  const other = useQuery({
    queryKey: ['d', domainId, 'gate', 'version', chosen],
    queryFn: ({ signal }) => polegraph.gate.getVersion(domainId, chosen, { signal }),
    enabled: isChosen,
  })
  const others = versions.filter((one) => one.version !== version.version)
  if (others.length === 0) return null
  return (
    <>
      <Select
        label="Compare with"
        placeholder="another version"
        clearable
        clearButtonProps={{ 'aria-label': 'Compare with none' }}
        searchable
        w={260}
        data={others.map((one) => ({
          value: String(one.version),
          label: `Version ${one.version}${one.version === published.version ? ', in force' : ''}`,
        }))}
        value={isChosen ? String(chosen) : null}
        onChange={(value) =>
          navigate({
            to: '/d/$domainId/gate',
            params: { domainId },
            search: { version: String(version.version), ...(value && { compare: value }) },
          })
        }
      />
      {isChosen && other.error && <Problem error={other.error} onRetry={() => other.refetch()} />}
      {isChosen && other.data && <Differences from={other.data} to={version} />}
    </>
  )
}
