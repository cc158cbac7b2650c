import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { Link } from '@tanstack/react-router'
import { formatWords } from '../format/format.ts'
import { Time } from '../format/time.tsx'
import { Problem } from '../page/problem.tsx'
import { polegraph } from '../service/client.ts'
import { useMayWrite } from '../service/session.ts'
import type { AuditEntry } from '../service/types.ts'
import { Actor } from './actor.tsx'
import { Changes } from './changes.tsx'
import { LongText } from './long-text.tsx'
import { useUndoBatch } from './use-batch.ts'
import { useDecision } from './use-decision.ts'

/** An entry of the audit: a decision, its person and its time, with a way to take it back. */
export function AuditItem({ domainId, entry }: { domainId: string; entry: AuditEntry }) {
  const mayWrite = useMayWrite()
  const undo = useDecision(domainId, {
    call: () => polegraph.audit.undo(domainId, entry.id, {}),
    says: 'Taken back.',
  })
  const undoBatch = useUndoBatch(domainId)
  const isEdit = entry.action.endsWith('.edit') || entry.action === 'entity.create'
  return (
    <Paper withBorder p="sm" component="article" id={`audit-${entry.id}`}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2} style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text size="sm" component="div">
            <Actor actor={entry.actor} starts /> <LongText text={told(entry)} most={200} />
          </Text>
          <Text size="xs" c="dimmed" component="div">
            <Time at={entry.at} />
            {entry.reason && (
              <>
                {' · because: '}
                <LongText text={entry.reason} most={200} />
              </>
            )}
          </Text>
        </Stack>
        <Group gap="xs">
          {mayWrite && entry.batch_id && !entry.undone_by && (
            <Button
              size="compact-sm"
              variant="default"
              loading={undoBatch.isRunning}
              onClick={() => entry.batch_id && undoBatch.run(entry.batch_id)}
            >
              Undo the whole batch
            </Button>
          )}
          {entry.undone_by && (
            <Badge color="gray" variant="light" tt="none">
              taken back
            </Badge>
          )}
          <About domainId={domainId} entry={entry} />
          {mayWrite && !entry.undone_by && (
            <Button size="compact-sm" variant="default" loading={undo.isRunning} onClick={() => undo.run()}>
              Undo
            </Button>
          )}
        </Group>
      </Group>
      {isEdit && <Changes before={entry.before} after={entry.after} />}
      {undoBatch.problem}
      {undo.error && (
        <Problem error={undo.error}>
          <Later domainId={domainId} error={undo.error} />
        </Problem>
      )}
    </Paper>
  )
}

/** The later change that must be taken back first; the service names it by its id. */
function Later({ domainId, error }: { domainId: string; error: unknown }) {
  const isOvertaken = error instanceof PolegraphError && error.code === 'overtaken'
  const id = isOvertaken && /[0-9a-f-]{36}/.exec(error.message)?.[0]
  if (!id) return null
  return (
    <Button
      size="xs"
      variant="default"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/d/$domainId/review"
          params={{ domainId }}
          search={{ tab: 'audit' }}
          hash={`audit-${id}`}
        />
      )}
    >
      Show that change
    </Button>
  )
}

function About({ domainId, entry }: { domainId: string; entry: AuditEntry }) {
  const [entityId] = entry.entity_ids
  if (!entityId) return null
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      renderRoot={(props) => <Link {...props} to="/d/$domainId/e/$entityId" params={{ domainId, entityId }} />}
    >
      Open
    </Button>
  )
}

interface Named {
  name?: string
}

const named = (one: unknown) => (one as Named | undefined)?.name ?? 'something'
const listed = (all: unknown) => (Array.isArray(all) ? all.map(named).join(', ') : 'something')

function relation(one: unknown): string {
  const { from, to, type } = (one ?? {}) as { from?: unknown; to?: unknown; type?: string }
  return `${named(from)} – ${formatWords(type ?? '')} – ${named(to)}`
}

interface Judgement {
  judgement: 'same' | 'different' | 'unsure'
  entities?: Named[]
}

const judgementWords = { same: 'the same', different: 'two different ones', unsure: 'not sure' } as const

/** Entries from before names were kept have none. */
function judged(judgements: Judgement[]): string {
  const pairs = judgements.map(({ judgement, entities = [] }) => {
    const both = entities.length === 2 ? entities.map(named).join(' and ') : 'a pair'
    return `${both} to be ${judgementWords[judgement]}`
  })
  return pairs.length === 1 ? `judged ${pairs[0]}` : `judged ${pairs.length} pairs: ${pairs.join('; ')}`
}

const sentences: Record<AuditEntry['action'], (entry: AuditEntry) => string> = {
  'entity.create': ({ target }) => `created ${target.name}`,
  'entity.edit': ({ target }) => `edited ${target.name}`,
  'entity.delete': ({ before }) => `deleted ${listed(before?.entities)}`,
  'entity.merge': ({ before }) => `merged ${listed(before?.sources)} into ${named(before?.target)}`,
  'entity.split': ({ target, after }) => `split ${target.name}: ${listed(after?.parts)}`,
  'attribute.delete': ({ target, before }) =>
    `deleted ${Object.keys(before ?? {})
      .map((field) => formatWords(field.replace('attributes.', '')))
      .join(', ')} of ${target.name}`,
  'relationship.create': ({ after }) => `added the relationship ${relation(after)}`,
  'relationship.edit': ({ target }) => `edited the relationship ${target.name ?? ''}`.trimEnd(),
  'relationship.delete': ({ before }) =>
    `deleted the relationship ${((before?.relationships ?? []) as unknown[]).map(relation).join('; ')}`,
  'merge.revert': ({ target }) => `reverted the merge of ${target.name ?? 'two'}`,
  'duplicate.judge': ({ after }) => judged((after?.judgements ?? []) as Judgement[]),
  'tombstone.lift': ({ target }) => `brought back ${target.name ?? 'a relationship'}`,
  'relation_type.map': ({ target, after }) =>
    `made the relation ${formatWords(target.name ?? '')} the same as ${formatWords(String(after?.same_as ?? ''))}`,
  'relation_type.unmap': ({ target }) => `made ${formatWords(target.name ?? '')} a relation of its own again`,
  undo: ({ target, before, after }) => {
    const judgements = (before?.judgements ?? after?.judgements) as Judgement[] | undefined
    if (judgements?.some(({ entities }) => entities)) return `took back having ${judged(judgements)}`
    return `took back a change${target.name ? ` of ${target.name}` : ''}`
  },
}

/** A change in a few words, after the name of the one who made it. */
const told = (entry: AuditEntry) => sentences[entry.action](entry)
