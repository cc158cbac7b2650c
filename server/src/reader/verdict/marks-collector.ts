import { readWords } from '../../language/word-lists.ts'
import type { Collector, PageElement } from '../html/html-events.ts'

// Signs that a page is a wall, a form or an empty frame for scripts.

const sourcesMax = 60
const sourceChars = 300

/** Ids of the elements that programs draw their pages into. */
const appRoots = readWords('web', 'app-roots')

export class MarksCollector implements Collector {
  /** Addresses of scripts, frames and forms, in lower case. */
  readonly sources: string[] = []
  readonly ids = new Set<string>()
  password_inputs = 0
  text_inputs = 0
  /** Elements that scripts fill: `<div id="root"></div>`. */
  app_roots = 0
  refresh: string | undefined
  /** Characters of inline scripts. */
  script_chars = 0

  open(element: PageElement): void {
    switch (element.tag.name) {
      case 'script':
      case 'iframe':
        this.#addSource(element.get('src'))
        break
      case 'form':
        this.#addSource(element.get('action'))
        break
      case 'input':
        this.#onInput(element)
        break
      case 'meta':
        if (element.get('http-equiv')?.toLowerCase() === 'refresh') this.refresh ??= element.get('content')
        break
    }
    if (element.hasAttributes) this.#onId(element)
  }

  text(text: string, element: PageElement): void {
    if (element.tag.name === 'script') this.script_chars += text.length
  }

  #addSource(source: string | undefined): void {
    if (source && this.sources.length < sourcesMax) this.sources.push(source.slice(0, sourceChars).toLowerCase())
  }

  #onInput(element: PageElement): void {
    const type = element.get('type')?.toLowerCase() ?? 'text'
    if (type === 'password') this.password_inputs++
    else if (type === 'text' || type === 'email' || type === 'tel') this.text_inputs++
  }

  #onId(element: PageElement): void {
    const id = element.get('id')
    if (id === undefined || id.length > 60) return
    if (appRoots.has(id)) this.app_roots++
    if (/challenge|captcha|^px-|^sec-|anubis|^cf-/.test(id) && this.ids.size < sourcesMax) this.ids.add(id)
  }
}
