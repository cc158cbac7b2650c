import type { BaseKind, Claim } from '../../facts/claim.ts'
import { claimsOfRecords, readRecords } from '../records/read-records.ts'
import { readStatements } from '../statements/read-statements.ts'
import { unnamedEvents } from './events/unnamed-events.ts'
import { readPageSentences } from './find-mentions.ts'
import { findAllNames, type NameOptions } from './find-names.ts'
import { nameClaim } from './name-claims.ts'
import { confidenceOfSigns, signsOfField } from './name-confidence.ts'
import { readRelations } from './relations/read-relations.ts'
import type { NamedPage } from './rules/named-page.ts'
import { Tagger } from './tagger/tagger.ts'

// Reads the people, organizations, places and events of a page, and how they belong together, without a language model.

/** The shares that are right: of relations in records 109 of 121 by eye on five sites, in sentences on pages of our own. */
const recordRelation = 0.9
const textRelation = 0.85
const namesMax = 1_000

export function readNames(page: NamedPage, options: NameOptions = {}): Claim[] {
  const tagger = options.tagger ?? Tagger.shared()
  // Rows, cards, labels beside values, and the page itself, each with fields that have a meaning.
  const records = readRecords(page, tagger)
  // Every name of text and records once, so that all claims call a thing alike.
  const sentences = readPageSentences(page.text, page.blocks)
  const { names: all, isSure } = findAllNames(page, options, { records, sentences })
  const { claims: facts, subjects } = claimsOfRecords(page, records, all.filter(isSure))
  // What sentences say, of their names or of whom their text is about. It makes doubtful names sure.
  const said = readStatements(
    page,
    { sentences, names: all, subjects, isSure },
    { words: tagger.words, model: options.statements },
  )
  const names = all.filter((name) => isSure(name) || said.names.has(name)).slice(0, namesMax)
  const relations = readRelations(page, names, facts, subjects)
  const stated = notYetStated(said.claims, [...facts, ...relations])
  const unnamed = unnamedEvents(page, names)
  const stored = { ...page, text: records.text }
  return [
    ...names.map((name) => nameClaim(stored, name, tagger.words)),
    ...facts.map(likelyFact),
    ...stated,
    ...unnamed.map(ofText),
    ...relations.filter((claim) => !isStated(stated, claim)).map(likelyRelation),
  ]
}

/** Learned statements of pairs that nothing surer says more of than that they are mentioned together. */
function notYetStated(said: Claim[], known: Claim[]): Claim[] {
  const pairs = new Set(known.flatMap((claim) => (isMentioned(claim) ? [] : pairOf(claim))))
  return said.filter((claim) => pairOf(claim).every((pair) => !pairs.has(pair)))
}

function isStated(stated: Claim[], claim: Claim): boolean {
  return isMentioned(claim) && stated.some((one) => pairOf(one)[0] === pairOf(claim)[0] && one.type === 'relationship')
}

const isMentioned = (claim: Claim) => claim.type === 'relationship' && claim.relation === 'mentioned_with'
const pairOf = (claim: Claim) =>
  claim.type === 'relationship' ? [[claim.from.ref, claim.to.ref].sort().join(' ')] : []

/** A claim of a record: a name as likely as its column is of the kind. */
function likelyFact(claim: Claim): Claim {
  const confidence = claim.type === 'entity' ? confidenceOfSigns(signsOfField(claim.kind as BaseKind)) : recordRelation
  return { ...claim, confidence }
}

/** What a clause says of an event without a name. */
const ofText = (claim: Claim): Claim => ({ ...claim, confidence: textRelation })

/** That two names are mentioned together says little, and is as likely as all that text says. */
const likelyRelation = (claim: Claim): Claim =>
  claim.type === 'relationship' && claim.relation !== 'mentioned_with' ? { ...claim, confidence: textRelation } : claim
