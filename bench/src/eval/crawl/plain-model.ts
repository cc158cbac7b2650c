import { defaultOntology } from '../../../../contract/src/domains.ts'
import { readNames } from '../../../../server/src/reader/names/read-names.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { type ModelServer, startModelServer } from '../../../../server/test/support/model/model-server.ts'

// A model on this machine that knows no more than our own rules: it names what they read on a page, and makes a brief of
// the words of the request. It shows that everything works with a model, not how good models are.

export function startPlainModel(): Promise<ModelServer> {
  return startModelServer({
    answer: ({ user, system, schema }) => {
      const text = JSON.stringify(isBrief(schema) ? briefOf(user) : factsOf(user))
      return {
        text,
        usage: { input: Math.ceil((system.length + user.length) / 4), output: Math.ceil(text.length / 4) },
      }
    },
  })
}

const isBrief = (schema: Record<string, unknown> | undefined) =>
  'queries' in ((schema?.properties as Record<string, unknown> | undefined) ?? {})

function briefOf(user: string) {
  const prompt = user.replace('The request:', '').trim()
  const words = prompt.match(/[\p{L}\p{N}-]+/gu) ?? []
  return {
    ...{ name: words.slice(0, 6).join(' '), description: prompt, ontology: defaultOntology, attributes: [] },
    gate: { about: prompt, exclude_terms: [], blocked_hosts: [], languages: [] },
    queries: [words.slice(0, 8).join(' '), words.slice(0, 4).join(' ')],
  }
}

const toHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function factsOf(user: string) {
  const lines = user.split('\n').filter((line) => !line.startsWith('> '))
  const html = `<html lang="en"><body><main>${lines.map((line) => `<p>${toHtml(line)}</p>`).join('')}</main></body></html>`
  const page = parsePage(html, { url: 'http://page.example/' })
  const entities = readNames(page).flatMap((claim) =>
    claim.type === 'entity' && lines.some((line) => line.includes(claim.name))
      ? [
          {
            ...{ kind: claim.kind, name: claim.name, aliases: [], summary: null, attributes: {} },
            ...{ when: null, where: null, quote: claim.name },
          },
        ]
      : [],
  )
  return {
    relevant: true,
    entities: entities.slice(0, 60).map((entity, at) => ({ ref: String(at + 1), ...entity })),
    relationships: [],
  }
}
