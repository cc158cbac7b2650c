import { describe, expect, it } from 'vitest'
import type { Claim, RelationshipClaim } from '../../../facts/claim.ts'
import { readNames } from '../read-names.ts'

function readText(text: string, language: string): Claim[] {
  const blocks = [{ start: 0, end: text.length, kind: 'paragraph' as const, is_main: true, is_own: true }]
  const claims = readNames({ text, blocks, title: null, language })
  for (const { quote } of claims) expect(text.slice(quote.start, quote.end)).toBe(quote.text)
  return claims
}

const eventsOf = (text: string, language: string) =>
  readText(text, language).flatMap((claim) => (claim.type === 'entity' && claim.kind === 'event' ? [claim] : []))

const namesOf = (text: string, language: string) => eventsOf(text, language).map(({ name }) => name)

const relationsOf = (text: string, language: string) =>
  readText(text, language)
    .filter((claim): claim is RelationshipClaim => claim.type === 'relationship')
    .map(({ from, relation, to }) => `${from.name} ${relation} ${to.name}`)

describe('events by their head noun', () => {
  it.each([
    ['en', 'They met at the Velmar Harbour Festival and stayed for three days.', 'Velmar Harbour Festival'],
    ['en', 'He was injured before the Oslo Boat Show opened its doors.', 'Oslo Boat Show'],
    ['en', 'She reached the second round of the Norwegian Open again.', 'Norwegian Open'],
    ['en', 'The talks before the G20 summit took all night.', 'G20 summit'],
    ['en', 'Nobody in town remembers the Siege of Corinth any more.', 'Siege of Corinth'],
    ['en', "They had never been to a Women's World Cup before.", "Women's World Cup"],
    ['en', 'Our new tool was shown at SIGGRAF 2018 in a small room.', 'SIGGRAF 2018'],
    ['en', 'This is taken from the guidelines of the RopeSci 2019 Conference.', 'RopeSci 2019 Conference'],
    ['en', 'We are Fundraising for RopeCon 2014 again this year.', 'RopeCon 2014'],
    ['en', 'She spoke at the Oslo Conference on Rope Security and left.', 'Oslo Conference on Rope Security'],
    ['en', 'He flew aircraft in World War II and then came home.', 'World War II'],
    ['de', 'Das neue Buch wurde auf der Leipziger Buchmesse vorgestellt.', 'Leipziger Buchmesse'],
    ['de', 'Er sprach lange vor dem G7-Gipfel mit den anderen.', 'G7-Gipfel'],
    ['de', 'Sie gewann bei den Deutschen Meisterschaften eine Medaille.', 'Deutschen Meisterschaften'],
    ['de', 'Vor der Landtagswahl 2018 war davon noch keine Rede.', 'Landtagswahl 2018'],
    ['de', 'Ich war schon zweimal beim Barcamp Graz dabei.', 'Barcamp Graz'],
    ['de', 'Im Zweiten Weltkrieg wurde die Brücke zerstört.', 'Zweiten Weltkrieg'],
    ['de', 'Wir zeigen es auf der NORDEXPO 2019 zum ersten Mal.', 'NORDEXPO 2019'],
    ['de', 'Die Bilder hingen auf einer Waffenmesse in Moskau an der Wand.', 'Waffenmesse in Moskau'],
    ['fr', 'Il a présenté son film au Festival de Cannes avec ses amis.', 'Festival de Cannes'],
    ['fr', 'Son père est mort à la bataille de Verdun comme tant de soldats.', 'bataille de Verdun'],
    ['es', 'El libro se presentó en la Feria del Libro de Madrid con mucho público.', 'Feria del Libro de Madrid'],
    ['it', 'Il film è stato presentato alla Biennale di Venezia con grande successo.', 'Biennale di Venezia'],
    ['pt', 'O seu avô combateu na Segunda Guerra Mundial e voltou para casa.', 'Segunda Guerra Mundial'],
    ['nl', 'Hij was als jonge soldaat gewond geraakt in de Slag bij Waterloo.', 'Slag bij Waterloo'],
  ])('finds them: %s, %s', (language, text, name) => {
    expect(namesOf(text, language)).toContain(name)
  })

  it.each([
    ['en', 'The Annual Conference was a success, and so was the Opening Ceremony.'],
    ['en', 'They stayed at the Velmar Convention Center and used its Open Space.'],
    ['en', 'He plays for a team of the Western Conference and reads Vanity Fair.'],
    ['en', 'We took the bus to the show and saw the match on television.'],
    ['en', 'They bought it at IBM 2018 and sold it again.'],
    ['de', 'Auf der Pressekonferenz in Berlin sagte sie nichts dazu.'],
    ['de', 'Die Auswahl war groß, und der Verlauf der Konferenz war gut.'],
    ['de', 'Nach der Wahl gab es ein Fest mit Musik und einem Turnier.'],
    ['de', 'Die Schweizer Bischofskonferenz hat einen neuen Präsidenten.'],
    ['de', 'Das hat die SPD 2017 beschlossen, und die Bahn fährt seit 2018.'],
    ['de', 'Zu Silvester und am Ostermontag fährt der Skibus nach Graz nicht.'],
    ['fr', 'La conférence de presse a duré deux heures, et la fête a été belle.'],
    ['es', 'La conferencia de prensa duró dos horas y la fiesta fue larga.'],
  ])('takes no common noun, organization or day for one: %s, %s', (language, text) => {
    expect(namesOf(text, language)).toEqual([])
  })

  it('joins the cases of a German name', () => {
    const text = 'Das Dresdner Stollenfest ist alt. Die Geschichte des Dresdner Stollenfestes ist lang.'
    expect(eventsOf(text, 'de').map(({ name, aliases }) => [name, ...aliases])).toEqual([
      ['Dresdner Stollenfest', 'Dresdner Stollenfestes'],
    ])
  })
})

describe('the day of an event', () => {
  it.each([
    ['en', 'The Velmar Film Festival will be held in Oslo on 4 May 2019.', '2019-05-04'],
    ['en', 'Everybody went to the Velmar Film Festival (4 May 2019).', '2019-05-04'],
    ['en', 'On 4 May 2019 the Velmar Film Festival opened with a concert.', '2019-05-04'],
    ['en', 'The Velmar Film Festival 2019 starts on 4 May in Oslo.', '2019-05-04'],
    ['de', 'Am 4. Mai 2019 findet in Köln die Kölner Musikbiennale statt.', '2019-05-04'],
    ['de', 'Am 12. bis 13. September startet die Kölner Musikbiennale 2018 wieder.', '2018-09-12/2018-09-13'],
    ['fr', 'Le Festival de Cannes aura lieu le 4 mai 2019 comme toujours.', '2019-05-04'],
    ['es', 'La Feria del Libro de Madrid se celebra el 4 de mayo de 2019.', '2019-05-04'],
  ])('is that of its sentence: %s, %s', (language, text, day) => {
    expect(eventsOf(text, language)[0]?.when?.edtf).toBe(day)
  })

  it.each([
    ['en', 'He was born on 4 May 2019, long after he had heard of the Velmar Film Festival.'],
    ['en', 'The charter was signed during World War II on 14 August 1941 in a small town.'],
    ['en', 'If the Velmar Film Festival is held on 4 May 2019, nobody will come.'],
    ['en', 'The Velmar Film Festival is held on 4 May 2019 or on 6 May 2019.'],
    ['de', 'Die Kölner Musikbiennale findet nicht am 4. Mai 2019 statt.'],
  ])('is none that is said of something else, or denied: %s, %s', (language, text) => {
    expect(eventsOf(text, language).map(({ when }) => when)).toEqual([null])
  })
})

describe('who and where an event is', () => {
  it.each([
    ['en', 'Grace Hopper took part in the Boston Marathon again.', 'Grace Hopper participant_in Boston Marathon'],
    ['en', 'Grace Hopper won the Boston Marathon in the end.', 'Grace Hopper participant_in Boston Marathon'],
    [
      'en',
      'The Velmar Film Festival, organised by the Globex Corporation, was long.',
      'Globex Corporation organizer_of Velmar Film Festival',
    ],
    ['en', 'The Velmar Film Festival in Chicago was long.', 'Velmar Film Festival located_in Chicago'],
    ['de', 'Angela Merkel nahm am Wiener Kongress teil.', 'Angela Merkel participant_in Wiener Kongress'],
    [
      'de',
      'Angela Merkel sprach auf der Münchner Sicherheitskonferenz.',
      'Angela Merkel speaker_at Münchner Sicherheitskonferenz',
    ],
    ['de', 'Die Kölner Musikbiennale findet in Köln statt.', 'Kölner Musikbiennale located_in Köln'],
    ['fr', 'Le Festival de Cannes aura lieu à Cannes.', 'Festival de Cannes located_in Cannes'],
  ])('is what one sentence says: %s, %s', (language, text, relation) => {
    expect(relationsOf(text, language)).toContain(relation)
  })

  it.each([
    ['en', 'The wife of Karl Holm won the Boston Marathon.'],
    ['en', 'Grace Hopper watched the Boston Marathon on television.'],
    ['en', 'Grace Hopper never won the Boston Marathon.'],
    ['de', 'Angela Merkel nahm nicht am Wiener Kongress teil.'],
  ])('is nothing that it does not say: %s, %s', (language, text) => {
    expect(relationsOf(text, language).filter((relation) => !relation.includes('mentioned_with'))).toEqual([])
  })
})
