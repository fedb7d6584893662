import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Runs in front of a gateway and adds a key to each request, for a client that can send none. Host and Origin go
 * on as they were sent, but for the proxy's own name, so that forged ones still reach the gateway forged.
 */
export async function startKeyAddingProxy(
  gateway: string,
  key: string,
): Promise<{ url: string; server: Server }> {
  const target = new URL(gateway)
  let own = ''
  const server = createServer((req, res) => {
    const host = req.headers.host === own ? target.host : req.headers.host
    const { origin } = req.headers
    const headers = {
      ...req.headers,
      host,
      ...(origin === undefined ? {} : { origin: origin === `http://${own}` ? target.origin : origin }),
      authorization: `Bearer ${key}`,
    }
    const { method, url: path } = req
    const onward = request(
      { host: target.hostname, port: target.port, method, path, headers },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
      },
    )
    onward.on('error', () => res.destroy())
    res.on('close', () => onward.destroy())
    req.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server's address is never a path.
  own = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${own}`, server }
}
