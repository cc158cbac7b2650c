import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isId } from '@polegraph/sdk/find-by-name.ts'
import { exitCodes } from './exit-codes.ts'
import { CommandFailed, wrongUsage } from './failure.ts'
import type { Terminal } from './terminal.ts'

// Which service a command talks to, and as whom: options, then the environment, then what `polegraph login` kept.

type Environment = Terminal['environment']

export interface Login {
  url: string
  key?: string
  /** The cookie of the session of a person who has signed in with a password. */
  cookie?: string
  /** The domain of `polegraph use`. */
  domain?: { id: string; name: string }
}

/** `domain` is that of `polegraph use`, and is known at the service where it was chosen. */
export type Settings = Login

const defaultUrl = 'http://127.0.0.1:8080'
const keyShape = /^[\x21-\x7e]+$/

export function readSettings(options: { url?: string; key?: string }, environment: Environment): Settings {
  const given = options.url ?? environment.POLEGRAPH_URL
  const kept = readLogin(environment)
  const url = given ? checkUrl(given) : (kept?.url ?? defaultUrl)
  const key = options.key ?? environment.POLEGRAPH_KEY
  // What was kept for one service is not told to another.
  const own = kept?.url === url ? kept : { url }
  return key ? { url, key: checkKey(key), ...(own.domain && { domain: own.domain }) } : own
}

/** A key in a file stands for itself; given as a word, everybody on the machine could read it in the list of processes. */
export function takeKeyFile(options: { key?: string; key_file?: string }): void {
  const { key_file } = options
  if (key_file === undefined) return
  if (options.key !== undefined) throw wrongUsage('give --key or --key-file, not both')
  try {
    options.key = checkKey(readFileSync(key_file, 'utf8').trim())
  } catch (error) {
    if (error instanceof CommandFailed) throw wrongUsage(`${key_file} must hold one key and nothing else`)
    throw new CommandFailed(`${key_file} cannot be read: ${(error as { code?: string }).code}`, {
      ...{ exit_code: exitCodes.file, code: 'file' },
    })
  }
}

/** An address of a service, as it is compared and kept. */
function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw wrongUsage(`the address of the service must begin with http:// or https://, not ${text}`)
  if (url.username || url.password)
    throw wrongUsage('the address of the service must not contain a password; use --key-file')
  return (url.origin + url.pathname).replace(/\/+$/, '')
}

/** A key goes into a header, and so must be fit for one. */
export function checkKey(key: string): string {
  if (!keyShape.test(key)) throw wrongUsage('the key must be one word of printable characters')
  return key
}

export function loginFile(environment: Environment): string {
  const folder = environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), '.config')
  return join(folder, 'polegraph', 'login.json')
}

export function readLogin(environment: Environment): Login | undefined {
  const file = loginFile(environment)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new CommandFailed(`${file} cannot be read: ${code}`, { exit_code: exitCodes.file, code: 'file' })
  }
  try {
    const login: unknown = JSON.parse(text)
    if (isLogin(login)) return login
  } catch {
    // A file that is not JSON gets the same message as one with other fields.
  }
  const message = `${file} is not what \`polegraph login\` writes; sign in again, or delete it`
  throw new CommandFailed(message, { exit_code: exitCodes.configuration, code: 'configuration' })
}

/** Whether every field is fit for its use: who changes the file by hand may write anything, and errors would show it. */
function isLogin(value: unknown): value is Login {
  if (typeof value !== 'object' || value === null) return false
  const { url, key, cookie, domain } = value as Record<keyof Login, unknown>
  const isText = (text: unknown, shape: RegExp): text is string => typeof text === 'string' && shape.test(text)
  return (
    isText(url, /^https?:/) &&
    URL.canParse(url) &&
    (key === undefined || isText(key, keyShape)) &&
    (cookie === undefined || isText(cookie, /^[\x20-\x7e]+$/)) &&
    (domain === undefined || isDomain(domain))
  )
}

function isDomain(value: unknown): boolean {
  const { id, name } = (value ?? {}) as { id?: unknown; name?: unknown }
  return typeof id === 'string' && isId(id) && typeof name === 'string'
}

/** Only the person may read it; a file that is half written is never in its place. */
export function keepLogin(environment: Environment, login: Login): void {
  const file = loginFile(environment)
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  const scratch = `${file}.${process.pid}`
  writeFileSync(scratch, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 })
  renameSync(scratch, file)
}

export function forgetLogin(environment: Environment): void {
  rmSync(loginFile(environment), { force: true })
}

/** The domain of `polegraph use` is kept with the login, whose service knows it. */
export function keepDomain(environment: Environment, url: string, domain: { id: string; name: string }): void {
  const kept = readLogin(environment)
  if (kept && kept.url !== url) throw wrongUsage(`the login that is kept is for ${kept.url}; sign in at ${url} first`)
  keepLogin(environment, { ...kept, url, domain })
}
