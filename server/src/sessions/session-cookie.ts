import { limits } from '@polegraph/contract/limits.ts'

const plainName = 'polegraph_session'
/** Browsers take a cookie of this name only over https, from this very host: no neighbour below the same domain can set it. */
const secureName = `__Host-${plainName}`

export function sessionCookie(token: string, options: { secure: boolean }): string {
  return `${nameOf(options)}=${token}; ${attributes(options)}; Max-Age=${limits.session_days * 86_400}`
}

export function endedCookie(options: { secure: boolean }): string {
  return `${nameOf(options)}=; ${attributes(options)}; Max-Age=0`
}

export function readSessionCookie(header: string | undefined, options: { secure: boolean }): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === nameOf(options) && value) return value
  }
  return undefined
}

const nameOf = ({ secure }: { secure: boolean }) => (secure ? secureName : plainName)

function attributes(options: { secure: boolean }): string {
  return `Path=/; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`
}
