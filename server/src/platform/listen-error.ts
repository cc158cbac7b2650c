// Why a service cannot listen, for whoever starts it.

const reasons: Record<string, string> = {
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'no machine has this name',
  EAI_AGAIN: 'the name cannot be looked up',
  EACCES: 'this user may not; ports below 1024 need rights',
}

export const isListenError = (code: string) => code in reasons

export function describeListenError(code: string, { HOST, PORT }: { HOST: string; PORT: number }): string {
  return `cannot listen on HOST ${HOST}, PORT ${PORT}: ${reasons[code] ?? 'it failed'} (${code})`
}
