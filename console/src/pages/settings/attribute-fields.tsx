import { Button, Card, Group, MultiSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { isWord, wordRule } from '../../shared/format/word.ts'
import type { Domain } from '../../shared/service/types.ts'

export type Attribute = Domain['attributes'][number]

/** One attribute of the graph. */
export function AttributeFields(props: {
  attribute: Attribute
  kinds: string[]
  isReadOnly: boolean
  isTwice: boolean
  onChange: (attribute: Attribute) => void
  onRemove: () => void
}) {
  const { attribute, kinds, isReadOnly, isTwice, onChange } = props
  const { key } = attribute
  const set = (change: Partial<Attribute>) => onChange({ ...attribute, ...change })
  const shown = attribute.label || key || 'new'
  return (
    <Card withBorder component="fieldset" aria-label={`Attribute ${shown}`}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
          <TextInput
            label="Key"
            description={wordRule}
            required
            maxLength={limits.word_max}
            readOnly={isReadOnly}
            value={key}
            error={
              isTwice ? 'Another attribute has this key.' : key !== '' && !isWord(key) && 'This is not such a word.'
            }
            onChange={(event) => set({ key: event.currentTarget.value.toLowerCase() })}
          />
          <TextInput
            label="Label"
            description="How it is shown; the key, where none is given."
            maxLength={limits.name_max}
            readOnly={isReadOnly}
            value={attribute.label}
            onChange={(event) => set({ label: event.currentTarget.value })}
          />
        </SimpleGrid>
        <MultiSelect
          label="Kinds that have it"
          placeholder={attribute.kinds.length === 0 ? 'all kinds' : ''}
          data={[...new Set([...kinds, ...attribute.kinds])]}
          readOnly={isReadOnly}
          value={attribute.kinds}
          onChange={(value) => set({ kinds: value })}
        />
        <Textarea
          label="What it means"
          description="The model reads it."
          autosize
          maxLength={limits.note_max}
          readOnly={isReadOnly}
          value={attribute.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        {!isReadOnly && (
          <Group justify="flex-end">
            <Button
              size="compact-sm"
              variant="default"
              onClick={props.onRemove}
              aria-label={`Remove the attribute ${shown}`}
            >
              Remove
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  )
}
