import { describe, expect, it } from 'vitest'
import { read } from '../../../../test/support/web/read-html.ts'

const peopleIn = (language: string, body: string) =>
  read({ language, body }).names.filter((name) => name.startsWith('person '))

describe('a street', () => {
  it.each([
    ['de', 'Das Büro ist in der Konrad Adenauer Straße, gleich am Bahnhof.'],
    ['de', 'Besuchen Sie uns: Max Brauer Allee 12, Hamburg.'],
    ['de', 'Institut für Physik, Otto Steig 4, 24105 Kiel'],
    ['de', 'Büro: Ernst Abbe Platz 2, 07743 Jena'],
    ['en', 'Our address is Alan Turing Road 4, London.'],
    ['en', 'She lived at 12 John Adams Lane for many years.'],
    ['en', 'The shop is in Karl Johans gate 22, Oslo.'],
    ['fr', 'Le musée se trouve au 12 rue Victor Hugo, à Paris.'],
    ['fr', 'Le bureau est au 3 place Jean Jaurès, à Lyon.'],
    ['it', 'Sede: via Giuseppe Garibaldi 12, 00100 Roma'],
  ])('is no person, nor is whom it is called after (%s): %s', (language, text) => {
    expect(peopleIn(language, `<p>${text}</p>`)).toEqual([])
    expect(peopleIn(language, `<ul><li>${text}</li><li>${text}</li></ul>`)).toEqual([])
  })

  it.each([
    ['de', 'Die Sitzung leitet Peter Ring am 3. Mai.', 'Peter Ring'],
    ['de', 'Christian Steig kam 1999 nach Kiel.', 'Christian Steig'],
    ['en', 'Nathan Lane and his family walked down the road.', 'Nathan Lane'],
    ['en', 'They came via Anna Berg, who had the keys.', 'Anna Berg'],
    ['fr', 'Victor Hugo vivait dans la rue, disait-on. La rue lui plaisait.', 'Victor Hugo'],
  ])('takes nobody away who is called like one (%s): %s', (language, text, name) => {
    expect(peopleIn(language, `<p>${text}</p>`)).toContain(`person ${name}`)
  })
})
