import { toDocument, type PreparedDocument } from '../../registry/catalogue.ts'
import { loadAll, type ListedTool } from '../../registry/registry.ts'
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
      // Built late, because it has many shapes and most gateways never serve it.
      const { toOpenApiDocument } = await import('./openapi-document.ts')
      return toOpenApiDocument(this.#routes, await loadAll(this.#tools), this.#facts)
    })
  }

  /** The tools manifest. */
  manifest(): Promise<PreparedDocument> {
    return this.#document('manifest', async () =>
      toToolsManifest(this.#routes, await loadAll(this.#tools), this.#facts),
    )
  }

  async #document(name: string, write: () => Promise<object>): Promise<PreparedDocument> {
    // The port, and with it the address, is known only once the gateway listens; sign-up can be closed at any time.
    const key = `${name} ${this.#facts.baseUrl()} ${this.#facts.signUpOpen}`
    const document = this.#written.get(key) ?? toDocument(await write())
    this.#written.set(key, document)
    return document
  }
}
