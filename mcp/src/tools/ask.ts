import { askRoutes } from '@polegraph/contract/graph/ask.ts'
import { z } from 'zod'
import { amountOf } from '../answer-text.ts'
import { listWhole, nextStep } from '../list-blocks.ts'
import { oneLine, quoteText } from '../one-line.ts'
import { readingTool } from '../tool.ts'
import { domainField, positionField, sizeField } from '../tool-input.ts'

const answerCharacters = 3000

export const askTool = readingTool({
  name: 'ask',
  title: 'Ask a question',
  description:
    'Answers a question from a graph and its pages: facts (who, when, where), then sentences, each with citations, and the quotes with their addresses. It answers nothing that no page says. For names and ids use search, for connections find_paths.',
  args: z.object({ domain: domainField, cursor: positionField, max_characters: sizeField }),
  fields: askRoutes.ask.query.pick({ q: true, as_of: true }),
  async read({ client, args, fields, domain, room, options }) {
    const { answer, citations } = await client.graph.ask(domain, fields, options)
    if (answer === '') return { about: 'No page of the graph answers this.', blocks: [] }
    const quotes = citations.map((citation, index) => {
      const about = citation.entity_ids.length > 0 ? `\n  about ${citation.entity_ids.slice(0, 5).join(', ')}` : ''
      return `[${index + 1}] ${quoteText(citation)}${about}`
    })
    const items = [`answer: ${oneLine(answer, answerCharacters)}`, ...quotes]
    const listed = await listWhole({ items, from: args.cursor, room, describe: (item) => item })
    const about = `An answer from ${amountOf(citations.length, 'quote')}:`
    return { about, blocks: listed.blocks, next: nextStep('ask', listed) }
  },
})
