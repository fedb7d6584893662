import { GatewayError } from '../../src-shared/errors.ts'
import { isReadOnly } from '../registry/mcp-tool.ts'
import type { ListedTool, Registry } from '../registry/registry.ts'
import { CORE_TOOLS } from './core-tools.ts'

/** The tools that a client has asked for. */
export interface Toolset {
  /** The listed tools, by slug. */
  readonly tools: readonly ListedTool[]
  /** Finds tools that are not listed, through search_tools, describe_tool and call_tool. */
  readonly reachesAll: boolean
  /** Left out of the list on request, because they are two thirds of its length. */
  readonly outputSchemas: boolean
}

const MAX_NAMES = 200

/**
 * Reads the tools that a client wants from the address of the request, or from equivalent headers:
 * `toolset` (core, all, readonly or a category), `tools` (slugs) and `schemas=input`.
 * @throws GatewayError validation_error for an unknown name, so that nothing is silently left out
 */
export function readToolset(url: URL, headers: Headers, registry: Registry): Toolset {
  const asked = (parameter: string, header: string): string[] =>
    namesIn(url.searchParams.get(parameter) ?? headers.get(header))
  const slugs = asked('tools', 'x-mcp-tools')
  const sets = asked('toolset', 'x-mcp-toolsets')
  const outputSchemas = readSchemas(url.searchParams.get('schemas'))
  if (slugs.length === 0 && sets.length === 0) return coreToolset(outputSchemas, registry)
  return toolsetOf(sets, slugs, outputSchemas, registry)
}

function toolsetOf(
  sets: readonly string[],
  slugs: readonly string[],
  outputSchemas: boolean,
  registry: Registry,
): Toolset {
  const chosen = new Set(slugs.map((slug) => toolNamed(slug, registry)))
  for (const set of sets) for (const tool of toolsOf(set, registry)) chosen.add(tool)
  return {
    tools: registry.tools.filter((tool) => chosen.has(tool)),
    reachesAll: sets.includes('core'),
    outputSchemas,
  }
}

/** The usual toolset, built once: the tools of a registry never change. */
const coreOf = new WeakMap<Registry, Toolset>()

function coreToolset(outputSchemas: boolean, registry: Registry): Toolset {
  let core = coreOf.get(registry)
  if (!core) coreOf.set(registry, (core = toolsetOf(['core'], [], true, registry)))
  return { ...core, outputSchemas }
}

function toolsOf(set: string, registry: Registry): readonly ListedTool[] {
  switch (set) {
    case 'all':
      return registry.tools
    case 'readonly':
      return registry.tools.filter(({ facts }) => isReadOnly(facts))
    case 'core':
      return registry.tools.filter(({ slug }) => CORE_TOOLS.includes(slug))
  }
  const tools = registry.tools.filter(({ facts }) => categoryName(facts.category) === set)
  if (tools.length > 0) return tools
  throw unknown('toolset', set, ['core', 'all', 'readonly', ...categoriesOf(registry)])
}

function toolNamed(slug: string, registry: Registry): ListedTool {
  const tool = registry.find(slug)
  if (tool) return tool
  throw unknown('tools', slug, registry.nearest(slug))
}

/** A category as an address names it: `Code Utilities` is `code-utilities`. */
function categoryName(category: string): string {
  return category
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

function categoriesOf(registry: Registry): string[] {
  return [...new Set(registry.tools.map(({ facts }) => categoryName(facts.category)))].sort()
}

function namesIn(list: string | null): string[] {
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  if (names.length > MAX_NAMES) throw unknown('tools', `${names.length} names`, [`at most ${MAX_NAMES}`])
  return names
}

function readSchemas(value: string | null): boolean {
  if (value === null || value === 'all') return true
  if (value === 'input') return false
  throw unknown('schemas', value, ['all', 'input'])
}

function unknown(path: string, name: string, known: readonly string[]): GatewayError {
  const hint = known.length > 0 ? ` Known: ${known.join(', ')}.` : ''
  const message = `Unknown value ${JSON.stringify(name.slice(0, 64))} for ${path}.${hint}`
  return new GatewayError('validation_error', message, { issues: [{ path, message }] })
}
