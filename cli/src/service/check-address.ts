import { wrongUsage } from '../failure.ts'

/** Addresses of pages, checked before anything is asked of the service: it would not say which of several is wrong. */
export function checkAddresses(addresses: readonly string[]): void {
  for (const address of addresses) {
    if (/^https?:\/\/[^/]/i.test(address) && URL.canParse(address)) continue
    const whole = `https://${address}`
    const isHost = /^[^\s/:]+\.[^\s/]+/.test(address) && URL.canParse(whole)
    throw wrongUsage(`"${address}" is no address of a page; ${isHost ? `write ${whole}` : 'it begins with https://'}`)
  }
}
