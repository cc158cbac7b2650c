/** One thing that `polegraph doctor` has looked at, in a sentence that says what to do about it. */
export interface Finding {
  check: 'configuration' | 'node' | 'port' | 'folder' | 'disk' | 'database' | 'model' | 'search' | 'clock'
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  message: string
}
