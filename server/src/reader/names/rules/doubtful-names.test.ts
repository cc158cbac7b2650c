import { describe, expect, it } from 'vitest'
import { read } from '../../../../test/support/web/read-html.ts'

// Capitalised words that look like names of people, places and organizations, and are none.

const namesIn = (...lines: string[]) =>
  read({ title: 'A page', body: `<h1>A page</h1>${lines.map((line) => `<p>${line}</p>`).join('')}` }).names

describe('a name that needs more than a capital', () => {
  it('a single word is no person', () => {
    expect(namesIn('Hosting is easy with tools like Mandrill and Weld, which are free.')).not.toContain(
      'person Mandrill',
    )
    expect(namesIn('Our very own Sophia has posted some pictures of the evening.')).not.toContain('person Sophia')
  })

  it('a single name is a person where the page is about nobody else', () => {
    const { names } = read({
      title: 'Aurelian | Register',
      body: '<h1>Aurelian</h1><p>Aurelian was an emperor in Rome.</p>',
    })
    expect(names).toContain('person Aurelian')
  })

  it('a programming language is part of no name of a person, unless people are called so', () => {
    expect(namesIn('We had a demo of Python-Xbox Kinect by two members.')).not.toContain('person Python-Xbox Kinect')
    expect(namesIn('The evening was opened by Julia Grace with a short talk.')).toContain('person Julia Grace')
  })

  it('a person with a title is one, whatever the name', () => {
    expect(namesIn('The prize went to Dr. Lindqvist for a paper on ropes.')).toContain('person Lindqvist')
  })

  it('a letter that ends a sentence is no initial where the page uses it as a word', () => {
    const names = namesIn(
      'We wrote all of it in D. Adam also holds a certificate.',
      'Code in D compiles fast, and D has many friends.',
    )
    expect(names).not.toContain('person D. Adam')
  })

  it('an initial is part of a name elsewhere', () => {
    expect(namesIn('The book was written by D. Adams in an old house by the sea.')).toContain('person D. Adams')
  })
})

describe('an office, a paper or an act', () => {
  it.each([
    'Change the Apache Phoenix Project Chair',
    'Third Party Event Branding Policy',
    'PMC Chair Onboarding Guide',
    'Harbour Project Chair',
  ])('%s is no name', (line) => {
    expect(namesIn(line)).toEqual([])
  })

  it('a verb before a name in a list of decisions is not part of it', () => {
    expect(namesIn('Terminate Acme Research GmbH')).toEqual(['object Acme Research GmbH'])
  })

  it('people who are called like an office stay people', () => {
    expect(namesIn('The film is about James Dean and his short life.')).toContain('person James Dean')
  })
})

describe('a phrase of plain words', () => {
  it.each([
    [
      'a term',
      'Lightning talks are short. An Artificial Neural Network learns.',
      ['object Lightning', 'object Artificial Neural Network'],
    ],
    ['a kind of file or a program', 'Send it as TSV to MySQL, which reads it.', ['object TSV', 'object MySQL']],
    ['an office', 'It was approved by VP Fundraising on Monday.', ['object VP Fundraising']],
    ['a project with its chair', 'Steve Chair', ['person Steve Chair']],
  ])('%s is no name', (_, text, names) => {
    const found = namesIn(text)
    for (const name of names) expect(found).not.toContain(name)
  })

  it('is a name behind a word for an organization', () => {
    expect(namesIn('She works for the Institute for Machine Learning in Oslo.')).toContain(
      'object Institute for Machine Learning',
    )
    expect(namesIn('He was paid by the Linux Foundation in those years.')).toContain('object Linux Foundation')
  })
})

describe('a place', () => {
  it('is none where it is a language for programs, on a page that speaks of several', () => {
    const text = 'He had a hand in the development of Java, and wrote the compiler.'
    expect(namesIn(text, 'Today he works on Haskell and Rust.')).not.toContain('location Java')
    expect(namesIn('The old people of Java in Indonesia grow rice on the hills.')).toContain('location Java')
  })

  it('is none between given names', () => {
    expect(namesIn('Geoff, Lynne, Crystal, Gail, and David: nothing was too much trouble for you.')).not.toContain(
      'location Crystal',
    )
  })
})
