import { toDocument, type PreparedDocument } from '../registry/catalogue.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import { toOpenApiDocument } from './openapi/openapi-document.ts'
import type { Route } from './route.ts'
import { toToolsManifest, type InstanceFacts } from './tools-manifest.ts'

/** The documents from which a client learns what it can call. Each is written when it is first asked for. */
export class Discovery {
  readonly #routes: readonly Route[]
  readonly #tools: readonly RegisteredTool[]
  readonly #facts: InstanceFacts
  readonly #written = new Map<string, PreparedDocument>()

  constructor(routes: readonly Route[], tools: readonly RegisteredTool[], facts: InstanceFacts) {
    this.#routes = routes
    this.#tools = tools
    this.#facts = facts
  }

  /** The OpenAPI 3.0 description. */
  openApi(): PreparedDocument {
    return this.#document('openapi', () => toOpenApiDocument(this.#routes, this.#tools, this.#facts))
  }

  /** The tools manifest. */
  manifest(): PreparedDocument {
    return this.#document('manifest', () => toToolsManifest(this.#routes, this.#tools, this.#facts))
  }

  #document(name: string, write: () => object): PreparedDocument {
    // The port, and with it the address, is known only once the gateway listens; sign-up can be closed any time.
    const key = `${name} ${this.#facts.baseUrl()} ${this.#facts.signUpOpen}`
    const document = this.#written.get(key) ?? toDocument(write())
    this.#written.set(key, document)
    return document
  }
}
