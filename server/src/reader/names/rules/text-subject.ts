import type { EntityRef } from '../../../facts/claim.ts'
import { refOf } from '../../../facts/refs.ts'
import { allPhrases, allWords, anyOf } from '../../../language/word-lists.ts'
import type { BlockKind } from '../../blocks/parsed-page.ts'
import type { JoinedName } from './join-names.ts'
import type { Mention, Sentence } from './mention.ts'
import type { NamedPage } from './named-page.ts'

// The subject of a text, whom its sentences may leave out: `She works for Acme` on a page about Ada Berg. A pronoun may
// mean somebody else, and then nothing is read from the sentence.

/** A part of the text that is about one entity: a record, or a page. */
export interface SubjectSpan {
  start: number
  end: number
  entity: EntityRef
  /** A page has notices too, which are about something else. */
  is_page: boolean
}

/** An entity, and one place at which the text names it. */
export interface Named {
  entity: Pick<JoinedName, 'kind' | 'name'>
  mention: Pick<Mention, 'start' | 'end' | 'sentence'>
}

export const refOfEntity = ({ entity: { kind, name } }: Named) => refOf(kind, name)

/** Things in one item, cell or heading are not related by standing there. */
export const isProseIn = (kind: BlockKind | undefined) => kind === 'paragraph' || kind === 'quote'

const pronouns = allWords('pronouns')
/** A pronoun that is the subject of its sentence: `she`, not `her`. */
export const isSubjectPronoun = (word: string) => pronouns.has(word.toLowerCase())
const hasPronoun = new RegExp(`(?<!\\p{L})(?:${anyOf([...pronouns, ...allWords('possessives')])})(?!\\p{L})`, 'iu')

const paragraphLeast = 150
const notice = new RegExp(`©|${anyOf(allPhrases('notices'))}`, 'iu')

/** Whether a paragraph of a page is about its subject: it has the person's last name or a pronoun, or is no notice. */
export function speaksOf({ kind, name }: EntityRef, paragraph: string): boolean {
  if (kind === 'person') return paragraph.includes(name.split(' ').at(-1) as string) || hasPronoun.test(paragraph)
  return kind === 'event' && paragraph.length >= paragraphLeast && !notice.test(paragraph)
}

/** The person that a sentence is about without a name: before its first word, or its pronoun. */
export function leftOut({ tokens, block }: Sentence, named: Named[], subjects: SubjectSpan[]): Named | undefined {
  const [first] = tokens
  if (!first) return undefined
  const span = subjects.find(({ start, end }) => first.start >= start && first.start < end)
  if (span?.entity.kind !== 'person') return undefined
  const isNamed = named.some(
    ({ entity: { kind, name }, mention }) => refOf(kind, name) === span.entity.ref || mention.start === first.start,
  )
  if (isNamed) return undefined
  const end = pronouns.has(first.text.toLowerCase()) ? first.end : first.start
  const sentence: Sentence = { tokens, block, isAlone: false, isShouted: false, isTitled: false }
  return { entity: { kind: 'person', name: span.entity.name }, mention: { start: first.start, end, sentence } }
}

interface PersonAt {
  start: number
  ref: string
}

export function peopleByBlock(entities: JoinedName[]): Map<number, PersonAt[]> {
  const people = new Map<number, PersonAt[]>()
  for (const { kind, name, mentions } of entities) {
    if (kind !== 'person') continue
    for (const { start, sentence } of mentions) {
      const inBlock = people.get(sentence.block)
      const person = { start, ref: refOf(kind, name) }
      if (inBlock) inBlock.push(person)
      else people.set(sentence.block, [person])
    }
  }
  return people
}

const [men, women, anybody] = [allWords('men'), allWords('women'), allWords('anybody')]
const oneOf = (words: string[]) => new RegExp(`(?<!\\p{L})(?:${anyOf(words)})(?!\\p{L})`, 'iu')
/** Words for people whom a pronoun may mean: `she` is no brother. */
const relatives = {
  he: oneOf([...men, ...anybody]),
  she: oneOf([...women, ...anybody]),
  other: oneOf([...men, ...women, ...anybody]),
}

/**
 * Whether a sentence that leaves out its person is about another than the subject: somebody named last before it, a
 * relative, or whoever the line above names. A quotation is about anybody.
 */
export function isAboutOther(
  { text, blocks }: Pick<NamedPage, 'text' | 'blocks'>,
  { sentence, subject, people }: { sentence: Sentence; subject: Named; people: Map<number, PersonAt[]> },
): boolean {
  const block = blocks[sentence.block]
  if (!block || block.kind === 'quote') return true
  const own = refOfEntity(subject)
  const { start, end } = subject.mention
  const word = text.slice(start, end).toLowerCase()
  const relative = word === 'he' || word === 'she' ? relatives[word] : relatives.other
  const last = lastBefore(people.get(sentence.block), start)
  const from = Math.max(last?.start ?? block.start, start - relativeMax)
  if (last && last.ref !== own) return true
  if (relative.test(text.slice(from, start))) return true
  if (last) return false
  const above = blocks[sentence.block - 1]
  const isLine =
    above !== undefined &&
    isProseIn(above.kind) &&
    !/[.!?]\P{L}*$/u.test(text.slice(Math.max(above.start, above.end - endMax), above.end))
  const named = isLine ? lastBefore(people.get(sentence.block - 1), start) : undefined
  return named !== undefined && named.ref !== own
}

/** A relative who is named further up is not meant. */
const relativeMax = 500
/** The signs behind the last word of a block. */
const endMax = 10

const lastBefore = (people: PersonAt[] = [], end: number) =>
  people.reduce<PersonAt | undefined>(
    (last, one) => (one.start < end && one.start >= (last?.start ?? 0) ? one : last),
    undefined,
  )
