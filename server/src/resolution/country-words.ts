// Countries as organizations have them in their names, in the languages they have them in.

const table = `
netherlands nederland netherland holland nederlanden niederlande
germany deutschland allemagne alemania germania
switzerland schweiz suisse svizzera
austria osterreich autriche
france frankreich francia
italy italia italie italien
spain espana espagne spanien
belgium belgique belgie belgien
denmark danmark danemark
sweden sverige schweden
norway norge norwegen
finland suomi finnland
poland polska polen
russia rossiya russland russie
turkey turkiye turkei
greece hellas griechenland
hungary magyarorszag ungarn
brazil brasil brasilien
mexico mexique mexiko
japan nippon nihon
europe europa
`

const wordOf = new Map<string, string>()
for (const line of table.trim().split('\n')) {
  const [first = '', ...others] = line.split(' ')
  for (const word of others) wordOf.set(word, first)
}

/** `deutschland` is germany; any other word is itself. */
export function countryWord(token: string): string {
  return wordOf.get(token) ?? token
}
