import { askRoutes } from '@polegraph/contract/graph/ask.ts'
import { amountOf } from '../answer-text.ts'
import { listWhole, nextStep } from '../list-blocks.ts'
import { oneLine, quoteText } from '../one-line.ts'
import { fieldsFrom, type ReadingTool } from '../tool.ts'
import { contractFields, cursorField, domainField, joinInputs, sizeField } from '../tool-input.ts'

const fields = ['q', 'as_of']
const answerCharacters = 3000

export const askTool: ReadingTool = {
  name: 'ask',
  title: 'Ask a question',
  description:
    'Answers a question from the pages of a graph: sentences that each end in a citation, and the quotes with their addresses. It answers nothing that no page says. For names and ids use search, for connections find_paths.',
  input: joinInputs(domainField, contractFields(askRoutes.ask.query, fields), cursorField, sizeField),
  async read({ client, args, domain, room, options }) {
    const { answer, citations } = await client.graph.ask(domain, fieldsFrom(args, fields), options)
    if (answer === '') return { about: 'No page of the graph answers this.', blocks: [] }
    const quotes = citations.map((citation, index) => {
      const about = citation.entity_ids.length > 0 ? `\n  about ${citation.entity_ids.slice(0, 5).join(', ')}` : ''
      return `[${index + 1}] ${quoteText(citation)}${about}`
    })
    const items = [`answer: ${oneLine(answer, answerCharacters)}`, ...quotes]
    const listed = await listWhole({ items, cursor: args.cursor, room, describe: (item) => item })
    const about = `An answer from ${amountOf(citations.length, 'quote')}:`
    return { about, blocks: listed.blocks, next: nextStep('ask', listed) }
  },
}
