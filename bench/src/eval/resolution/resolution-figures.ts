import type { Row } from '../../measurement.ts'

/** How good a decision between same and different is, where some pairs may wait for a person. */
export class Figures {
  #hits = 0
  #alarms = 0
  #misses = 0
  #waiting = 0
  #waitingInVain = 0

  add({ expected, found, waits = false }: { expected: boolean; found: boolean; waits?: boolean }): void {
    if (expected && found) this.#hits++
    else if (found) this.#alarms++
    else if (expected) this.#misses++
    if (found || !waits) return
    if (expected) this.#waiting++
    else this.#waitingInVain++
  }

  get precision(): number {
    return share(this.#hits, this.#hits + this.#alarms)
  }

  get recall(): number {
    return share(this.#hits, this.#hits + this.#misses)
  }

  /** Recall where a pair that waits for a person counts as found. */
  get found(): number {
    return share(this.#hits + this.#waiting, this.#hits + this.#misses)
  }

  get f1(): number {
    return share(2 * this.#hits, 2 * this.#hits + this.#alarms + this.#misses)
  }

  toString(): string {
    const missed = this.#misses - this.#waiting
    return `${this.#hits} right, ${this.#alarms} wrongly the same, ${this.#waiting} + ${this.#waitingInVain} others wait, ${missed} missed`
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

export interface Least {
  precision?: number
  found?: number
  f1?: number
}

const measures = { precision: 'precision of merges', recall: 'recall of merges', found: 'merged or waiting', f1: 'F1' }

/** Four rows: none of precision and recall says anything without the other. */
export function figureRows(
  name: string,
  { ours, peer, least = {} }: { ours: Figures; peer?: Figures; least?: Least },
): Row[] {
  const row = (measure: keyof typeof measures, note?: string): Row => {
    const asked = measure === 'recall' ? undefined : least[measure]
    return {
      measure: `${name}, ${measures[measure]}`,
      unit: '%',
      ours: 100 * ours[measure],
      peer: peer && measure !== 'found' ? 100 * peer[measure] : undefined,
      target: asked === undefined ? undefined : { text: `${100 * asked} %`, met: ours[measure] >= asked },
      note,
    }
  }
  return [row('precision'), row('recall'), row('found'), row('f1', `${ours}`)]
}
