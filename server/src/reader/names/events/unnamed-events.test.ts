import { describe, expect, it } from 'vitest'
import type { Claim } from '../../../facts/claim.ts'
import { readNames } from '../read-names.ts'

function readText(text: string, language: string): Claim[] {
  const blocks = [{ start: 0, end: text.length, kind: 'paragraph' as const, is_main: true, is_own: true }]
  const claims = readNames({ text, blocks, title: null, language })
  for (const { quote } of claims) expect(text.slice(quote.start, quote.end)).toBe(quote.text)
  return claims
}

const eventsOf = (text: string, language: string) =>
  readText(text, language).flatMap((claim) =>
    claim.type === 'entity' && claim.kind === 'event' ? [`${claim.name} = ${claim.when?.edtf}`] : [],
  )

const relationsOf = (text: string, language: string) =>
  readText(text, language)
    .flatMap((claim) =>
      claim.type === 'relationship' ? [`${claim.from.name} ${claim.relation} ${claim.to.name}`] : [],
    )
    .filter((line) => /participant_in|located_in/.test(line))

describe('events without a name', () => {
  it.each([
    ['en', 'The hearing between Sarah Miller and Robert Fischer on 4 May 2019 was long.', 'Hearing, 4 May 2019'],
    ['en', 'On 4 May 2019, Sarah Miller met Robert Fischer at a meeting in Berlin.', 'Meeting, 4 May 2019'],
    ['en', 'Sarah Miller and Robert Fischer attended the public hearing on May 4, 2019.', 'Hearing, May 4, 2019'],
    ['en', "Sarah Miller's meeting with Robert Fischer on 4 May 2019 took three hours.", 'Meeting, 4 May 2019'],
    ['en', 'At the hearing on 4 May 2019, Sarah Miller and Robert Fischer testified.', 'Hearing, 4 May 2019'],
    [
      'en',
      'Sarah Miller, director of Microsoft, met Robert Fischer at a ceremony on 4 May 2019.',
      'Ceremony, 4 May 2019',
    ],
    ['de', 'Sarah Müller und Robert Fischer nahmen am 4. Mai 2019 an der Anhörung teil.', 'Anhörung, 4. Mai 2019'],
    ['de', 'Das Treffen zwischen Sarah Müller und Robert Fischer am 4. Mai 2019 war lang.', 'Treffen, 4. Mai 2019'],
    [
      'de',
      'Am 4. Mai 2019 traf Sarah Müller den Autor Robert Fischer zu einem Gespräch in Berlin.',
      'Gespräch, 4. Mai 2019',
    ],
    [
      'de',
      'Bei der Gerichtsverhandlung am 4. Mai 2019 sprachen Sarah Müller und Robert Fischer.',
      'Gerichtsverhandlung, 4. Mai 2019',
    ],
  ])('are named by head noun, day and participants: %s, %s', (language, text, name) => {
    const second = language === 'de' ? 'Sarah Müller' : 'Sarah Miller'
    expect(eventsOf(text, language)).toEqual([`${name} (Robert Fischer, ${second}) = 2019-05-04`])
    const event = `${name} (Robert Fischer, ${second})`
    expect(relationsOf(text, language)).toEqual(
      expect.arrayContaining([`Robert Fischer participant_in ${event}`, `${second} participant_in ${event}`]),
    )
  })

  it('have the place that stands behind `in`, and nobody who only employs a participant', () => {
    const name = 'Meeting, 4 May 2019 (Robert Fischer, Sarah Miller)'
    const text = 'Sarah Miller of Microsoft met Robert Fischer at a meeting in Berlin on 4 May 2019.'
    expect(
      relationsOf(text, 'en')
        .filter((line) => line.includes(name))
        .sort(),
    ).toEqual([
      `${name} located_in Berlin`,
      `Robert Fischer participant_in ${name}`,
      `Sarah Miller participant_in ${name}`,
    ])
  })

  it.each([
    ['a day and one participant', 'en', 'Sarah Miller attended the hearing on 4 May 2019.'],
    ['a day and nobody', 'en', 'The hearing on 4 May 2019 was long.'],
    ['no day', 'en', 'Sarah Miller met Robert Fischer at the hearing in Berlin.'],
    ['a month', 'en', 'Sarah Miller met Robert Fischer at the hearing in May 2019.'],
    ['no year', 'en', 'Sarah Miller met Robert Fischer at the hearing on 4 May.'],
    ['two days', 'en', 'Sarah Miller met Robert Fischer at the hearing on 4 May 2019 and on 5 May 2019.'],
    ['several', 'en', 'Sarah Miller met Robert Fischer at hearings on 4 May 2019.'],
    ['two of them', 'en', 'Sarah Miller met Robert Fischer at the hearing and the meeting on 4 May 2019.'],
    ['none', 'en', 'Sarah Miller and Robert Fischer attended no hearing on 4 May 2019.'],
    ['a denial', 'en', 'Sarah Miller did not meet Robert Fischer at the hearing on 4 May 2019.'],
    ['a conditional', 'en', 'Sarah Miller would meet Robert Fischer at the hearing on 4 May 2019.'],
    ['a condition', 'en', 'If Sarah Miller met Robert Fischer at the hearing on 4 May 2019, nobody saw it.'],
    ['a question', 'en', 'Did Sarah Miller meet Robert Fischer at the hearing on 4 May 2019?'],
    ['hearsay', 'en', 'Sarah Miller allegedly met Robert Fischer at the hearing on 4 May 2019.'],
    ['what somebody says', 'en', 'Paul Weber said that Sarah Miller met Robert Fischer at the hearing on 4 May 2019.'],
    ['a plan', 'en', 'Sarah Miller plans to meet Robert Fischer at the hearing on 4 May 2019.'],
    ['what was put off', 'en', 'The meeting between Sarah Miller and Robert Fischer on 4 May 2019 was cancelled.'],
    ['a day of something else', 'en', 'Sarah Miller met Robert Fischer at the hearing and died on 4 May 2019.'],
    ['a day of birth', 'en', 'Sarah Miller, born on 4 May 1950, met Robert Fischer at the hearing.'],
    ['a last day', 'en', 'Sarah Miller and Robert Fischer held the meeting by 4 May 2019.'],
    ['the lawyer of another', 'en', 'The lawyer of Sarah Miller met Robert Fischer at the hearing on 4 May 2019.'],
    ['the wife of another', 'en', "Sarah Miller's wife met Robert Fischer at the hearing on 4 May 2019."],
    ['children of others', 'en', 'The lawyer of Sarah Miller and Robert Fischer attended the hearing on 4 May 2019.'],
    ['several', 'de', 'Sarah Müller und Robert Fischer nahmen an den Anhörungen am 4. Mai 2019 teil.'],
    ['several alike', 'de', 'Die Treffen zwischen Sarah Müller und Robert Fischer am 4. Mai 2019 waren lang.'],
    ['a denial', 'de', 'Sarah Müller traf Robert Fischer nicht bei der Anhörung am 4. Mai 2019.'],
    ['a conditional', 'de', 'Sarah Müller würde Robert Fischer bei der Anhörung am 4. Mai 2019 treffen.'],
    ['a condition', 'de', 'Wenn Sarah Müller Robert Fischer bei der Anhörung am 4. Mai 2019 trifft, ist alles gut.'],
    ['hearsay', 'de', 'Sarah Müller traf Robert Fischer angeblich bei der Anhörung am 4. Mai 2019.'],
    ['what was put off', 'de', 'Das Treffen zwischen Sarah Müller und Robert Fischer am 4. Mai 2019 wurde abgesagt.'],
    ['one participant', 'de', 'Sarah Müller nahm am 4. Mai 2019 an der Anhörung teil.'],
    ['an example', 'de', 'Sarah Müller und Robert Fischer sprachen am 4. Mai 2019 über das Beispiel.'],
  ])('are none where a sentence has %s: %s, %s', (_what, language, text) => {
    expect(eventsOf(text, language)).toEqual([])
  })

  it('are told apart by who took part', () => {
    const text =
      'The match between Sarah Miller and Robert Fischer on 4 May 2019 was long. The match between Paul Weber and Julia Smith on 4 May 2019 was short.'
    expect(eventsOf(text, 'en')).toHaveLength(2)
  })
})
