/** Waits for something that may not come, and no longer than this. */
export async function waitAtMost(ms: number, awaited: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([awaited, late])
  clearTimeout(timer)
}
