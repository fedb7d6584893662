import { toDocument, type PreparedDocument } from '../registry/catalogue.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import { toOpenApiDocument } from './openapi/openapi-document.ts'
import type { Route } from './route.ts'
import { toToolsManifest, type ManifestFacts } from './tools-manifest.ts'

/** The documents from which a client learns what it can call. Each is written when it is first asked for. */
export class Discovery {
  readonly #routes: readonly Route[]
  readonly #tools: readonly RegisteredTool[]
  readonly #facts: () => ManifestFacts
  readonly #written = new Map<string, PreparedDocument>()

  /** @param facts what may still change until the port is bound */
  constructor(routes: readonly Route[], tools: readonly RegisteredTool[], facts: () => ManifestFacts) {
    this.#routes = routes
    this.#tools = tools
    this.#facts = facts
  }

  /** The OpenAPI 3.0 description. */
  openApi(): PreparedDocument {
    return this.#document('openapi', (facts) => toOpenApiDocument(this.#routes, this.#tools, facts))
  }

  /** The tools manifest. */
  manifest(): PreparedDocument {
    return this.#document('manifest', (facts) => toToolsManifest(this.#routes, this.#tools, facts))
  }

  #document(name: string, write: (facts: ManifestFacts) => object): PreparedDocument {
    const facts = this.#facts()
    const key = `${name} ${facts.baseUrl}`
    const document = this.#written.get(key) ?? toDocument(write(facts))
    this.#written.set(key, document)
    return document
  }
}
