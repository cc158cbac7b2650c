import { linesByLanguage } from '../../language/word-lists.ts'

// Names of countries, which lists write behind towns and institutions. The runtime knows them in each language that is read.

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
const codes = letters.flatMap((first) => letters.map((second) => first + second))

const countries = new Set<string>()
for (const [language, lines] of linesByLanguage('country-abbreviations')) {
  for (const word of lines.flatMap((line) => line.split(' '))) countries.add(word)
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  for (const code of codes) {
    const name = names.of(code)
    if (name !== undefined) countries.add(name.toLowerCase())
  }
}

export const isCountry = (text: string): boolean => countries.has(text.toLowerCase().replaceAll('.', '').trim())
