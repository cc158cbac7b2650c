import { type Item, isText, type Value } from '../syntaxes/item.ts'

// Authors of comments and ratings are nicknames and do not become entities. Critics and fact checkers do. Nor do authors
// who are called like their article: templates write its title there where nobody is named.

const speaking: ReadonlySet<string> = new Set(
  (
    'Review UserReview EmployerReview Comment CorrectionComment UserComments Answer Question Rating AggregateRating ' +
    'EndorsementRating EmployerAggregateRating DiscussionForumPosting'
  ).split(' '),
)
const speakers: ReadonlySet<string> = new Set(['author', 'creator', 'contributor'])

const article = /(?:Article|Posting|Report)$/

/** Whether a value of a property is the author of a comment or rating, or the title of an article as its author. */
export function isSpeaker(item: Item, property: string, value: Value): boolean {
  if (!speakers.has(property)) return false
  if (item.types.some((type) => speaking.has(type))) return true
  if (!item.types.some((type) => article.test(type))) return false
  const titles = ['name', 'headline'].flatMap((title) => item.texts(title)).map(({ text }) => text)
  const names = isText(value) ? [value] : value.item.texts('name')
  return names.some(({ text }) => titles.includes(text))
}

/** Items that appear only as such authors. */
export function onlySpeakers(items: Item[]): Set<Item> {
  const found = new Set<Item>()
  const others = new Set<Item>()
  for (const item of items) {
    for (const [property, values] of item.props) {
      for (const value of values)
        if (!isText(value)) (isSpeaker(item, property, value) ? found : others).add(value.item)
    }
  }
  for (const item of others) found.delete(item)
  return found
}
