import type { TestAnswer, TestCall, TestGateway } from '../gateway/test-gateway.ts'

/** Speaks to a test gateway as its signed-in page does: with the owner's cookie and no key. */
export function pageVisitor(gateway: TestGateway) {
  const { instance } = gateway
  const cookie = `${instance.cookieName()}=${instance.sessions.open()}`
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  return {
    send: (path: string, call: TestCall = {}): Promise<TestAnswer> =>
      gateway.send(path, { key: null, ...call, headers: { ...headers, ...call.headers } }),
    /** A fetch for the page's own client, which names paths only. */
    fetch: ((path: string, init: RequestInit = {}) => {
      const request = new Request(new URL(path, 'http://127.0.0.1:4777'), init)
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
      return instance.app.fetch(request)
    }) as typeof fetch,
  }
}
