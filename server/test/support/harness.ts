import { randomBytes } from 'node:crypto'
import { errors } from '@polegraph/contract/errors.ts'
import { mergedInto } from '@polegraph/contract/graph/graph-fields.ts'
import type { Route } from '@polegraph/contract/route.ts'
import { errorsOf } from '@polegraph/contract/route-errors.ts'
import { routes } from '@polegraph/contract/routes.ts'
import { afterAll, expect, inject } from 'vitest'
import { createKey } from '../../src/keys/keys.ts'
import { createLog, type Log } from '../../src/platform/log.ts'
import { createInvite } from '../../src/projects/invites.ts'
import { createProject } from '../../src/projects/projects.ts'
import type { ReadingBounds } from '../../src/reader/read-page/parse-threads.ts'
import { type Service, startService } from '../../src/service/start.ts'
import { readConfig } from '../../src/settings/config.ts'
import type { ResolveName } from '../../src/web/address/resolve-name.ts'
import { type Connect, connectTcp } from '../../src/web/fetch/guarded-agent.ts'
import { databaseUrl, runOnAll } from './template.ts'

// A service in this process, on a copy of the template database, called over real HTTP. Every answer to `call` is
// validated against the contract.

export class TestClock {
  #ahead = 0
  now(): Date {
    return new Date(Date.now() + this.#ahead)
  }
  advance(ms: number): void {
    this.#ahead += ms
  }
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever field they expect
  body: any
  headers: Headers
}

export interface CallOptions {
  key?: string | undefined
  cookie?: string | undefined
  body?: unknown
  /** Sent as it is, instead of `body`. */
  raw?: string | Uint8Array
  headers?: Record<string, string>
}

export interface TestService {
  service: Service
  clock: TestClock
  url: string
  /** What another process needs to use the same database. */
  environment: Record<string, string>
  /** Full key of the project `default`. */
  key: string
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Another project with a full key, made without HTTP. */
  makeProject(name?: string): Promise<{ id: string; key: string }>
  /** A signed-in member of the project of a full key. */
  makeMember(key: string, role: 'owner' | 'editor' | 'viewer', email?: string): Promise<Member>
}

export interface Member {
  id: string
  email: string
  password: string
  cookie: string
}

/** The environment of a service on a fresh copy of the template, and a function that removes the copy. */
export async function copyDatabase(): Promise<{ environment: Record<string, string>; remove(): Promise<void> }> {
  const { serverUrl, nodeUrls, database } = inject('template')
  const name = `polegraph_test_${randomBytes(6).toString('hex')}`
  // As files: the usual way, through the log, takes twice as long.
  await runOnAll({ serverUrl, nodeUrls }, `create database ${name} template ${database} strategy file_copy`)
  // Settings are no part of a copy. The service sets these for its own sessions, `distribute` for those of the nodes.
  for (const setting of nodeUrls.length > 0 ? ['jit', 'enable_seqscan'] : []) {
    await runOnAll({ serverUrl, nodeUrls }, `alter database ${name} set ${setting} = off`)
  }
  return {
    environment: { DATABASE_URL: databaseUrl(serverUrl, name) },
    remove: () => runOnAll({ serverUrl, nodeUrls }, `drop database ${name} with (force)`),
  }
}

export interface TestNetwork {
  resolve: ResolveName
  connect: Connect
  fetch_within_ms?: number
  look_within_ms?: number
  rounds_within_ms?: number
}

/** The network of a test: no name resolves, and only this machine can be reached. */
export const closedNetwork: TestNetwork = {
  resolve: async (name) => {
    throw Object.assign(new Error(`the test gave ${name} no address`), { code: 'ENOTFOUND' })
  },
  connect: (target) => {
    if (!/^127\.|^::1$/.test(target.address)) throw new Error(`a test dialled ${target.address}`)
    return connectTcp(target)
  },
}

/** Starts a service for the tests of a file, and stops it after them. */
export async function startTestService(
  options: {
    environment?: Record<string, string>
    log?: Log
    network?: Partial<TestNetwork>
    reading?: ReadingBounds
    consoleFolder?: string
  } = {},
): Promise<TestService> {
  const copy = await copyDatabase()
  const clock = new TestClock()
  const config = readConfig({
    PORT: '0',
    RATE_LIMIT: '0',
    RATE_LIMIT_ANONYMOUS: '0',
    ...copy.environment,
    ...options.environment,
  })
  const network = { ...closedNetwork, ...options.network }
  const { log = createLog({ level: 'silent' }), reading, consoleFolder } = options
  const service = await startService({
    ...{ config, clock, log, network },
    ...(reading && { reading }),
    ...(consoleFolder && { consoleFolder }),
  })
  await service.working
  afterAll(async () => {
    await service.stop()
    await copy.remove()
  })
  const url = service.url as string
  const key = inject('template').key
  const call = (method: string, path: string, callOptions?: CallOptions) => callService(url, method, path, callOptions)
  return {
    service,
    clock,
    url,
    environment: copy.environment,
    key,
    call,
    makeProject: (name = 'other') =>
      service.db.transaction(async (tx) => {
        const project = await createProject(tx, { name })
        const { key } = await createKey(tx, project.id, { name: 'key' })
        return { id: project.id, key }
      }),
    makeMember: async (ofKey, role, email = `${randomBytes(4).toString('hex')}@example.org`) => {
      const { body: project } = await call('GET', '/v1/project', { key: ofKey })
      const invite = await service.db.transaction((tx) => createInvite(tx, project.id, { role }))
      const password = 'correct horse battery'
      const accepted = await call('POST', invite.accept_path, { body: { email, name: role, password } })
      expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
      return { id: accepted.body.user.id, email, password, cookie: cookieOf(accepted) }
    },
  }
}

export function cookieOf(answer: Answer): string {
  return (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
}

export async function callService(
  url: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
      ...(options.cookie !== undefined && { cookie: options.cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body !== undefined && { body: body as NonNullable<RequestInit['body']> }),
  })
  const text = await readBody(response)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
  const answer = { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  checkAgainstContract(method, path, answer)
  return answer
}

/** A stream goes on until somebody ends it: read one with `event-reader.ts`. */
async function readBody(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  await response.body?.cancel()
  return ''
}

const openParts = ({ path }: Route) => path.split('{').length

/** A word of a path comes before an id in its place. */
const patterns = Object.values<Route>(routes)
  .toSorted((a, b) => openParts(a) - openParts(b))
  .map((route) => ({ route, pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))

export function findRoute(method: string, path: string): Route | undefined {
  const plain = path.split('?', 1)[0] ?? ''
  return patterns.find(({ route, pattern }) => route.method === method && pattern.test(plain))?.route
}

/** Whether a text is that of its code, where words in angle brackets may differ. */
function isTextOf(code: keyof typeof errors, text: string): boolean {
  const pattern = errors[code].error.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/<[\w ]+>/g, '.+')
  return new RegExp(`^${pattern}$`).test(text)
}

function checkAgainstContract(method: string, path: string, answer: Answer): void {
  const about = `${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`
  expect(answer.headers.get('x-request-id'), about).toBeTruthy()
  if (method === 'HEAD' || answer.status === 302 || answer.status === 304) return
  if (answer.status === 308) {
    expect(mergedInto.safeParse(answer.body).success, about).toBe(true)
    return
  }
  const route = findRoute(method, path)
  if (answer.status >= 400) {
    const { code, error, request_id, details, ...rest } = answer.body
    expect(errors, about).toHaveProperty(code)
    expect(answer.status, about).toBe(errors[code as keyof typeof errors].status)
    expect(isTextOf(code, error), about).toBe(true)
    expect(request_id, about).toBe(answer.headers.get('x-request-id'))
    if (details !== undefined) expect(details[0], about).toEqual({ path: expect.any(String), message: error })
    expect(rest, about).toEqual({})
    if (route) expect(errorsOf(route), about).toContain(code)
    return
  }
  if (!route) return
  expect(answer.status, about).toBe(route.status)
  if (route.streams) {
    expect(answer.headers.get('content-type'), about).toMatch(/^text\/event-stream/)
  } else {
    const parsed = route.answer.safeParse(answer.body)
    expect(parsed.error?.issues, about).toBeUndefined()
  }
}
