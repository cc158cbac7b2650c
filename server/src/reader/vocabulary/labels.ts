import { allLines, allPhrases } from '../../language/word-lists.ts'
import { isMeaning } from './meanings.ts'

// The words of labels, in all languages.

const labels = new Map<string, string>()
for (const line of allLines('labels')) {
  const [meaning = '', phrases = ''] = line.split(' = ')
  if (!isMeaning(meaning)) throw new Error(`[labels] has the meaning ${meaning}`)
  for (const phrase of phrases.split(' | ')) labels.set(foldLabel(phrase), meaning)
}

const labelMax = 60

/** The meaning of a label of a column or a fact. */
export function meaningOf(label: string): string | undefined {
  if (label.length > labelMax) return undefined
  const folded = foldLabel(label).replace(/(?:[/*:_]in|\(in\)|[/*:_]innen)(?!\p{L})/gu, '')
  // `Inhaber/in, Leitung` means the first of both.
  const [first = ''] = folded.split(/\s*[,/]\s*/)
  // `Absenderin`
  return labels.get(folded) ?? labels.get(first) ?? labels.get(folded.replace(/in(?:nen)?$/, ''))
}

const foreign = allPhrases('foreign-labels')
const ofAnimals = allPhrases('animal-labels')

/** Whether a label belongs to goods, jobs, flats, animals, bills or forms. */
export const isForeignLabel = (label: string): boolean => foreign.has(foldLabel(label))

/** Whether a label belongs to an animal as well as to a person: one with an owner has a birth date and parents too. */
export const isAnimalLabel = (label: string): boolean => ofAnimals.has(foldLabel(label))

export function foldLabel(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("'", '’')
    .replace(/[\s:：¶#*]+$/u, '')
    .trim()
}

/** What the class of an element says about its text: `div>span.speaker__card-affiliation 0` is an affiliation. */
export function meaningOfClass(path: string): string | undefined {
  const part = path.slice(path.lastIndexOf('>') + 1).replace(/ \d+$/, '')
  for (const name of part.split('.').slice(1)) {
    const words = name.replace(/([a-z])([A-Z])/g, '$1-$2').split(/[-_]+/)
    const meaning = meaningOf(words.at(-1) ?? '')
    if (meaning !== undefined) return meaning
  }
  return undefined
}
