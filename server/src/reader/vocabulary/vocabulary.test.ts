import { describe, expect, it } from 'vitest'
import { baseKinds } from '../../facts/claim.ts'
import { relationOfLabel, relationOfProperty, relationOfSection, statedBy } from '../../facts/relations.ts'
import { meaningOf } from './labels.ts'
import { isMeaning, meaningNamed } from './meanings.ts'
import { isSection, sectionOf } from './sections.ts'

describe('the vocabulary', () => {
  it('has every label and every section that a relation is stated by', () => {
    const { labels, sections } = statedBy()
    expect(labels.length).toBeGreaterThan(15)
    for (const label of labels) {
      const [meaning = '', kind] = label.split('@')
      expect(isMeaning(meaning), label).toBe(true)
      expect(baseKinds, label).toContain(kind)
    }
    expect(sections.filter((section) => !isSection(section))).toEqual([])
  })

  it('means the same relation by a label and by its property', () => {
    for (const label of statedBy().labels) {
      const [meaning, kind] = label.split('@') as [string, (typeof baseKinds)[number]]
      const property = meaningNamed(meaning).property?.[kind]
      const stated = property === undefined ? undefined : relationOfProperty(property)
      if (stated) expect(relationOfLabel(meaning, kind)?.relation.name, label).toBe(stated.relation.name)
    }
  })

  it('knows labels and sections in several languages', () => {
    expect(['Geburtsdatum:', 'Date of birth', 'Fecha de nacimiento'].map(meaningOf)).toEqual(['born', 'born', 'born'])
    expect(['Unsere Sponsoren', 'Relatori', 'Nos membres'].map((heading) => sectionOf(heading)?.name)).toEqual([
      'sponsors',
      'speakers',
      'members',
    ])
    expect(relationOfSection('programme', 'event')?.relation.name).toBe('part_of')
    expect(relationOfSection('programme', 'object')).toBeUndefined()
  })
})
