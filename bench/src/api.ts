// The few calls that a measurement makes before it begins.

export async function post<Answer>(url: string, key: string, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.status !== 201) throw new Error(`POST ${url} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

export async function makeDomain(url: string, key: string): Promise<string> {
  return (await post<{ id: string }>(`${url}/v1/domains`, key, { name: 'bench' })).id
}
