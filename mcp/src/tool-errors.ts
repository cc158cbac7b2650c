import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { ToolMistake } from './tool.ts'

// What a model hears when a call fails: the words of the service, and what to do about it.

const advice: Partial<Record<PolegraphError['code'], string>> = {
  domain_not_found: 'list_domains shows the domains of this key.',
  entity_not_found: 'search finds the ids of entities.',
  relationship_not_found: 'list_relationships shows the ids of relationships.',
  invalid_api_key: 'A person must give this server a key that works.',
  read_only: 'The key of this server may only read: a person must give it a full key.',
  project_archived: 'A person must unarchive the project first.',
  domain_archived: 'A person must unarchive the domain first.',
  quota_reached: 'The operator of the service sets the quotas.',
  history_forgotten: 'Ask without as_of, or for a later time.',
  took_too_long: 'Ask for less: a smaller limit or depth, or one kind.',
  connection_failed: 'The service is not running, or its address is wrong.',
  unexpected_answer: 'The address is not that of a Polegraph service.',
  timeout: 'The service is busy; try again later.',
  internal: 'The log of the service has more under the request id.',
}

/** The text of a failure; undefined for what is no fault of the caller or the service. */
export function failureText(error: unknown): string | undefined {
  if (error instanceof ToolMistake) return error.code ? adviseOn(error.message, error.code) : error.message
  if (!(error instanceof PolegraphError)) return undefined
  const { message, code, details, retry_after, request_id } = error
  const further = details.slice(1).map((detail) => detail.message)
  const isForLater = retry_after !== undefined && (error.status === 429 || error.status === 503)
  const text = adviseOn([message, ...further].join('; '), code, request_id)
  return isForLater && code !== 'took_too_long' ? `${text} Try again in ${Math.ceil(retry_after)} seconds.` : text
}

function adviseOn(message: string, code: PolegraphError['code'], requestId?: string): string {
  const text = `${message} (${code}${code === 'internal' && requestId ? `, ${requestId}` : ''}).`
  return advice[code] ? `${text} ${advice[code]}` : text
}
