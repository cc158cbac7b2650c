import { type Item, isText } from '../syntaxes/item.ts'

// Authors of comments and ratings are nicknames and do not become entities. Critics and fact checkers do.

const speaking: ReadonlySet<string> = new Set(
  (
    'Review UserReview EmployerReview Comment CorrectionComment UserComments Answer Question Rating AggregateRating ' +
    'EndorsementRating EmployerAggregateRating DiscussionForumPosting'
  ).split(' '),
)
const speakers: ReadonlySet<string> = new Set(['author', 'creator', 'contributor'])

/** Whether the values of a property are authors of a comment or rating. */
export function isSpeaker(item: Item, property: string): boolean {
  return speakers.has(property) && item.types.some((type) => speaking.has(type))
}

/** Items that appear only as authors of comments or ratings. */
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
