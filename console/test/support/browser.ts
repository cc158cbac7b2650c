import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import type { Member } from '../../../server/test/support/harness.ts'

// The browser of the tests: Debian's Chromium, headless. A page that writes an error to its console fails its test.

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const shots = resolve(import.meta.dirname, '../../shots')

let started: Promise<Browser> | undefined

async function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? programs.find((file) => existsSync(file))
  if (!executablePath) throw new Error('Chromium is not installed; on Debian: apt-get install chromium')
  const args = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update']
  // Drawing by software, so that the graph is tested where there is no graphics card.
  args.push('--disable-sync', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader')
  // Only WebGL goes that way: the rest of a page would be four times as slow.
  args.push('--disable-gpu-compositing', '--disable-gpu-rasterization')
  if (process.getuid?.() === 0) args.push('--no-sandbox')
  return chromium.launch({ executablePath, args })
}

export interface Visitor {
  page: Page
  context: BrowserContext
  /** Errors that the page wrote to its console or threw. */
  mistakes: string[]
}

/** Opens a window, signed in as this member. Of `expected` mistakes a test speaks itself. */
export async function openBrowser(
  url: string,
  options: { member?: Member; context?: BrowserContextOptions; expected?: RegExp } = {},
): Promise<Visitor> {
  if (!started) {
    started = startBrowser()
    afterAll(async () => {
      await (await started)?.close()
      started = undefined
    })
  }
  const context = await (await started).newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    baseURL: url,
    ...options.context,
  })
  context.setDefaultTimeout(60_000)
  if (options.member) {
    const [name = '', value = ''] = options.member.cookie.split('=', 2)
    await context.addCookies([{ name, value, url }])
  }
  const page = await context.newPage()
  const mistakes: string[] = []
  const note = (text: string) => {
    if (!options.expected?.test(text)) mistakes.push(text)
  }
  page.on('console', (message) => message.type() === 'error' && note(`${message.text()} ${message.location().url}`))
  page.on('pageerror', (error) => note(String(error)))
  return { page, context, mistakes }
}

/** Writes a picture to console/shots, which is ignored by git. */
export async function shoot(page: Page, name: string): Promise<void> {
  await mkdir(shots, { recursive: true })
  await page.screenshot({ path: join(shots, `${name}.png`) })
}

/** The page in light and dark, wide and narrow. */
export async function shootAll(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1440, 800, 360]) {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
      await page.waitForTimeout(300)
      await shoot(page, `${name}-${width}-${colorScheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** The button of the last message; entries of the audit have one of the same name. */
export const undoOf = (page: Page) =>
  page.locator('.mantine-Notifications-root').getByRole('button', { name: 'Undo' }).last()

/** Fails where the page is wider than the window of a phone, and says what is. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.waitForTimeout(200)
  const wide = await page.evaluate(() => {
    const root = document.scrollingElement as HTMLElement
    if (root.scrollWidth <= window.innerWidth) return []
    const all = [...document.querySelectorAll('body *')]
    return all
      .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
      .map((one) => one.outerHTML.slice(0, 120))
  })
  expect(wide).toEqual([])
  if (before) await page.setViewportSize(before)
}

/** The same in light and dark, wide and narrow. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [width, height] of [
      [360, 740],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.locator('[data-settled=true]').waitFor()
      await expectAccessible(page)
    }
  }
}

/** Fails with every rule of axe that the page breaks, and where. */
export async function expectAccessible(page: Page): Promise<void> {
  // The older mode opens no second window for what frames of other origins say: there are none.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  expect(found).toEqual([])
}
