import anyAscii from 'any-ascii'

// A name in any script as tokens of lower-case Latin letters and digits.

/** Signs inside words that some writers leave out. */
const withinWords = /['’‘`´ʼʿʾ"”“„]/g

export function latinTokens(name: string): string[] {
  const plain = name.normalize('NFKC').replace(withinWords, '').replaceAll('&amp;', '&').replaceAll('&', ' and ')
  return anyAscii(splitHan(plain))
    .toLowerCase()
    .replace(withinWords, '')
    .split(/[^a-z0-9]+/)
    .filter((token) => token !== '')
}

/** Han characters have no spaces between them: each becomes a token. */
function splitHan(text: string): string {
  return text.replace(/\p{Script=Han}/gu, ' $& ')
}

const soundRules: [RegExp, string][] = [
  [/(?:t?s|sh|t)?ch|sh|cz/g, 's'],
  [/ts|tz|dz/g, 'z'],
  [/ph/g, 'f'],
  [/kh|gh|ck|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/th/g, 't'],
  [/zh|j(?=[aeiou])/g, 'y'],
  [/w/g, 'v'],
  [/ou|oo/g, 'u'],
  [/ae|oe/g, 'e'],
  [/ue/g, 'u'],
  [/[ei]e|[ea][iy]|y/g, 'i'],
  [/(?<=[aeiou])h(?![aeiou])|h$/g, ''],
  [/(.)\1+/g, '$1'],
]

/** A rough phonetic form: different transliterations of a word come out the same. */
export function soundOf(token: string): string {
  let sound = token
  for (const [pattern, written] of soundRules) sound = sound.replace(pattern, written)
  return sound === '' ? token : sound
}

/** Without the second letter of umlauts and of `ou`, and with every consonant once. */
export function plainOf(token: string): string {
  return token
    .replace(/(?<=[aou])e(?=[^aeiou])|(?<=o)u(?!$)/g, '')
    .replace(/s(?=ation)/g, 'z')
    .replace(/([^aeiou])\1+/g, '$1')
}

/** Consonants only, with the first letter kept. */
export function skeletonOf(token: string): string {
  const sound = soundOf(token)
  return sound.slice(0, 1) + sound.slice(1).replace(/[aeiou]/g, '')
}
