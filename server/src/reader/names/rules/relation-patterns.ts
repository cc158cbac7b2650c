import type { BaseKind } from '../../../facts/claim.ts'

// The words between two names of a sentence that give their relation its type.

export interface RelationPattern {
  from: BaseKind[]
  to: BaseKind[]
  type: string
  between: RegExp
  /** The relation leads from the second name to the first. */
  is_inverse?: true
}

const role =
  'engineer|developer|programmer|scientist|researcher|professor|lecturer|teacher|architect|manager|director|president|chair(?:man|woman|person)?|ceo|cto|cfo|head|lead|leader|editor|consultant|analyst|officer|secretary|treasurer|fellow|employee|partner|principal|minister'
/** Words that lead to somebody else: `is the son of a professor at`, `whose wife is a lawyer at`, `met the director of`. */
const others =
  'an?|the|his|hers?|their|its|my|your|whose|who|that|which|with|of|by|for|to|from|than|not|never|no|if|like'
/** `is a senior software engineer at`, `, CTO of`, `works as a consultant for`, `Chief editor of`. */
const job = `(?:\\s*(?:\\(|,?\\s*(?:is|was|works as|worked as|who is|who was|has been|became)|,)\\s*(?:currently|now|also|previously|formerly|later)?\\s*(?:an?|the|its|our)?)?\\s*(?:(?!(?:${others})\\s)[\\p{L}-]+\\s){0,4}(?:${role})`

export const relationPatterns: RelationPattern[] = [
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
      /^(?:,? (?:who )?(?:currently |now )?(?:works|worked|working|is working|has worked) (?:for|at)|,? (?:is |was )?employed (?:by|at)|,? joined)(?: the)?$/iu,
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
