// The few calls that a measurement makes around what it measures.

export async function post<Answer>(url: string, key: string, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return answerOf<Answer>('POST', url, await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

export async function send<Answer>(
  method: 'POST' | 'PATCH' | 'DELETE',
  url: string,
  key: string,
  body?: object,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
  return answerOf<Answer>(
    method,
    url,
    await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
  )
}

export async function get<Answer>(url: string, key: string): Promise<Answer> {
  return answerOf<Answer>('GET', url, await fetch(url, { headers: { authorization: `Bearer ${key}` } }))
}

export async function makeDomain(url: string, key: string, settings: object = {}): Promise<string> {
  return (await post<{ id: string }>(`${url}/v1/domains`, key, { name: 'bench', ...settings })).id
}

async function answerOf<Answer>(method: string, url: string, response: Response): Promise<Answer> {
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}
