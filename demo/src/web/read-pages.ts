import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The made-up web lies in demo/web: a folder for each host, and a file for each page. `frame.html` is what all pages of a
// host have around them; a file that is a whole document has no frame. `staff.later.html` is what `/staff` becomes while
// the demo runs.

export interface WebPage {
  /** As `kveldlys.localhost`. */
  host: string
  path: string
  title: string
  html: string
}

/** The folders of demo/web, and what each site is. */
const sites: [folder: string, what: string][] = [
  ['kveldlys', 'a museum'],
  ['polarpedia', 'a wiki'],
  ['northernsky', 'a conference'],
  ['strandvik', 'a company'],
  ['granite-times', 'a city paper'],
  ['uni-foerde', 'a university, in German'],
]

export interface WebPages {
  sites: { host: string; what: string }[]
  pages: WebPage[]
  /** What some of the pages become. */
  later: WebPage[]
  /** By host: its frame, and its robots.txt. */
  frames: Map<string, string>
  robots: Map<string, string>
}

const webFolder = join(import.meta.dirname, '../../web')

export function readPages(): WebPages {
  const web: WebPages = { sites: [], pages: [], later: [], frames: new Map(), robots: new Map() }
  for (const [name, what] of sites) {
    const host = `${name}.localhost`
    const folder = join(webFolder, name)
    const frame = readFileSync(join(folder, 'frame.html'), 'utf8')
    web.sites.push({ host, what })
    web.frames.set(host, frame)
    web.robots.set(host, readFileSync(join(folder, 'robots.txt'), 'utf8'))
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!file.endsWith('.html') || file === 'frame.html') continue
      const page = { host, path: pathOf(file), ...framed(frame, readFileSync(join(folder, file), 'utf8')) }
      if (file.endsWith('.later.html')) web.later.push(page)
      else web.pages.push(page)
    }
  }
  return web
}

/** `people/index.html` is `/people/`, and `people/isak-utsi.html` is `/people/isak-utsi`. */
function pathOf(file: string): string {
  return `/${file.replace(/(?:\.later)?\.html$/, '').replace(/(^|\/)index$/, '$1')}`
}

/** A page in the frame of its host. Its file has the head in `<head>`, and behind it the body. */
export function framed(frame: string, text: string): Pick<WebPage, 'title' | 'html'> {
  const title = /<title>(.*?)<\/title>/.exec(text)?.[1] ?? ''
  if (text.startsWith('<!doctype')) return { title, html: text }
  const [, head = '', body = ''] = /^<head>(.*?)<\/head>\n(.*)$/s.exec(text) ?? []
  const html = frame.replace('<!-- head -->', () => head.trim()).replace('<!-- body -->', () => body.trim())
  return { title, html }
}
