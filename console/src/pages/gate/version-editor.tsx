import { Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Actor } from '../../shared/curation/actor.tsx'
import { Time } from '../../shared/format/time.tsx'
import { EditConflict } from '../../shared/forms/edit-conflict.tsx'
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx'
import { fieldLabels } from '../../shared/forms/rule-fields.ts'
import { useAction } from '../../shared/forms/use-action.tsx'
import { useDraft } from '../../shared/forms/use-draft.ts'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { GateVersion } from '../../shared/service/types.ts'
import { Differences } from './differences.tsx'
import { Preview } from './preview.tsx'
import { RulesForm } from './rules-form.tsx'
import { draftOfVersion, useSaveVersion } from './use-save-version.ts'
import { VersionEnd } from './version-end.tsx'
import { versionQuery } from './version-query.ts'
import { VersionState } from './versions.tsx'

/** One version: its rules, what they would do, and how they differ from others. */
export function VersionEditor(props: {
  domainId: string
  version: GateVersion
  etag: string
  published: GateVersion
  versions: GateVersion[]
}) {
  const { domainId, version, etag, published } = props
  const mayWrite = useMayWrite()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const edit = useDraft({ fields: draftOfVersion(version), etag })
  const { draft, changed, conflicts, change } = edit
  const isDraft = version.status === 'draft'
  const isChanged = changed.some((field) => isDraft || field !== 'note')
  const save = useSaveVersion(domainId, version, edit)
  const preview = useAction({
    call: async () => {
      if (isChanged && isDraft) await save.runAsync(draft)
      return polegraph.gate.previewVersion(domainId, version.version)
    },
  })
  const open = String(version.version)
  const mayPreview = mayWrite && (isDraft || !isChanged)
  return (
    <Stack>
      <LeaveGuard
        isChanged={isChanged}
        staysAt={({ pathname, search }) => pathname === path && (!('version' in search) || search.version === open)}
      />
      <Group justify="space-between" align="flex-start" className={isChanged ? 'sticky-head' : undefined}>
        <VersionHead version={version} />
        {mayWrite && (
          <Group gap="xs">
            <Button
              size="xs"
              variant={isChanged ? 'filled' : 'default'}
              disabled={!isChanged || edit.isUndecided}
              loading={save.isRunning}
              onClick={() => save.run(draft)}
            >
              {isDraft ? 'Save the draft' : 'Save as a new draft'}
            </Button>
            {mayPreview && (
              <Button
                size="xs"
                variant="default"
                loading={preview.isRunning}
                // Two saves at once would be a conflict with oneself.
                disabled={save.isRunning || edit.isUndecided}
                onClick={() => preview.run()}
              >
                {isChanged ? 'Save and preview' : 'Preview'}
              </Button>
            )}
            {!isChanged && <VersionEnd domainId={domainId} version={version} published={published.version} />}
          </Group>
        )}
      </Group>
      {conflicts && (
        <EditConflict
          conflicts={conflicts}
          draft={draft}
          labelOf={(field) => (field === 'note' ? 'Note' : fieldLabels[field])}
          onChoose={change}
        />
      )}
      {save.error && !conflicts && <Problem error={save.error} />}
      {preview.error && preview.error !== save.error && <Problem error={preview.error} onRetry={() => preview.run()} />}
      {preview.answer && <Preview version={version.version} preview={preview.answer} />}
      <Compared {...props} />
      <RulesForm draft={draft} isReadOnly={!mayWrite} error={save.error} onChange={change} />
    </Stack>
  )
}

function VersionHead({ version }: { version: GateVersion }) {
  return (
    <div>
      <Group gap="xs">
        <Title order={2} size="h4">
          Version {version.version}
        </Title>
        <VersionState status={version.status} />
      </Group>
      <Text size="sm" c="dimmed">
        Made <Time at={version.created_at} ago /> by <Actor actor={version.created_by} />
        {version.published_at && (
          <>
            , published <Time at={version.published_at} ago />
          </>
        )}
      </Text>
    </div>
  )
}

function Compared({ domainId, version, published, versions }: Parameters<typeof VersionEditor>[0]) {
  const search = useSearch({ from: '/signed-in/d/$domainId/gate' })
  const navigate = useNavigate()
  const chosen = Number(search.compare)
  const isChosen = Number.isInteger(chosen) && chosen > 0 && chosen !== version.version
  const other = useQuery({ ...versionQuery(domainId, chosen), enabled: isChosen })
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
      {isChosen && other.data && <Differences from={other.data.version} to={version} />}
    </>
  )
}
