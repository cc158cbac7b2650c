import { type Item, isText } from '../syntaxes/item.ts'

// Who wrote a comment or gave stars is a nickname, and nobody of the graph. Critics and those who check facts are.

const speaking: ReadonlySet<string> = new Set(
  (
    'Review UserReview EmployerReview Comment CorrectionComment UserComments Answer Question Rating AggregateRating ' +
    'EndorsementRating EmployerAggregateRating DiscussionForumPosting'
  ).split(' '),
)
const speakers: ReadonlySet<string> = new Set(['author', 'creator', 'contributor'])

/** Whether the values of a property are those who said something. */
export function isSpeaker(item: Item, property: string): boolean {
  return speakers.has(property) && item.types.some((type) => speaking.has(type))
}

/** The things that a page names as such, and as nothing else. */
export function onlySpeakers(items: Item[]): Set<Item> {
  const found = new Set<Item>()
  const others = new Set<Item>()
  for (const item of items) {
    for (const [property, values] of item.props) {
      const into = isSpeaker(item, property) ? found : others
      for (const value of values) if (!isText(value)) into.add(value.item)
    }
  }
  for (const item of others) found.delete(item)
  return found
}
