import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { OWNER_KEY } from '../gateway/test-gateway.ts'

const POSTING = new URL('../../fixtures/workers/posting.mjs', import.meta.url)

/** A client in a thread of its own, so that its work is not taken for that of a gateway in this one. */
export class ClientThread {
  readonly #thread = new Worker(POSTING)

  /** Sends a body in the owner's name, one at a time. @returns the status of the answer and its length in bytes */
  async post(url: URL, body: object): Promise<{ readonly status: number; readonly byteLength: number }> {
    const headers = { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json' }
    const answered = once(this.#thread, 'message')
    this.#thread.postMessage({
      url: url.href,
      init: { method: 'POST', headers, body: JSON.stringify(body) },
    })
    return (await answered)[0]
  }

  async close(): Promise<void> {
    await this.#thread.terminate()
  }
}
