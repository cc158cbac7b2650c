import { Autocomplete, Button, Fieldset, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldLabel } from '../../../shared/curation/values.ts'
import { formatWords } from '../../../shared/format/format.ts'
import { isWord, toWord } from '../../../shared/format/word.ts'
import { PlaceSearch } from '../../../shared/forms/place-search.tsx'
import { domainQuery } from '../../../shared/service/domain.ts'
import type { TextDraft } from './entity-draft.ts'

export interface FieldsProps {
  domainId: string
  draft: TextDraft
  onChange: (field: string, text: string) => void
  errorOf: (field: string) => string | undefined
}

export function EditFields(props: FieldsProps) {
  const { domainId, draft, onChange, errorOf } = props
  const { data: domain } = useQuery(domainQuery(domainId))
  const kinds = [...new Set([...(domain?.ontology ?? []), draft.kind ?? ''])].filter(Boolean)
  const of = (field: string) => ({
    value: draft[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onChange(field, event.currentTarget.value),
    error: errorOf(field),
  })
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Name" required {...of('name')} data-autofocus />
        <Select
          label="Kind"
          allowDeselect={false}
          data={kinds.map((kind) => ({ value: kind, label: formatWords(kind) }))}
          value={draft.kind ?? null}
          onChange={(kind) => kind && onChange('kind', kind)}
          error={errorOf('kind')}
        />
      </SimpleGrid>
      <Textarea
        label="Also known as"
        description="One name a line."
        autosize
        minRows={1}
        maxRows={8}
        {...of('aliases')}
      />
      <Textarea label="Summary" autosize minRows={2} maxRows={10} {...of('summary')} />
      <TextInput
        label="When"
        description="A year, month, day or span: 1987, 1987-05, 1987-05-03, 1987/1990. Add ? when it is uncertain."
        {...of('when')}
      />
      <Where of={of} draft={draft} onChange={onChange} error={errorOf('where')} />
      <Values {...props} outer="attributes" legend="Attributes" suggested={domain?.attributes.map(({ key }) => key)} />
      <Values {...props} outer="external_ids" legend="Ids in registers" suggested={['wikidata', 'orcid', 'lei']} />
      <Textarea
        label="Web addresses"
        description="One address a line."
        autosize
        minRows={1}
        maxRows={6}
        {...of('urls')}
      />
    </Stack>
  )
}

type Of = (field: string) => {
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
  error: string | undefined
}

const precisions = ['point', 'address', 'city', 'region', 'country']

function Where({
  of,
  draft,
  onChange,
  error,
}: {
  of: Of
  draft: TextDraft
  onChange: FieldsProps['onChange']
  error: string | undefined
}) {
  return (
    <Fieldset legend="Where">
      <PlaceSearch
        onPick={({ lat, lon, country, place_id }) => {
          const town = { lat: String(lat), lon: String(lon), precision: 'city', country, place_id }
          for (const [field, text] of Object.entries(town)) onChange(`where.${field}`, text)
        }}
      />
      <SimpleGrid mt="xs" cols={{ base: 2, sm: 5 }} spacing="xs">
        <TextInput label="Latitude" inputMode="decimal" {...of('where.lat')} error={error ?? of('where.lat').error} />
        <TextInput label="Longitude" inputMode="decimal" {...of('where.lon')} />
        <Select
          label="Precision"
          clearable
          data={precisions}
          value={draft['where.precision'] || null}
          onChange={(value) => onChange('where.precision', value ?? '')}
        />
        <TextInput label="Country" placeholder="DE" maxLength={2} {...of('where.country')} />
        <TextInput label="Place id" placeholder="geonames:2950159" {...of('where.place_id')} />
      </SimpleGrid>
    </Fieldset>
  )
}

/** Texts by keys that the person chooses, such as attributes. */
function Values({
  outer,
  legend,
  suggested = [],
  draft,
  onChange,
  errorOf,
}: FieldsProps & { outer: string; legend: string; suggested?: string[] | undefined }) {
  const [key, setKey] = useState('')
  const fields = Object.keys(draft).filter((field) => field.startsWith(`${outer}.`))
  const word = toWord(key)
  const add = () => {
    if (!isWord(word) || draft[`${outer}.${word}`] !== undefined) return
    onChange(`${outer}.${word}`, '')
    setKey('')
  }
  return (
    <Fieldset legend={legend}>
      <Stack gap="xs">
        {fields.map((field) => (
          <TextInput
            key={field}
            label={fieldLabel(field)}
            value={draft[field] ?? ''}
            onChange={(event) => onChange(field, event.currentTarget.value)}
            error={errorOf(field)}
          />
        ))}
        <Group align="flex-end" gap="xs">
          <Autocomplete
            label={`New ${outer === 'attributes' ? 'attribute' : 'register'}`}
            placeholder={outer === 'attributes' ? 'role' : 'wikidata'}
            data={suggested.filter((one) => draft[`${outer}.${one}`] === undefined)}
            value={key}
            onChange={setKey}
            style={{ flex: '1 1 160px' }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
          />
          <Button variant="default" onClick={add} disabled={!isWord(word)}>
            Add
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}
