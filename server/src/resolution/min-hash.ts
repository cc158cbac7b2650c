// MinHash: texts that share most of their trigrams share a band with high probability. Bands are stored, so the same
// text gives the same bands on any machine.

const bandCount = 8
const rows = 2

const seeds = Array.from({ length: bandCount * rows }, (_, n) => mix((n + 1) * 0x9e3779b1))

export function trigramBands(text: string): string[] {
  const padded = ` ${text} `
  if (padded.length < 5) return []
  const least = new Uint32Array(seeds.length).fill(0xffffffff)
  for (let at = 0; at + 3 <= padded.length; at++) {
    const code = (padded.charCodeAt(at) << 16) ^ (padded.charCodeAt(at + 1) << 8) ^ padded.charCodeAt(at + 2)
    for (let n = 0; n < seeds.length; n++) {
      const hash = mix(code ^ (seeds[n] as number))
      if (hash < (least[n] as number)) least[n] = hash
    }
  }
  const bands: string[] = []
  for (let band = 0; band < bandCount; band++) {
    const [a = 0, b = 0] = least.subarray(band * rows, band * rows + rows)
    bands.push(`${band}${(mix(a ^ mix(b)) >>> 0).toString(36)}`)
  }
  return bands
}

/** Spreads a 32-bit number over all 32-bit numbers. */
function mix(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
