import { Table, Text } from '@mantine/core'
import { LongText } from './long-text.tsx'
import { fieldLabel, flatten, formatValue } from './values.ts'

type State = Record<string, unknown> | null

/** A change, field by field: before and after. */
export function Changes({ before, after }: { before: State; after: State }) {
  const [was, is] = [flatten(before), flatten(after)]
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) =>
      JSON.stringify(was[field] ?? null) !== JSON.stringify(is[field] ?? null) && hasValue(was[field], is[field]),
  )
  if (fields.length === 0) return null
  return (
    <Table.ScrollContainer minWidth={0} type="native">
      <Table verticalSpacing={4} fz="sm" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={108}>Field</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <Table.Tr key={field} style={{ verticalAlign: 'top' }}>
              <Table.Td c="dimmed">{fieldLabel(field)}</Table.Td>
              <Table.Td>
                <Shown field={field} value={was[field]} />
              </Table.Td>
              <Table.Td>
                <Shown field={field} value={is[field]} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Shown({ field, value }: { field: string; value: unknown }) {
  if (isEmpty(value)) {
    return (
      <Text span size="sm" c="dimmed">
        –
      </Text>
    )
  }
  return <LongText text={formatValue(field, value)} most={200} />
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const hasValue = (...values: unknown[]) => !values.every(isEmpty)
