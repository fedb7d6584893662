import { describeAll } from '../../registry/describe-all.ts'
import { giveWay } from '../../pipeline/turns/turns.ts'
import { PreparedDocument } from '../../registry/prepared-document.ts'
import type { ListedTool } from '../../registry/registry.ts'
import type { Documents } from '../gateway-context.ts'
import type { Route } from '../route.ts'
import { toToolsManifest, type InstanceFacts } from './tools-manifest.ts'

/** The documents that tell a client what it can call. Each is built when first requested. */
export class Discovery implements Documents {
  readonly #routes: readonly Route[]
  readonly #tools: readonly ListedTool[]
  readonly #facts: InstanceFacts
  readonly #written = new Map<string, PreparedDocument>()

  constructor(routes: readonly Route[], tools: readonly ListedTool[], facts: InstanceFacts) {
    this.#routes = routes
    this.#tools = tools
    this.#facts = facts
  }

  /** The OpenAPI 3.0 description. */
  openApi(): Promise<PreparedDocument> {
    return this.#document('openapi', async () => {
      // Read late, because it is large and most gateways never serve it.
      const { writeOpenApi } = await import('./write-openapi.ts')
      await giveWay()
      const document = await writeOpenApi(this.#routes, this.#tools)
      const { version, baseUrl } = this.#facts
      return {
        ...document,
        info: { ...document.info, version },
        servers: [{ url: baseUrl(), description: 'This instance' }],
      }
    })
  }

  /** The tools manifest. */
  manifest(): Promise<PreparedDocument> {
    return this.#document('manifest', async () =>
      toToolsManifest(this.#routes, await describeAll(this.#tools), this.#facts),
    )
  }

  async #document(name: string, write: () => Promise<object>): Promise<PreparedDocument> {
    // The port, and with it the address, is known only once the gateway listens; sign-up can be closed at any time.
    const key = `${name} ${this.#facts.baseUrl()} ${this.#facts.signUpOpen}`
    const written = this.#written.get(key)
    if (written) return written
    const body = await write()
    // Reading, making and writing a megabyte at once would hold up other requests.
    await giveWay()
    const document = new PreparedDocument(body)
    this.#written.set(key, document)
    return document
  }
}
