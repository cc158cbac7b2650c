import { Button, Group, Stack, TagsInput, Text, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../shared/format/format.ts'
import { Kind } from '../../shared/format/kinds.tsx'
import { isWord, wordRule } from '../../shared/format/word.ts'
import { Form } from '../../shared/forms/form.tsx'
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Domain } from '../../shared/service/types.ts'
import { type Attribute, AttributeFields } from './attribute-fields.tsx'
import { SaveButtons } from './save-buttons.tsx'
import { useEdits, useSaveDomain } from './save-domain.ts'

/** The kinds of things in the graph, and what is asked about them beside their names. */
export function OntologyTab({ domain }: { domain: Domain }) {
  const mayWrite = useMayWrite()
  const { fields, change, changes, isChanged, takeBack } = useEdits({
    ontology: domain.ontology,
    attributes: domain.attributes,
  })
  const { ontology, attributes } = fields
  const save = useSaveDomain(domain.id, takeBack)
  const wrong = ontology.filter((kind) => !isWord(kind))
  const keys = attributes.map(({ key }) => key)
  const isRight = wrong.length === 0 && ontology.length > 0 && keys.every(isWord) && new Set(keys).size === keys.length
  const setAttribute = (at: number, attribute: Attribute) => change({ attributes: attributes.with(at, attribute) })
  return (
    <>
      <LeaveGuard isChanged={isChanged} />
      <Form onSend={() => save.run(changes)}>
        <Stack gap="lg" maw={760}>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Stack gap="xs" flex={1}>
              <TagsInput
                label="Kinds"
                description={`What the things of the graph are. ${wordRule} From 1 to ${limits.ontology_max} kinds. A kind that still has entities cannot be taken away.`}
                value={ontology}
                onChange={(value) => change({ ontology: value.map((kind) => kind.toLowerCase()) })}
                maxTags={limits.ontology_max}
                readOnly={!mayWrite}
                error={
                  ontology.length === 0
                    ? 'There must be at least one kind.'
                    : wrong.length > 0 && `Not a word: ${wrong.join(', ')}`
                }
              />
              <Counts domainId={domain.id} />
            </Stack>
            <AsCall call="domains.get" ids={[domain.id]} />
          </Group>
          <Stack gap="sm">
            <Title order={2} size="h4">
              Attributes
            </Title>
            <Text size="sm" c="dimmed">
              What is asked about each thing beside its name, dates and place. At most {limits.attributes_max}. A new
              one makes the next crawl read pages in full, which costs more where a model reads them.
            </Text>
            {attributes.length === 0 && <Text size="sm">None yet.</Text>}
            {attributes.map((attribute, at) => (
              <AttributeFields
                // biome-ignore lint/suspicious/noArrayIndexKey: a key that is being typed is no key
                key={at}
                attribute={attribute}
                kinds={ontology}
                isReadOnly={!mayWrite}
                isTwice={keys.indexOf(attribute.key) !== at}
                onChange={(changed) => setAttribute(at, changed)}
                onRemove={() => change({ attributes: attributes.toSpliced(at, 1) })}
              />
            ))}
            {mayWrite && (
              <Button
                variant="default"
                style={{ alignSelf: 'flex-start' }}
                disabled={attributes.length >= limits.attributes_max}
                onClick={() =>
                  change({ attributes: [...attributes, { key: '', label: '', kinds: [], description: '' }] })
                }
              >
                Add an attribute
              </Button>
            )}
          </Stack>
          {save.error && <SaveError error={save.error} />}
          {mayWrite && (
            <SaveButtons isChanged={isChanged} isRight={isRight} isPending={save.isRunning} onTakeBack={takeBack} />
          )}
        </Stack>
      </Form>
    </>
  )
}

function SaveError({ error }: { error: Error }) {
  return (
    <>
      <Problem error={error} />
      {error instanceof PolegraphError && error.code === 'kind_has_entities' && (
        <Text size="sm">Delete these entities or give them another kind first, then take the kind away.</Text>
      )}
    </>
  )
}

/** Counts the entities of each kind, so that nobody tries to take one away that is in use. */
function Counts({ domainId }: { domainId: string }) {
  const { data } = useQuery({
    queryKey: ['d', domainId, 'scorecard'],
    queryFn: ({ signal }) => polegraph.domains.getScorecard(domainId, { signal }),
  })
  const counts = Object.entries(data?.scorecard.metrics.entities_by_kind ?? {})
  return (
    <Group gap="sm" mih={24}>
      {counts.map(([kind, count]) => (
        <Group key={kind} gap={4} wrap="nowrap">
          <Kind kind={kind} />
          <Text size="sm" c="dimmed" className="number">
            {formatNumber(count)}
          </Text>
        </Group>
      ))}
    </Group>
  )
}
