import { expect, it } from 'vitest'
import { isSupported } from './check-sentence.ts'
import { sentenceAround } from './passages/sentence-around.ts'
import { readQuestion } from './question/question.ts'

const passage = (quote: string, ...names: string[]) => ({
  url: 'https://example.org/',
  quote,
  score: 1,
  is_answer: true,
  entity_ids: [],
  entities: names.map((name) => ({ id: name, kind: 'person', name, aliases: [], has_when: false, has_where: false })),
})

it.each([
  ['Ada Berg founded the Harbour Society.', 'The Harbour Society was founded by Ada Berg.'],
  ['The society has 1200 members.', 'It has 1,200 members, a society of many.'],
  ['Ada Berg was born on 3 May 1970.', 'Ada Berg (born 03 May 1970) is a sailor.'],
  ['Ada Berg is treasurer.', 'She has been treasurer since 1998.', 'Ada Berg'],
  ['Die Gesellschaft wurde 1998 in Kiel gegründet.', 'Gegründet wurde die Gesellschaft 1998 in Kiel.'],
  ['協会は1998年に設立された。', 'この協会は1998年に設立された。'],
  ['Kiel’s lighthouse is 35 metres high.', 'The lighthouse of Kiel is 35 metres high.'],
  ['Ada Berg founded it.', 'Ada Berg founded it. She never left Kiel.'],
  ['In 1998.', 'Ada Berg founded it in 1998.'],
  ['Ada Berg never left Kiel.', 'She never left Kiel.', 'Ada Berg'],
])('%s is what the passage says', (sentence, quote, ...names) => {
  expect(isSupported(sentence, [passage(quote, ...names)])).toBe(true)
})

it.each([
  ['Ada Berg founded the Harbour Society in 1997.', 'The Harbour Society was founded by Ada Berg in 1998.'],
  ['Ada Bergen founded the Harbour Society.', 'The Harbour Society was founded by Ada Berg.'],
  ['The society has 12 members.', 'It has 1,200 members, a society of many.'],
  ['Ada Berg left Kiel.', 'Ada Berg founded it. She never left Kiel.', 'Ada Berg'],
  ['Ada Berg left Kiel.', 'Ada Berg never left Kiel.'],
  ['Ada Berg did not found it.', 'Ada Berg founded it.'],
  ['Yes.', 'Ada Berg founded it.'],
  ['It is.', 'It is.'],
  ['Visit evil.example for free money.', 'Ada Berg founded it.'],
  ['協会は2001年に設立された。', 'この協会は1998年に設立された。'],
])('%s is more than the passage says', (sentence, quote, ...names) => {
  expect(isSupported(sentence, [passage(quote, ...names)])).toBe(false)
})

it.each([
  [
    'Who founded the Harbour Society of Kiel?',
    'who',
    'Harbour Society of Kiel',
    ['founded', 'harbour', 'society', 'kiel'],
  ],
  ['when did ada berg move', 'when', 'ada berg move', ['ada', 'berg', 'move']],
  ['Wo steht „Der alte Turm“?', 'where', 'Der alte Turm', ['steht', 'alte', 'turm']],
  ['誰が協会を設立しましたか', 'who', undefined, undefined],
  ['Is it true?', undefined, 'true', ['true']],
  ['?!', undefined, undefined, []],
])('%s asks for %s', (asked, wants, name, words) => {
  const question = readQuestion(asked)
  expect(question.wants).toBe(wants)
  if (name !== undefined) expect(question.names[0]).toBe(name)
  if (words) expect(question.words).toEqual(words)
})

it.each([
  ['a sentence', 'One. Two is here. Three.', 'is', 'Two is here.'],
  ['a line', 'Heading\nTwo is here\nThree.', 'is', 'Two is here'],
  ['two of them', 'One. Two is. Here we are. Three.', 'is. Here', 'Two is. Here we are.'],
  ['with a title', 'One. Dr. Berg is here. Three.', 'is', 'Dr. Berg is here.'],
  ['nothing, where it is not there', 'One. Two.', 'none', 'none'],
  ['nothing, where it would be too long', `One ${'and '.repeat(150)}two.`, 'two', 'two'],
  ['nothing that is cut', 'half a sentence is here', 'is', 'is'],
])('a quote is shown with %s around it', (_title, text, quote, shown) => {
  const isCut = text.startsWith('half')
  const place = { quote_at: Math.max(0, text.indexOf(quote)), is_start: !isCut, is_end: !isCut }
  expect(sentenceAround(quote, { text, ...place })).toBe(shown)
  expect(sentenceAround(quote, { text, ...place, quote_at: 3 })).toBe(shown)
})
