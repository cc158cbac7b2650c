import { limits } from '@polegraph/contract/limits.ts'

export const cookieName = 'polegraph_session'

export function sessionCookie(token: string, options: { secure: boolean }): string {
  return `${cookieName}=${token}; ${attributes(options)}; Max-Age=${limits.session_days * 86_400}`
}

export function endedCookie(options: { secure: boolean }): string {
  return `${cookieName}=; ${attributes(options)}; Max-Age=0`
}

export function readSessionCookie(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === cookieName && value) return value
  }
  return undefined
}

function attributes(options: { secure: boolean }): string {
  return `Path=/; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`
}
