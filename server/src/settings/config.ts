import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { isPriced } from '../model/prices.ts'
import { type QuotaNumbers, quotaNumbers } from '../quotas/quotas.ts'
import { editDistance } from '../resolution/names/edit-distance.ts'
import { parseHostsFile } from '../web/address/hosts-file.ts'

// The only file that reads the environment. Every setting has its line in docs/configuration.md.

const blank = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)

/** A variable that is set but empty counts as not set. */
const setting = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blank, schema)

const wholeNumber = (min: number, max: number, rule = `must be a whole number from ${min} to ${max}`) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,12}$/, rule)
    .transform(Number)
    .pipe(z.number().min(min, rule).max(max, rule))

const address = (protocols: string[]) =>
  z
    .string()
    .trim()
    .refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), {
      error: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    })

const baseAddress = address(['http:', 'https:'])
  .transform((value) => new URL(value))
  .refine(({ search, hash, username, password }) => !(search || hash || username || password), {
    error: 'must be an address without a query, fragment or password',
  })
  .transform((url) => url.href.replace(/\/+$/, ''))

/** An address that the service sends to. It may hold a token in its path or query, so it is never logged. */
const receiver = address(['http:', 'https:'])
  .transform((value) => new URL(value))
  .refine(({ hash, username, password }) => !(hash || username || password), {
    error: 'must be an address without a fragment or password',
  })
  .transform((url) => url.href)

/** It may hold a password, so it is never logged. */
const mailServer = address(['smtp:', 'smtps:'])
  .transform((value) => new URL(value))
  .refine(({ hostname }) => hostname !== '', { error: 'must name a host' })
  .refine(({ pathname, search, hash }) => (pathname === '' || pathname === '/') && !search && !hash, {
    error: 'must be smtp:// or smtps:// with user, password, host and port, and nothing behind them',
  })
  .refine(({ username, password }) => (username === '') === (password === '') && isDecodable(username + password), {
    error: 'must have both a user and a password, percent-encoded, or neither',
  })
  .transform((url) => url.href)

/** It may hold a password, so it is never logged. */
const outgoingProxy = address(['http:', 'https:', 'socks5:'])
  .transform((value) => new URL(value))
  .refine(({ hostname }) => hostname !== '', { error: 'must name a host' })
  .refine(({ pathname, search, hash }) => (pathname === '' || pathname === '/') && !search && !hash, {
    error: 'must be http://, https:// or socks5:// with user, password, host and port, and nothing behind them',
  })
  .refine(({ username, password }) => (username === '') === (password === '') && isDecodable(username + password), {
    error: 'must have both a user and a password, percent-encoded, or neither',
  })

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}

/** `watch@example.org`, or with a name: `Polegraph <watch@example.org>`. */
const mailAddress = z
  .string()
  .trim()
  .max(320, 'must have at most 320 characters')
  .regex(/^(?:[^\s@<>\p{C}]+@[^\s@<>\p{C}]+|[^<>@\p{C}]*<[^\s@<>\p{C}]+@[^\s@<>\p{C}]+>)$/u, {
    error: 'must be an address, such as watch@example.org or Polegraph <watch@example.org>',
  })

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

const isOrigin = (value: string) => value === '*' || URL.parse(value)?.origin === value

/** Origins of pages, `https://example.org`, or `*` for all. They become part of a header. */
const origins = list.refine((items) => items.every(isOrigin), {
  error: 'must be origins such as https://example.org, separated by commas, or *',
})

const isNetwork = (value: string) => {
  const [ip = '', bits = '', ...rest] = value.split('/')
  const version = isIP(ip)
  return version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

const networks = list.refine(
  (items) => items.every((item) => (isNetwork(item) || isIP(item) !== 0) && !item.includes('%')),
  {
    error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
  },
)

/** Replaces the path by the content of the file. */
const hostsFile = z.string().transform((path, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message: `${path} ${message}` })
  try {
    const { hosts, mistakes } = parseHostsFile(readFileSync(path, 'utf8'))
    for (const mistake of mistakes) refuse(mistake)
    return mistakes.length > 0 ? z.NEVER : hosts
  } catch (error) {
    refuse(`cannot be read: ${error instanceof Error && 'code' in error ? error.code : error}`)
    return z.NEVER
  }
})

/** `keys=50, keys_total=1000` */
const quotaList = list.transform((items, context) => {
  const given: Partial<QuotaNumbers> = {}
  for (const item of items) {
    const [, name = '', number = ''] = /^(\w+)\s*=\s*(\d{1,12})$/.exec(item) ?? []
    if (!(name in quotaNumbers)) context.addIssue({ code: 'custom', message: `has no quota ${item}` })
    given[name as keyof QuotaNumbers] = Number(number)
  }
  return given
})

const dollars = z
  .string()
  .trim()
  .regex(/^\d{1,7}(\.\d{1,6})?$/, 'must be an amount in USD, such as 25 or 0.5')
  .transform(Number)

const modelName = z
  .string()
  .trim()
  .regex(/^(anthropic|openai|openai-compatible):.+$/, {
    error: 'must be anthropic:<id>, openai:<id> or openai-compatible:<id>',
  })

/** Sent in a header. */
const apiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')

const price = z
  .string()
  .regex(/^\s*\d+(\.\d+)?\s*,\s*\d+(\.\d+)?\s*$/, {
    error: 'must be <in>,<out> in USD per million tokens, such as 0.5,1.5',
  })
  .transform((value) => {
    const [input, output] = value.split(',').map(Number) as [number, number]
    return { input, output }
  })

const settings = z.object({
  HOST: setting(z.string().trim().default('127.0.0.1')),
  PORT: setting(wholeNumber(0, 65535).default(8080)),
  PUBLIC_URL: setting(baseAddress.optional()),
  TRUST_PROXY: setting(networks.optional()),
  EMBED_ORIGINS: setting(origins.default([])),
  DATABASE_URL: setting(address(['postgres:', 'postgresql:']).optional()),
  DATA_DIR: setting(z.string().default('./data')),
  ROLE: setting(z.enum(['all', 'api', 'worker'], { error: 'must be all, api or worker' }).default('all')),
  BOOTSTRAP_KEY: setting(
    z
      .string()
      .regex(/^svc_[\x21-\x7e]{32,500}$/, 'must be svc_ and at least 32 characters without spaces')
      .optional(),
  ),
  SECRETS_KEY: setting(
    z
      .string()
      .trim()
      .min(32, 'must have at least 32 characters')
      .max(1000, 'must have at most 1000 characters')
      .optional(),
  ),
  METRICS_TOKEN: setting(
    z
      .string()
      .regex(/^[\x21-\x7e]{16,500}$/, 'must have at least 16 characters without spaces')
      .optional(),
  ),
  MODEL: setting(modelName.optional()),
  MODEL_BASE_URL: setting(baseAddress.optional()),
  MODEL_API_KEY: setting(apiKey.optional()),
  MODEL_PRICE: setting(price.optional()),
  RESOLVE_WITH_MODEL: setting(z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0')),
  MODEL_SPEND_USD: setting(dollars.optional()),
  MODEL_SPEND_USD_PER_PROJECT: setting(dollars.optional()),
  SEARCH: setting(
    z
      .enum(['wikipedia', 'searxng', 'brave', 'tavily'], { error: 'must be wikipedia, searxng, brave or tavily' })
      .default('wikipedia'),
  ),
  SEARCH_BASE_URL: setting(baseAddress.optional()),
  SEARCH_API_KEY: setting(apiKey.optional()),
  CRAWL_USER_AGENT: setting(
    z
      .string()
      .regex(/^[\x20-\x7e]{1,200}$/, 'must be at most 200 printable ASCII characters')
      .default('Polegraph/0.1 (+https://github.com/polegraph/polegraph)'),
  ),
  CRAWL_DELAY_MS: setting(wholeNumber(0, 3_600_000).default(1000)),
  CRAWL_ALLOW_PRIVATE: setting(networks.default([])),
  CRAWL_HOSTS_FILE: setting(hostsFile.optional()),
  CRAWL_PROXY: setting(outgoingProxy.optional()),
  CRAWL_RENDER: setting(z.enum(['off', 'auto'], { error: 'must be off or auto' }).default('off')),
  GRAPH_MEMORY_MB: setting(wholeNumber(1, 1_000_000).default(512)),
  EVENT_RETENTION_DAYS: setting(wholeNumber(1, 3650).default(7)),
  HISTORY_RETENTION_DAYS: setting(wholeNumber(0, 36500).default(365)),
  CRAWL_RETENTION_DAYS: setting(wholeNumber(0, 36500).default(90)),
  WEBHOOK_FAILING_DAYS: setting(wholeNumber(0, 3650).default(5)),
  FEEDBACK_WEBHOOK_URL: setting(receiver.optional()),
  SMTP_URL: setting(mailServer.optional()),
  MAIL_FROM: setting(mailAddress.optional()),
  RATE_LIMIT: setting(wholeNumber(0, 1_000_000).default(600)),
  RATE_LIMIT_PROJECT: setting(wholeNumber(0, 10_000_000).default(6_000)),
  RATE_LIMIT_TOTAL: setting(wholeNumber(0, 100_000_000).default(100_000)),
  RATE_LIMIT_ANONYMOUS: setting(wholeNumber(0, 1_000_000).default(120)),
  QUOTAS: setting(quotaList.optional()),
  READ_SECONDS: setting(wholeNumber(1, 600).default(30)),
  LOG_LEVEL: setting(
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .default('info'),
  ),
})

export type Config = z.output<typeof settings>

export const settingNames = Object.keys(settings.shape)

/** Beginnings that only our settings have; names such as `PORTS` may belong to anybody. */
const ownPrefixes = /^(?:CRAWL|MODEL|RATE_LIMIT|SEARCH)_[A-Z_]+$/

/** What Kubernetes tells a container of the services beside it: one that is called `search` is no mistyped setting. */
const otherServices = /_(?:PORT|SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?)$/

/** Shorter names (`HOST`, `ROLE`, `MODEL`) are a letter away from names of others. */
const shortestMisspelt = 6
const shortestMisspeltTwice = 10

/** Variables that look like settings and are none, in a sentence each: a mistyped name would change nothing, without a word. */
export function mistypedSettings(environment: Record<string, string | undefined> = process.env): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (settingNames.includes(name) || otherServices.test(name)) return []
    const near = nearestSetting(name)
    if (!near && !ownPrefixes.test(name)) return []
    return [`${name} is no setting and has no effect${near ? `; did you mean ${near}?` : ''}`]
  })
}

/** The setting whose name somebody may have meant. */
function nearestSetting(name: string): string | undefined {
  const bare = (word: string) => word.toUpperCase().replaceAll('_', '')
  const twin = settingNames.find((known) => bare(known) === bare(name) && known.includes('_'))
  if (twin) return twin
  const isBeginning = (known: string) => ownPrefixes.test(name) && known.startsWith(`${name}_`)
  const edits = (known: string) => (known.length < shortestMisspelt ? 0 : known.length < shortestMisspeltTwice ? 1 : 2)
  return settingNames.find((known) => isBeginning(known) || editDistance(known, name, edits(known)) <= edits(known))
}

/** All mistakes of the environment at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const values: Record<string, unknown> = {}
  const mistakes: string[] = []
  for (const [name, schema] of Object.entries(settings.shape)) {
    const parsed = schema.safeParse(environment[name])
    if (parsed.success) values[name] = parsed.data
    else mistakes.push(...parsed.error.issues.map((issue) => `${name} ${issue.message}`))
  }
  mistakes.push(...crossChecks(values as Partial<Config>), ...misspeltDatabase(environment, values as Partial<Config>))
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  return values as Config
}

/** A misspelt name would begin an empty database beside the one that was meant: worse than a start that is refused. */
function misspeltDatabase(environment: Record<string, string | undefined>, config: Partial<Config>): string[] {
  if (!lacks(config, 'DATABASE_URL')) return []
  return Object.entries(environment)
    .filter(([name, value]) => /^postgres(?:ql)?:/.test(value ?? '') && nearestSetting(name) === 'DATABASE_URL')
    .map(([name]) => `${name} is no setting; did you mean DATABASE_URL? Without it an embedded database would be used`)
}

/** Settings that depend on each other. A setting that is invalid by itself is missing here. */
function crossChecks(config: Partial<Config>): string[] {
  const mistakes: string[] = []
  if (config.ROLE && config.ROLE !== 'all' && !config.DATABASE_URL) {
    mistakes.push(`DATABASE_URL is required with ROLE=${config.ROLE}: it names the PostgreSQL that the nodes share`)
  }
  mistakes.push(...modelMistakes(config))
  if (config.SMTP_URL) {
    if (lacks(config, 'MAIL_FROM')) mistakes.push('MAIL_FROM is required with SMTP_URL: it is who mails are from')
    if (lacks(config, 'PUBLIC_URL')) mistakes.push('PUBLIC_URL is required with SMTP_URL: mails lead to it')
  }
  if (config.MAIL_FROM && lacks(config, 'SMTP_URL')) mistakes.push('SMTP_URL is required with MAIL_FROM')
  if (config.SEARCH === 'searxng' && lacks(config, 'SEARCH_BASE_URL')) {
    mistakes.push('SEARCH_BASE_URL is required with SEARCH=searxng')
  }
  if ((config.SEARCH === 'brave' || config.SEARCH === 'tavily') && lacks(config, 'SEARCH_API_KEY')) {
    mistakes.push(`SEARCH_API_KEY is required with SEARCH=${config.SEARCH}`)
  }
  return mistakes
}

function modelMistakes(config: Partial<Config>): string[] {
  const { MODEL } = config
  if (!MODEL) return []
  const mistakes: string[] = []
  const isOwnServer = MODEL.startsWith('openai-compatible:')
  if (isOwnServer && lacks(config, 'MODEL_BASE_URL')) {
    mistakes.push('MODEL_BASE_URL is required with an openai-compatible MODEL')
  }
  if (!isOwnServer && lacks(config, 'MODEL_API_KEY')) mistakes.push(`MODEL_API_KEY is required with MODEL=${MODEL}`)
  if (!isPriced(MODEL) && lacks(config, 'MODEL_PRICE')) {
    mistakes.push(`MODEL_PRICE is required with MODEL=${MODEL}: the built-in table has no price for it`)
  }
  return mistakes
}

/** Whether a setting is not set; an invalid one is missing altogether. */
function lacks(config: Partial<Config>, name: keyof Config): boolean {
  return name in config && config[name] === undefined
}
