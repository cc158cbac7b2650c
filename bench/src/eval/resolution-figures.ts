import type { Row } from '../measurement.ts'

/** How good a decision between same and different is. */
export class Figures {
  #hits = 0
  #alarms = 0
  #misses = 0

  add({ expected, found }: { expected: boolean; found: boolean }): void {
    if (expected && found) this.#hits++
    else if (found) this.#alarms++
    else if (expected) this.#misses++
  }

  get precision(): number {
    return share(this.#hits, this.#hits + this.#alarms)
  }

  get recall(): number {
    return share(this.#hits, this.#hits + this.#misses)
  }

  get f1(): number {
    return share(2 * this.#hits, 2 * this.#hits + this.#alarms + this.#misses)
  }

  toString(): string {
    return `${this.#hits} right, ${this.#alarms} wrongly the same, ${this.#misses} missed`
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

export interface Least {
  precision?: number
  f1?: number
}

/** Three rows: neither of precision and recall says anything without the other. */
export function figureRows(
  name: string,
  { ours, peer, least = {} }: { ours: Figures; peer: Figures; least?: Least },
): Row[] {
  const row = (measure: 'precision' | 'recall' | 'f1', note?: string): Row => {
    const asked = measure === 'recall' ? undefined : least[measure]
    return {
      measure: `${name}, ${measure === 'f1' ? 'F1' : measure}`,
      unit: '%',
      ours: 100 * ours[measure],
      peer: 100 * peer[measure],
      target: asked === undefined ? undefined : { text: `${100 * asked} %`, met: ours[measure] >= asked },
      note,
    }
  }
  return [row('precision'), row('recall'), row('f1', `${ours}`)]
}
