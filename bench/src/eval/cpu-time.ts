import { median } from '../measurement.ts'

const rounds = 5
const leastMs = 200

/** Microseconds of CPU for one of the `size` things that a call of `work` does: the median of five rounds. */
export async function cpuMicroseconds(size: number, work: () => unknown): Promise<number> {
  await work()
  const figures: number[] = []
  while (figures.length < rounds) {
    const start = process.cpuUsage()
    let calls = 0
    let used = 0
    do {
      await work()
      calls++
      const { user, system } = process.cpuUsage(start)
      used = user + system
    } while (used < leastMs * 1000)
    figures.push(used / (calls * size))
  }
  return median(figures)
}
