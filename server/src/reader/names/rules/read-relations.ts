import type { BaseKind, Claim, RelationshipClaim } from '../../../facts/claim.ts'
import { refOf } from '../../../facts/refs.ts'
import type { BlockKind } from '../../blocks/parsed-page.ts'
import type { JoinedName } from './join-names.ts'
import type { Mention, Sentence } from './mention.ts'
import type { NamedPage } from './named-page.ts'

// Relations between two names of one sentence. Certain words between two names give the relation its type; without them
// the names only appear together, and the relation is called `mentioned_with`.

const relationsMax = 150
/** Names further apart than this are not joined by the words between them. */
const betweenMax = 60
/** A sentence with more names says nothing about any two of them. */
const namesMax = 4
const quoteMax = 300

interface Pattern {
  from: BaseKind[]
  to: BaseKind[]
  type: string
  between: RegExp
  /** The relation leads from the second name to the first. */
  is_inverse?: true
}

const role =
  'engineer|developer|programmer|scientist|researcher|professor|lecturer|teacher|architect|manager|director|president|chair(?:man|woman|person)?|ceo|cto|cfo|head|lead|leader|editor|consultant|analyst|officer|secretary|treasurer|fellow|employee|partner|principal|minister'
/** `is a senior software engineer at`, `, CTO of`, `works as a consultant for`. */
const job = `(?:,|\\(|is|was|works as|worked as|who is|who was|has been|became)?\\s*(?:currently|now|also)?\\s*(?:an?|the|its|our)?\\s*(?:[\\p{L}-]+\\s){0,4}(?:${role})`

const patterns: Pattern[] = [
  {
    from: ['person'],
    to: ['object'],
    type: 'founder_of',
    between:
      /^(?:,? (?:who )?(?:co-?)?founded|,? (?:is |was )?(?:the |a )?(?:co-?)?founder (?:and \p{L}+ )?of)(?: the)?$/iu,
  },
  {
    from: ['object'],
    to: ['person'],
    type: 'founder_of',
    is_inverse: true,
    between: /^(?:,? (?:which )?(?:was |is )?(?:co-?)?founded (?:in \d{4} )?by)$/iu,
  },
  {
    from: ['person'],
    to: ['object'],
    type: 'works_for',
    between:
      /^(?:,? (?:who )?(?:currently |now )?(?:works|worked|working|is working|has worked) (?:for|at|with)|,? (?:is |was )?employed (?:by|at)|,? joined)(?: the)?$/iu,
  },
  {
    from: ['person'],
    to: ['object'],
    type: 'works_for',
    between: new RegExp(`^${job} (?:at|for|of|with)(?: the)?$`, 'iu'),
  },
  {
    from: ['person'],
    to: ['object'],
    type: 'studies_at',
    between: /^(?:,|is|was)? ?(?:an?|the)? ?(?:[\p{L}.-]+ ){0,4}student (?:at|of)(?: the)?$/iu,
  },
  {
    from: ['person'],
    to: ['object'],
    type: 'member_of',
    between: /^(?:,? (?:is |was )?(?:an? |the )?(?:founding |board |core |active |honorary )?member of)(?: the)?$/iu,
  },
  {
    from: ['person'],
    to: ['object'],
    type: 'alumnus_of',
    between:
      /^(?:,? (?:who )?(?:graduated (?:from|at)|studied (?:\p{L}+ ){0,4}at|received (?:his|her|their|a) [^,]{2,30} (?:from|at)|(?:is |was )?an? alumn(?:us|a) of))(?: the)?$/iu,
  },
  {
    from: ['person'],
    to: ['location'],
    type: 'born_in',
    between: /^(?:,? (?:was |is )?born (?:on [^,]{3,20} |in \d{4} )?(?:in|at))$/iu,
  },
  {
    from: ['person'],
    to: ['location'],
    type: 'died_in',
    between: /^(?:,? (?:who )?died (?:on [^,]{3,20} |in \d{4} )?(?:in|at))$/iu,
  },
  {
    from: ['person'],
    to: ['location'],
    type: 'lives_in',
    between:
      /^(?:,? (?:who )?(?:currently |now )?(?:lives|lived|resides|is living|is based|was based|based)(?: and works)? in)$/iu,
  },
  {
    from: ['object', 'event'],
    to: ['location'],
    type: 'located_in',
    between:
      /^(?:,? (?:which )?(?:is |was |are )?(?:located|based|situated|headquartered|held|hosted|takes place|took place|taking place) (?:in|at)|,? (?:a|an) [^,]{2,30} (?:based|located) in)(?: the)?$/iu,
  },
  {
    from: ['person'],
    to: ['person'],
    type: 'spouse_of',
    between:
      /^(?:,? (?:is |was )?married(?: to)?|,? (?:the )?(?:wife|husband|spouse) of|(?:'s|’s) (?:wife|husband|spouse),?)$/iu,
  },
  {
    from: ['person'],
    to: ['person'],
    type: 'parent_of',
    is_inverse: true,
    between: /^(?:,? (?:is |was )?(?:the |a )?(?:eldest |youngest |only |second |first )?(?:son|daughter|child) of)$/iu,
  },
  {
    from: ['person'],
    to: ['event'],
    type: 'speaker_at',
    between:
      /^(?:,? (?:who )?(?:spoke|speaks|will speak|is speaking|gave a talk|presented|keynoted|is a speaker|was a speaker)(?: \p{L}+){0,2} at)(?: the)?$/iu,
  },
  {
    from: ['person', 'object'],
    to: ['event'],
    type: 'organizer_of',
    between: /^(?:,? (?:which |who )?(?:organi[sz]ed|hosted|organi[sz]es|hosts|runs))(?: the)?$/iu,
  },
]

interface Named {
  entity: JoinedName
  mention: Mention
}

/** `known` are relations that the page states in better ways: their ends are not only mentioned together. */
export function readRelations({ text, blocks }: NamedPage, entities: JoinedName[], known: Claim[] = []): Claim[] {
  const related = new Set(known.flatMap((claim) => (claim.type === 'relationship' ? [refsKey(claim)] : [])))
  const bySentence = new Map<Sentence, Named[]>()
  for (const entity of entities) {
    for (const mention of entity.mentions) {
      const named = bySentence.get(mention.sentence)
      if (named) named.push({ entity, mention })
      else bySentence.set(mention.sentence, [{ entity, mention }])
    }
  }
  const found = new Map<string, RelationshipClaim>()
  for (const [sentence, named] of bySentence) {
    if (named.length < 2 || sentence.isShouted) continue
    for (const claim of relationsIn(text, named)) {
      if (
        related.has(refsKey(claim)) ||
        (claim.relation === 'mentioned_with' && isListed(blocks[sentence.block]?.kind))
      )
        continue
      const key = `${claim.from.ref} ${claim.relation} ${claim.to.ref}`
      if (!found.has(key) && found.size < relationsMax) found.set(key, claim)
    }
  }
  return [...found.values()]
}

function* relationsIn(text: string, named: Named[]): Generator<RelationshipClaim> {
  const inOrder = named.toSorted((a, b) => a.mention.start - b.mention.start)
  const joined = new Set<string>()
  for (const [at, second] of inOrder.entries()) {
    const first = inOrder[at - 1]
    if (!first || first.entity === second.entity) continue
    const pattern = patternBetween(text, first, second)
    if (!pattern) continue
    joined.add(pairKey(first, second))
    const [from, to] = pattern.is_inverse ? [second, first] : [first, second]
    yield relation(text, from, pattern.type, to)
  }
  // One mention per entity: a sentence may be very long.
  const firsts = [...new Map(inOrder.toReversed().map((one) => [one.entity, one])).values()].reverse()
  if (firsts.length > namesMax) return
  for (const [at, first] of firsts.entries()) {
    for (const second of firsts.slice(at + 1)) {
      if (joined.has(pairKey(first, second))) continue
      // Two places in one sentence are mostly parts of one address.
      if (first.entity.kind === 'location' && second.entity.kind === 'location') continue
      const [from, to] = refOfEntity(first) < refOfEntity(second) ? [first, second] : [second, first]
      yield relation(text, from, 'mentioned_with', to)
    }
  }
}

/** Things in one item, cell or heading are not related by standing there. */
const isListed = (kind: BlockKind | undefined) => kind !== 'paragraph' && kind !== 'quote'

const refsKey = ({ from, to }: RelationshipClaim) => [from.ref, to.ref].sort().join(' ')
const refOfEntity = ({ entity: { kind, name } }: Named) => refOf(kind, name)
const pairKey = (a: Named, b: Named) => [refOfEntity(a), refOfEntity(b)].sort().join(' ')

function patternBetween(text: string, first: Named, second: Named): Pattern | undefined {
  const start = first.mention.end
  const end = second.mention.start
  if (end <= start || end - start > betweenMax) return undefined
  const between = text.slice(start, end).replace(/\s+/g, ' ').replace(/ $/, '')
  return patterns.find(
    ({ from, to, between: pattern }) =>
      from.includes(first.entity.kind) && to.includes(second.entity.kind) && pattern.test(between),
  )
}

function relation(text: string, from: Named, type: string, to: Named): RelationshipClaim {
  const end = ({ entity: { kind, name } }: Named) => ({ ref: refOf(kind, name), kind, name })
  return {
    type: 'relationship',
    from: end(from),
    to: end(to),
    relation: type,
    since: null,
    until: null,
    quote: quoteAround(text, from.mention, to.mention),
  }
}

/** The sentence, or the part of it around both names. */
function quoteAround(text: string, a: Mention, b: Mention) {
  const { tokens } = a.sentence
  const [first, last] = a.start < b.start ? [a, b] : [b, a]
  let start = Math.min(first.start, tokens[0]?.start ?? first.start)
  let end = Math.max(last.end, tokens.at(-1)?.end ?? last.end)
  if (end - start > quoteMax) {
    const room = Math.max(0, quoteMax - (last.end - first.start))
    start = tokens.find((token) => token.start >= first.start - room / 2)?.start ?? first.start
    start = Math.min(start, first.start)
    end = Math.max(last.end, tokens.findLast((token) => token.end <= start + quoteMax)?.end ?? last.end)
  }
  return { text: text.slice(start, end), start, end }
}
