/** One thing that was looked at. */
export interface ReportedFinding {
  /** `port`, `database`, … */
  check: string
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  message: string
}
