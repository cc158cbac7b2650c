import { describe, expect, it } from 'vitest'
import { readSentences } from '../../../language/sentences/sentences.ts'
import { Tagger } from '../tagger/tagger.ts'
import { shapeMention } from './shape-mention.ts'

/** The mention that the words `name` of a text become, where the tagger takes them for an organization. */
function shape(text: string, name: string) {
  const [tokens = []] = readSentences(text)
  const start = text.indexOf(name)
  const from = tokens.findIndex((token) => token.start === start)
  const to = tokens.findIndex((token) => token.end === start + name.length) + 1
  const sentence = { tokens, block: 0, isAlone: false, isShouted: false, isTitled: false }
  return shapeMention(sentence, { from, to, kind: 'object', score: 0.9 }, { text, words: Tagger.shared().words })
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
