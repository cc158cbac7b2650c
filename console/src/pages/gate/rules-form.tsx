import { SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { NumberField } from '../../shared/forms/number-field.tsx'
import { type ListField, listFields } from '../../shared/forms/rule-fields.ts'
import type { GateRules } from '../../shared/service/types.ts'

/** The rules of a version, and why they are so. */
export type GateDraft = GateRules & { note: string }

interface RulesFormProps {
  draft: GateDraft
  isReadOnly: boolean
  error: unknown
  onChange: (change: Partial<GateDraft>) => void
}

/** The rules of a version as fields. */
export function RulesForm(props: RulesFormProps) {
  const { draft, isReadOnly, error, onChange } = props
  return (
    <Stack>
      <Textarea
        label="What is relevant"
        description="In plain words. A model reads it, where one is configured."
        placeholder="Ports of the Baltic Sea, who runs them and what happens there."
        autosize
        minRows={2}
        maxLength={limits.description_max}
        readOnly={isReadOnly}
        value={draft.about ?? ''}
        error={errorOf(error, 'rules.about')}
        onChange={(event) => onChange({ about: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {(Object.keys(listFields) as ListField[]).map((name) => (
          <ListOf key={name} name={name} {...props} />
        ))}
        <NumberField
          label="Fewest words"
          description="Pages with fewer words are dropped."
          placeholder="any number"
          min={0}
          max={limits.gate_words_max}
          allowDecimal={false}
          thousandSeparator=","
          readOnly={isReadOnly}
          value={draft.min_words}
          error={errorOf(error, 'rules.min_words')}
          onChange={(min_words) => onChange({ min_words })}
        />
        <NumberField
          label="Lowest confidence"
          description="From 0 to 1. Entities and relationships with less are hidden, not deleted."
          placeholder="all are shown"
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          readOnly={isReadOnly}
          value={draft.min_confidence}
          error={errorOf(error, 'rules.min_confidence')}
          onChange={(min_confidence) => onChange({ min_confidence })}
        />
      </SimpleGrid>
      <TextInput
        label="Note"
        description="Why the rules are as they are, for those who come later."
        maxLength={limits.note_max}
        readOnly={isReadOnly}
        value={draft.note}
        error={errorOf(error, 'note')}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </Stack>
  )
}

function ListOf({ name, draft, isReadOnly, error, onChange }: RulesFormProps & { name: ListField }) {
  const { label, description, placeholder, most } = listFields[name]
  const values = draft[name] ?? []
  return (
    <TagsInput
      label={label}
      description={`${description} At most ${most}.`}
      placeholder={isReadOnly || values.length > 0 ? '' : placeholder}
      value={values}
      onChange={(value) => onChange({ [name]: value })}
      maxTags={most}
      // Not at commas, which paths and terms may contain: pasted text is split at its lines.
      splitChars={['\n']}
      readOnly={isReadOnly}
      error={errorOf(error, `rules.${name}`)}
      clearable={!isReadOnly}
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      // Without this, a pill would break between any two letters and become as narrow as one.
      styles={{ pill: { unicodeBidi: 'isolate' } }}
    />
  )
}

/** Finds what the service says about a field, or about one value of it. */
function errorOf(error: unknown, path: string): string | undefined {
  if (!(error instanceof PolegraphError)) return undefined
  return error.details.find(
    (one) => one.path === path || one.path.startsWith(`${path}.`) || one.path.startsWith(`${path}[`),
  )?.message
}
