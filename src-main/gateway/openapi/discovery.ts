import { describeServed } from '../../registry/describe-all.ts'
import { giveWay } from '../../pipeline/turns/turns.ts'
import { prepareInTurns, type PreparedDocument } from '../../registry/prepared-document.ts'
import { mapInTurns } from '../../registry/map-in-turns.ts'
import type { Registry } from '../../registry/registry.ts'
import { loadShaped } from '../../registry/toolsets/load-shaped.ts'
import type { Tools } from '../../registry/tool-list.ts'
import type { Documents } from '../gateway-context.ts'
import type { Route } from '../route.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { toToolsManifest, type InstanceFacts } from './tools-manifest.ts'

/** The documents that tell a client what it can call. Each is built when first requested. */
export class Discovery implements Documents {
  readonly #routes: readonly Route[]
  readonly #registry: Pick<Registry, 'builtIn'>
  readonly #facts: InstanceFacts
  /** By the tools that they describe, so that they go when those do. */
  readonly #written = new WeakMap<Tools['tools'], Map<string, PreparedDocument>>()

  constructor(routes: readonly Route[], registry: Pick<Registry, 'builtIn'>, facts: InstanceFacts) {
    this.#routes = routes
    this.#registry = registry
    this.#facts = facts
  }

  /** The OpenAPI 3.0 description. */
  openApi({ tools }: Tools): Promise<PreparedDocument> {
    return this.#document('openapi', tools, async () => {
      // Read late, because it is large and most gateways never serve it.
      const { writeOpenApi } = await import('./write-openapi.ts')
      await giveWay()
      const document = await this.#withTools(
        await writeOpenApi(this.#routes, this.#registry.builtIn.tools),
        tools,
      )
      const { version, baseUrl } = this.#facts
      return {
        ...document,
        info: { ...document.info, version },
        servers: [{ url: baseUrl(), description: 'This instance' }],
      }
    })
  }

  /** The tools manifest. */
  manifest({ tools }: Tools): Promise<PreparedDocument> {
    return this.#document('manifest', tools, async () =>
      toToolsManifest(this.#routes, await describeServed(tools), this.#facts),
    )
  }

  // A build has written down the document of its own tools only, in their own shapes.
  async #withTools(own: OpenApiDocument, tools: Tools['tools']): Promise<OpenApiDocument> {
    const { builtIn } = this.#registry
    const isWhole = builtIn.tools.every((tool) => tools.includes(tool))
    const others = isWhole ? tools.filter(({ facts }) => facts.source !== null) : tools
    if (isWhole && others.length === 0) return own
    const { addTools, withoutTools } = await import('./openapi-document.ts')
    const described = await mapInTurns(others, loadShaped)
    return await addTools(isWhole ? own : withoutTools(own, builtIn.tools), described)
  }

  async #document(
    name: string,
    tools: Tools['tools'],
    write: () => Promise<object>,
  ): Promise<PreparedDocument> {
    // The port, and with it the address, is known only once the gateway listens; sign-up can be closed at any time.
    const key = `${name} ${this.#facts.baseUrl()} ${this.#facts.signUpOpen}`
    const written = this.#written.get(tools) ?? new Map<string, PreparedDocument>()
    this.#written.set(tools, written)
    const known = written.get(key)
    if (known) return known
    const body = await write()
    // Reading, making and writing a megabyte at once would hold up other requests.
    await giveWay()
    const document = await prepareInTurns(body)
    written.set(key, document)
    return document
  }
}
