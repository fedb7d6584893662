import type { Route } from './route.ts'

/** A route that was found, with the values of its parameters. */
export interface FoundRoute {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** A request target that runs a tool. One with anything else in it, such as an escaped character, has no match. */
const TOOL_TARGET = /^(\/v1\/(?:stream\/)?)([\w-]+)$/
const NO_PARAMETERS = {}

/**
 * Finds the routes of most requests without the router: those at a fixed path, and the two that run the tool in
 * their address. It finds the route that the router would, or none.
 */
export class KnownRoutes {
  readonly #fixed = new Map<string, FoundRoute>()
  /** Paths of routes, which are not names of tools, whatever the method. */
  readonly #paths: ReadonlySet<string>
  readonly #tools = new Map<string, Route>()

  constructor(routes: readonly Route[]) {
    this.#paths = new Set(routes.map(({ path }) => path))
    for (const route of routes) {
      const { method, path } = route
      if (method === 'POST' && path.endsWith('/:slug'))
        this.#tools.set(path.slice(0, -':slug'.length), route)
      else if (!/[:*]/.test(path)) this.#fixed.set(`${method} ${path}`, { route, params: NO_PARAMETERS })
    }
  }

  /** @param target path and query, as sent */
  find(method: string, target: string): FoundRoute | null {
    const fixed = this.#fixed.get(`${method} ${target}`)
    if (fixed) return fixed
    if (method !== 'POST' || this.#paths.has(target)) return null
    const [, prefix = '', slug = ''] = TOOL_TARGET.exec(target) ?? []
    const route = this.#tools.get(prefix)
    return route ? { route, params: { slug } } : null
  }
}
