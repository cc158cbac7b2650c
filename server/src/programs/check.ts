import { askClock, judgeClock, type OtherClock } from '../doctor/check-clock.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkDisk } from '../doctor/check-disk.ts'
import { checkFolder } from '../doctor/check-folder.ts'
import { checkModel } from '../doctor/check-model.ts'
import { checkPort } from '../doctor/check-port.ts'
import { checkSearch } from '../doctor/check-search.ts'
import type { Finding } from '../doctor/finding.ts'
import { findRunning, type RunningService } from '../doctor/running-service.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { type Config, ConfigError, mistypedSettings, readConfig } from '../settings/config.ts'
import { createAddressGuard } from '../web/address/address-guard.ts'

// Looks for what would hinder a start, without one: `polegraph doctor` runs this program, and shows the JSON that it prints.
// With --offline nobody beyond this machine and the database is asked.

const isOffline = process.argv.includes('--offline')

async function examine(): Promise<Finding[]> {
  const node: Finding = { check: 'node', status: 'ok', message: process.version }
  try {
    const config = readConfig()
    const right: Finding = { check: 'configuration', status: 'ok', message: 'every setting is right' }
    const mistyped = mistypedSettings().map(
      (message): Finding => ({ check: 'configuration', status: 'warning', message }),
    )
    return [node, ...(mistyped.length > 0 ? mistyped : [right]), ...(await examineWith(config))]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const mistakes = error.message.split('\n')
    return [node, ...mistakes.map((message): Finding => ({ check: 'configuration', status: 'failed', message }))]
  }
}

async function examineWith(config: Config): Promise<Finding[]> {
  const running = await findRunning(config)
  const [port, storage, outside] = await Promise.all([
    checkPort(config, running),
    examineStorage(config, running),
    isOffline ? leaveOutside() : examineOutside(config),
  ])
  return [port, ...storage.findings, ...outside.findings, judgeClock([...storage.clocks, ...outside.clocks])]
}

interface Examined {
  findings: Finding[]
  clocks: OtherClock[]
}

async function examineStorage(config: Config, running: RunningService | undefined): Promise<Examined> {
  const { DATABASE_URL, DATA_DIR } = config
  const disk = await checkDisk(DATA_DIR)
  if (!DATABASE_URL) return { findings: [checkFolder(DATA_DIR, running), disk], clocks: [] }
  const parts = { clock: systemClock, log: createLog({ level: 'silent' }) }
  const { finding, time } = await checkDatabase(DATABASE_URL, parts)
  const ahead_ms = (time?.getTime() ?? 0) - Date.now()
  return { findings: [finding, disk], clocks: time ? [{ name: 'the database', ahead_ms }] : [] }
}

const searchSites = {
  wikipedia: 'https://en.wikipedia.org',
  brave: 'https://api.search.brave.com',
  tavily: 'https://api.tavily.com',
  searxng: undefined,
}

async function examineOutside(config: Config): Promise<Examined> {
  const guard = createAddressGuard({ allow: config.CRAWL_ALLOW_PRIVATE, hosts: config.CRAWL_HOSTS_FILE })
  const sites = [config.SEARCH_BASE_URL ?? searchSites[config.SEARCH], config.MODEL_BASE_URL]
  const [model, search, ...clocks] = await Promise.all([
    checkModel(config, { clock: systemClock }),
    checkSearch(config, guard),
    ...sites.flatMap((site) => (site ? [askClock(site, systemClock)] : [])),
  ])
  return { findings: [model, search], clocks: clocks.filter((clock) => clock !== undefined) }
}

async function leaveOutside(): Promise<Examined> {
  const leave = (check: Finding['check']): Finding => ({ check, status: 'skipped', message: 'not asked (--offline)' })
  return { findings: [leave('model'), leave('search')], clocks: [] }
}

process.stdout.write(`${JSON.stringify({ findings: await examine() })}\n`)
