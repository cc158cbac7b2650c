import { describe, expect, it } from 'vitest'
import { readSentences } from '../../../language/sentences/sentences.ts'
import { Tagger } from '../tagger/tagger.ts'
import { shapeMention } from './shape-mention.ts'

/** The mention that the words `name` of a text become, where the tagger takes them for this kind. */
function shape(text: string, name: string, kind: 'object' | 'person' = 'object') {
  const [tokens = []] = readSentences(text)
  const start = text.indexOf(name)
  const from = tokens.findIndex((token) => token.start === start)
  const to = tokens.findIndex((token) => token.end === start + name.length) + 1
  const sentence = { tokens, block: 0, isAlone: false, isShouted: false, isTitled: false }
  return shapeMention(sentence, { from, to, kind, score: 0.9 }, { text, words: Tagger.shared().words })
}

describe('what is written like an organization', () => {
  it.each([
    ['It is given out under the Apache License by its makers.', 'Apache License'],
    ['Es steht unter der Mozilla Lizenz zur Verfügung.', 'Mozilla Lizenz'],
    ['They moved to GPLv3 last year.', 'GPLv3'],
    ['It was written in JavaScript by three people.', 'JavaScript'],
    ['It runs on Ubuntu 16.04 without any change.', 'Ubuntu'],
    ['It runs on Firefox 52.3 without any change.', 'Firefox 52.3'],
    ['They played “Yellow Submarine” at the end.', 'Yellow Submarine'],
    ['Sie spielten „Gelbe Rosen“ am Ende.', 'Gelbe Rosen'],
    ['Ils jouaient « Bella Ciao » à la fin.', 'Bella Ciao'],
  ])('is none: %s', (text, name) => {
    expect(shape(text, name)).toBeUndefined()
  })

  it.each([
    ['She works for the “Acme Steel GmbH” there.', 'Acme Steel GmbH'],
    ['She studied at the “University of Leipzig” there.', 'University of Leipzig'],
    ['She works for Harbour Analytics there.', 'Harbour Analytics'],
    ['The Python Software Foundation met there.', 'Python Software Foundation'],
  ])('is one: %s', (text, name) => {
    expect(shape(text, name)).toMatchObject({ kind: 'object', name })
  })
})

describe('what stands at the border of a name', () => {
  it.each([
    ['The deal was made by Acme CEO Karl Holm in May.', 'Acme CEO Karl Holm', 'Karl Holm'],
    ['Then US Congressman Eric Swalwell said no.', 'US Congressman Eric Swalwell', 'Eric Swalwell'],
    ['Dann sprach Präses Anna Berg zu ihnen.', 'Präses Anna Berg', 'Anna Berg'],
    ['They saw Karl Dean Holm there.', 'Karl Dean Holm', 'Karl Dean Holm'],
  ])('is no part of somebody: %s', (text, words, name) => {
    expect(shape(text, words, 'person')).toMatchObject({ kind: 'person', name })
  })

  it.each([
    ['El Mandatario se reunirá con ellos.', 'El Mandatario'],
    ['Il Sistema Holm è sicuro.', 'Il Sistema Holm'],
  ])('makes nobody of a thing: %s', (text, words) => {
    expect(shape(text, words, 'person')).toBeUndefined()
  })

  it.each([
    ['"La Universidad de Salta y otras" dice.', 'La Universidad de Salta', 'Universidad de Salta'],
    ['The LA Django Meetup Group met there.', 'LA Django Meetup Group', 'LA Django Meetup Group'],
    ['Er las El País jeden Tag.', 'El País', 'El País'],
    ['Auch der Waffenhersteller Acme GmbH liefert.', 'Waffenhersteller Acme GmbH', 'Acme GmbH'],
    [
      'Er war an der Technischen Universität Berlin.',
      'Technischen Universität Berlin',
      'Technische Universität Berlin',
    ],
    ['Er war an der Frauen Akademie Berlin.', 'Frauen Akademie Berlin', 'Frauen Akademie Berlin'],
    ['Sie war in den Technischen Universitäten Berlins.', 'Technischen Universitäten', 'Technischen Universitäten'],
  ])('is no part of an organization: %s', (text, words, name) => {
    expect(shape(text, words)).toMatchObject({ kind: 'object', name })
  })

  it('says that a branch of an event is one', () => {
    expect(shape('She spoke at PyCon India in May.', 'PyCon India')).toMatchObject({ kind: 'event' })
    expect(shape('She founded PyLadies Ankara in May.', 'PyLadies Ankara')).toMatchObject({ kind: 'object' })
  })
})
