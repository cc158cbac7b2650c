/** Normalised: `1,200` is 1200, and `05` is 5. */
export function numbersIn(text: string): string[] {
  const plain = text.replace(/(?<=\d)[,.'’\u00a0\u202f](?=\d{3}(?!\d))/g, '')
  return (plain.match(/\p{N}+/gu) ?? []).map((digits) => digits.normalize('NFKC').replace(/^0+(?=.)/, ''))
}
