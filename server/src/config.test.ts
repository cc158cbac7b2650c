import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig, settingNames } from './config.ts'

const mistakesOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
  return []
}

describe('the configuration', () => {
  it('has the documented defaults', () => {
    expect(readConfig({})).toEqual({
      HOST: '127.0.0.1',
      PORT: 8080,
      DATA_DIR: './data',
      ROLE: 'all',
      SEARCH: 'wikipedia',
      CRAWL_USER_AGENT: expect.stringMatching(/^Polegraph\/.+\(.+\)$/),
      CRAWL_DELAY_MS: 1000,
      CRAWL_ALLOW_PRIVATE: [],
      CRAWL_RENDER: 'off',
      EVENT_RETENTION_DAYS: 7,
      RATE_LIMIT: 600,
      RATE_LIMIT_ANONYMOUS: 120,
      LOG_LEVEL: 'info',
    })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ PORT: 8080 })
  })

  it.each([
    [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PUBLIC_URL: 'example.org' }, 'PUBLIC_URL must be an address that begins with http:// or https://'],
    [{ PUBLIC_URL: 'https://a.org/?x' }, 'PUBLIC_URL must be an address without a query, fragment or password'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address that begins with postgres:// or postgresql://'],
    [{ ROLE: 'boss' }, 'ROLE must be all, api or worker'],
    [{ BOOTSTRAP_KEY: 'svc_short' }, 'BOOTSTRAP_KEY must be svc_ and at least 32 characters without spaces'],
    [{ MODEL: 'gpt' }, 'MODEL must be anthropic:<id>, openai:<id> or openai-compatible:<id>'],
    [{ MODEL_PRICE: '1' }, 'MODEL_PRICE must be <in>,<out> in USD per million tokens, such as 0.5,1.5'],
    [{ SEARCH: 'bing' }, 'SEARCH must be wikipedia, searxng, brave or tavily'],
    [
      { CRAWL_ALLOW_PRIVATE: '10.0.0.0/33' },
      'CRAWL_ALLOW_PRIVATE must be addresses or networks such as 10.0.0.0/8, separated by commas',
    ],
    [
      { FEEDBACK_WEBHOOK_URL: 'ftp://a.org' },
      'FEEDBACK_WEBHOOK_URL must be an address that begins with http:// or https://',
    ],
    [
      { FEEDBACK_WEBHOOK_URL: 'https://me:secret@a.org' },
      'FEEDBACK_WEBHOOK_URL must be an address without a fragment or password',
    ],
    [{ RATE_LIMIT: '-1' }, 'RATE_LIMIT must be a whole number from 0 to 1000000'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent'],
    [{ ROLE: 'worker' }, 'DATABASE_URL is required with ROLE=worker: it names the PostgreSQL that the nodes share'],
    [{ MODEL: 'openai-compatible:x' }, 'MODEL_BASE_URL is required with an openai-compatible MODEL'],
    [{ SEARCH: 'searxng' }, 'SEARCH_BASE_URL is required with SEARCH=searxng'],
    [{ SEARCH: 'brave' }, 'SEARCH_API_KEY is required with SEARCH=brave'],
  ])('refuses %o', (environment, mistake) => {
    expect(mistakesOf(environment as Record<string, string>)).toEqual([mistake])
  })

  it('lists every mistake at once', () => {
    expect(mistakesOf({ PORT: 'x', ROLE: 'y', RATE_LIMIT: 'z', METRICS_TOKEN: 'short' })).toHaveLength(4)
    const names = mistakesOf({ PORT: 'x', ROLE: 'api', SEARCH: 'brave' }).map((mistake) => mistake.split(' ')[0])
    expect(names).toEqual(['PORT', 'DATABASE_URL', 'SEARCH_API_KEY'])
  })

  it('takes lists and prices apart', () => {
    const config = readConfig({
      CRAWL_ALLOW_PRIVATE: '10.0.0.0/8, ::1',
      MODEL_PRICE: '0.5, 1.5',
      PUBLIC_URL: 'https://a.org/',
    })
    expect(config.CRAWL_ALLOW_PRIVATE).toEqual(['10.0.0.0/8', '::1'])
    expect(config.MODEL_PRICE).toEqual({ input: 0.5, output: 1.5 })
    expect(config.PUBLIC_URL).toBe('https://a.org')
  })

  it('is documented, setting by setting', async () => {
    const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
    const documented = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1])
    expect(documented.sort()).toEqual(settingNames.toSorted())
  })
})
