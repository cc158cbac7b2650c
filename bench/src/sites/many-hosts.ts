import { createServer, type RequestListener } from 'node:http'

/** Opens so many hosts, 127.1.0.2, 127.1.0.3 … on one port; returns the addresses of their start pages. */
export async function listenOnMany(count: number, answerOf: (host: number) => RequestListener): Promise<string[]> {
  let port = 0
  const addresses: string[] = []
  for (let n = 1; n <= count; n++) {
    const address = `127.1.${Math.floor(n / 250)}.${(n % 250) + 1}`
    const server = createServer(answerOf(n))
    await new Promise<void>((resolve) => server.listen(port, address, resolve))
    const bound = server.address()
    if (typeof bound === 'object' && bound) port = bound.port
    addresses.push(`http://${address}:${port}/`)
  }
  return addresses
}
