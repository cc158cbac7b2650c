// Loaded into a server before its own code. Answers how much CPU the process has used; ends it when
// the bench has gone.

/** The CPU time of all threads since the process started. */
export interface CpuUse {
  /** User and system. */
  microseconds: number
  /** How often it had to make room for another process: where others want the cores, each request costs more. */
  preemptions: number
  /** The most memory it has had, in megabytes. */
  peak_mb: number
}

process.on('message', (question) => {
  if (question !== 'cpu') return
  const { userCPUTime, systemCPUTime, involuntaryContextSwitches, maxRSS } = process.resourceUsage()
  const use: CpuUse = {
    microseconds: userCPUTime + systemCPUTime,
    preemptions: involuntaryContextSwitches,
    peak_mb: maxRSS / 1024,
  }
  process.send?.(use)
})
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
