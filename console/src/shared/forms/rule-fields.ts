import { limits } from '@polegraph/contract/limits.ts'
import type { GateRules } from '../service/types.ts'

// The fields of a gate, in the order in which a person thinks of them, with the limits of the contract.

export type ListField = {
  [Field in keyof GateRules]-?: string[] extends GateRules[Field] ? Field : never
}[keyof GateRules]

interface ListFieldWords {
  label: string
  description: string
  placeholder: string
  most: number
}

export const listFields: Record<ListField, ListFieldWords> = {
  include_terms: {
    label: 'Must name one of',
    description: 'Whole words; case and accents do not matter. Empty: every text.',
    placeholder: 'harbour',
    most: limits.gate_terms_max,
  },
  exclude_terms: {
    label: 'Must name none of',
    description: 'A page that names one of these is dropped.',
    placeholder: 'casino',
    most: limits.gate_terms_max,
  },
  allow_paths: {
    label: 'Paths to read',
    description: 'One must match the whole path: * within a part, ** across parts. Empty: every path.',
    placeholder: '/people/**',
    most: limits.gate_terms_max,
  },
  block_paths: {
    label: 'Paths to leave out',
    description: '/tag/** also matches /tag itself.',
    placeholder: '/tag/**',
    most: limits.gate_terms_max,
  },
  allowed_hosts: {
    label: 'More hosts to visit',
    description: "Beside the sources' own. *.example.org means its subdomains.",
    placeholder: '*.example.org',
    most: limits.gate_hosts_max,
  },
  blocked_hosts: {
    label: 'Hosts to stay away from',
    description: 'Never visited, wherever links lead.',
    placeholder: 'ads.example.org',
    most: limits.gate_hosts_max,
  },
  languages: {
    label: 'Languages to keep',
    description: 'Codes such as en or de; en includes en-GB. A text of unknown language is kept. Empty: all.',
    placeholder: 'en',
    most: limits.gate_languages_max,
  },
}

export const fieldLabels: Record<keyof GateRules, string> = {
  about: 'What is relevant',
  ...(Object.fromEntries(Object.entries(listFields).map(([name, { label }]) => [name, label])) as Record<
    ListField,
    string
  >),
  min_words: 'Fewest words',
  min_confidence: 'Lowest confidence',
}

export const fieldNames = Object.keys(fieldLabels) as (keyof GateRules)[]

/** The rules without empty fields, so that equal rules compare as equal. */
export function tidied(rules: GateRules): GateRules {
  const said = fieldNames.flatMap((name) => {
    const value = rules[name]
    const isSaid = value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
    return isSaid ? [[name, value]] : []
  })
  return Object.fromEntries(said) as GateRules
}

/** A rule as the service names it in an answer, `exclude_terms casino`, in the words of the form. */
export function formatRule(rule: string): string {
  const [name = '', ...rest] = rule.split(' ')
  if (!Object.hasOwn(fieldLabels, name)) return rule
  const label = fieldLabels[name as keyof GateRules]
  return rest.length > 0 ? `${label}: ${rest.join(' ')}` : label
}
