import { readLines, readWords } from '../../language/word-lists.ts'

// Legal forms in names of organizations, for comparing them.

interface LegalForm {
  code: string
  isLoose: boolean
}

const byPhrase = new Map<string, LegalForm>()
for (const line of readLines('legal-forms', 'names')) {
  const [head = '', phrases = ''] = line.split(': ')
  const form = { code: head.replace('~', ''), isLoose: head.endsWith('~') }
  for (const phrase of phrases.split(' | ')) byPhrase.set(phrase, form)
}
const longest = 6

export interface LegalName {
  core: string[]
  /** Codes of the forms, sorted; without those too vague to tell organizations apart. */
  forms: string[]
}

export function isLegalForm(token: string): boolean {
  return byPhrase.has(token)
}

const laws = readLines('legal-forms', 'laws').map((forms) => new Set(forms.split(' ')))

/** Whether one organization may have had both forms, one after the other. */
export function areOfOneLaw(a: readonly string[], b: readonly string[]): boolean {
  return laws.some((law) => a.some((form) => law.has(form)) && b.some((form) => law.has(form)))
}

/** Removes legal forms from both ends while something is left. */
export function splitLegalForm(tokens: readonly string[]): LegalName {
  const forms = new Set<string>()
  let core = [...tokens]
  for (let found = true; found && core.length > 1; ) {
    found = false
    for (let size = Math.min(longest, core.length - 1); size > 0 && !found; size--) {
      const atEnd = byPhrase.get(core.slice(-size).join(' '))
      const atStart = atEnd ? undefined : byPhrase.get(core.slice(0, size).join(' '))
      const form = atEnd ?? (atStart && isLeading(atStart, size) ? atStart : undefined)
      if (!form) continue
      core = atEnd ? core.slice(0, -size) : core.slice(size)
      if (!form.isLoose) forms.add(form.code)
      found = true
    }
  }
  core = core.filter((token) => {
    if (core.length < 3 || !within.has(token)) return true
    forms.add((byPhrase.get(token) as LegalForm).code)
    return false
  })
  return { core, forms: [...forms].sort() }
}

/** Forms that are never words of a name, wherever they stand: `Bosch GmbH Robert`. */
const within = readWords('legal-forms', 'anywhere')

/** Codes of forms that stand in front as a single word. */
const leading = readWords('legal-forms', 'in-front')

/**
 * Whether a form may stand in front, as in Eastern Europe and at times in Dutch; a lone `sa` or `as` there is a word of
 * the name.
 */
function isLeading({ code }: LegalForm, size: number): boolean {
  return size > 1 || leading.has(code)
}
