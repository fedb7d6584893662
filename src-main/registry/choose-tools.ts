import { GatewayError } from '../../src-shared/errors.ts'
import { CORE_TOOLS } from './core-tools.ts'
import { isReadOnly } from './mcp-tool.ts'
import type { ListedTool } from './listed-tool.ts'
import type { Tools } from './tool-list.ts'

/** The most names that one list of tools or toolsets may have. */
const MAX_NAMES = 200

/** The tools that a client has asked for, by the names of sets and by slugs. */
export interface ToolChoice {
  readonly sets: readonly string[]
  readonly slugs: readonly string[]
}

/**
 * The chosen tools, by slug. A set is `core`, `all`, `readonly` or a category.
 * @param others names that the caller knows besides, for the message of a refusal
 * @throws GatewayError validation_error for an unknown name, so that nothing is silently left out
 */
export function chooseTools(
  { sets, slugs }: ToolChoice,
  registry: Tools,
  others: readonly string[] = [],
): readonly ListedTool[] {
  const chosen = new Set(slugs.map((slug) => toolNamed(slug, registry)))
  for (const set of sets) for (const tool of toolsOf(set, registry, others)) chosen.add(tool)
  return registry.tools.filter((tool) => chosen.has(tool))
}

/**
 * The names in a list that an address or a header has, in lower case.
 * @throws GatewayError validation_error for too many names
 */
export function namesIn(list: string | null | undefined): string[] {
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  if (names.length > MAX_NAMES)
    throw unknownValue('tools', `${names.length} names`, [`at most ${MAX_NAMES}`])
  return names
}

/** The refusal of a value of a parameter, with the values that are known. */
export function unknownValue(path: string, name: string, known: readonly string[]): GatewayError {
  const hint = known.length > 0 ? ` Known: ${known.join(', ')}.` : ''
  const message = `Unknown value ${JSON.stringify(name.slice(0, 64))} for ${path}.${hint}`
  return new GatewayError('validation_error', message, { issues: [{ path, message }] })
}

/** The refusal of a parameter that does not exist: ignored, it would answer another question than was asked. */
export function unknownParameter(name: string, known: readonly string[]): GatewayError {
  const message = `There is no parameter ${JSON.stringify(name.slice(0, 64))}; the parameters here are ${known.join(', ')}.`
  return new GatewayError('validation_error', message, { issues: [{ path: name.slice(0, 64), message }] })
}

function toolsOf(set: string, registry: Tools, others: readonly string[]): readonly ListedTool[] {
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
  throw unknownValue('toolset', set, ['core', 'all', 'readonly', ...others, ...categoriesOf(registry)])
}

function toolNamed(slug: string, registry: Tools): ListedTool {
  const tool = registry.find(slug)
  if (tool) return tool
  throw unknownValue('tools', slug, registry.nearest(slug))
}

/** A category as an address names it: `Code Utilities` is `code-utilities`. */
function categoryName(category: string): string {
  return category
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** The categories of tools, as an address names them. */
export function categoriesOf(registry: Tools): string[] {
  return [...new Set(registry.tools.map(({ facts }) => categoryName(facts.category)))].sort()
}
