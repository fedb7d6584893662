import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import { GatewayError, type Issue } from '../../../src-shared/errors.ts'
import {
  isLink,
  namesOf,
  RECIPE_LIMITS,
  RECIPE_SLUG,
  STEP_ID,
  type Link,
  type RecipeContent,
} from '../../../src-shared/recipes/recipe.ts'
import type { FieldSchema } from '../../registry/field-schema.ts'
import type { RegisteredTool } from '../../registry/listed-tool.ts'
import type { Tools } from '../../registry/tool-list.ts'
import { jsonFields } from '../schemas/json-fields.ts'

/** What links of a step can point to: the fields by name, or null where any name will do. */
type KnownFields = ReadonlyMap<string, ReadonlySet<string> | null>

/**
 * Checks a recipe against the tools that are served, and writes aliases of tools as slugs.
 * @param registry all tools, recipes included
 * @throws GatewayError validation_error naming every problem
 */
export async function checkRecipe(
  slug: string,
  content: RecipeContent,
  registry: Tools,
): Promise<RecipeContent> {
  const issues = [...slugIssues(slug), ...sizeIssues(content)]
  // What is deeper or longer than the limits is not walked through.
  if (issues.length > 0) throw invalidRecipe(issues)
  const input = jsonFields(content.input)
  if (input.unchecked !== null) issues.push({ path: 'input', message: input.unchecked })
  const known = new Map<string, ReadonlySet<string> | null>([['input', closedFields(input)]])
  const steps: RecipeContent['steps'][number][] = []
  for (const [index, step] of content.steps.entries()) {
    const path = `steps.${index}`
    issues.push(...idIssues(`${path}.id`, step.id, known))
    const listed = registry.find(step.tool)
    if (listed) {
      const tool = await listed.load()
      issues.push(...fieldIssues(`${path}.input`, step.input, tool))
      issues.push(...linkIssues(`${path}.input`, step.input, known))
      known.set(step.id, closedFields(tool.output))
    } else {
      issues.push(unknownTool(`${path}.tool`, step.tool, registry))
      known.set(step.id, null)
    }
    steps.push({ ...step, tool: listed?.slug ?? step.tool })
  }
  issues.push(...outputIssues(content.output), ...linkIssues('output', content.output, known))
  if (issues.length > 0) throw invalidRecipe(issues)
  return { ...content, steps }
}

/** The refusal of a recipe. */
export function invalidRecipe(issues: readonly Issue[]): GatewayError {
  const detail = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  return new GatewayError('validation_error', `The recipe is not valid. ${detail}`.slice(0, 4_000), {
    issues: issues.slice(0, 50),
  })
}

function slugIssues(slug: string): Issue[] {
  if (RECIPE_SLUG.test(slug)) return []
  const message = 'It is recipe__ and 1 to 40 letters a to z, digits and hyphens, not at either end'
  return [{ path: 'slug', message }]
}

function sizeIssues(content: RecipeContent): Issue[] {
  const { jsonChars, nesting } = RECIPE_LIMITS
  if (depthOf(content) > nesting) return [{ path: '', message: `It may be nested ${nesting} levels deep` }]
  if (JSON.stringify(content).length <= jsonChars) return []
  return [{ path: '', message: `As JSON a recipe has at most ${jsonChars} characters` }]
}

function depthOf(value: unknown, depth = 0): number {
  // Deep enough to be refused.
  if (typeof value !== 'object' || value === null || depth > RECIPE_LIMITS.nesting) return depth
  return Math.max(depth, ...Object.values(value).map((one) => depthOf(one, depth + 1)))
}

function idIssues(path: string, id: string, known: KnownFields): Issue[] {
  if (!STEP_ID.test(id))
    return [{ path, message: 'Begin with a letter a to z; then up to 31 letters, digits and underscores' }]
  return known.has(id) ? [{ path, message: `${id} is the name of the input or of an earlier step` }] : []
}

function unknownTool(path: string, slug: string, registry: Tools): Issue {
  const nearest = registry.nearest(slug)
  const hint = nearest.length > 0 ? `; did you mean ${nearest.join(' or ')}?` : ''
  return { path, message: `No tool ${JSON.stringify(slug.slice(0, 64))} is served now${hint}` }
}

// What is fixed must be right now; what a link brings is checked with each call.
function fieldIssues(
  path: string,
  fields: Readonly<Record<string, unknown>>,
  tool: RegisteredTool,
): Issue[] {
  const { slug, required, inputSchema, source } = tool
  const isClosed = source === null || inputSchema.additionalProperties === false
  const unknown = Object.keys(fields).filter((name) => isClosed && !tool.fields.has(name))
  if (unknown.length > 0)
    return unknown.map((name) => ({
      path: `${path}.${name}`,
      message: `${slug} has no field ${JSON.stringify(name)}; it has ${[...tool.fields].join(', ') || 'none'}`,
    }))
  const missing = required
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => ({ path: `${path}.${name}`, message: `${slug} needs this field` }))
  const fixed = Object.fromEntries(Object.entries(fields).filter(([, value]) => !hasLink(value)))
  const checked = tool.input.check(fixed)
  if (checked.ok) return missing
  const wrong = checked.issues.filter((issue) => Object.hasOwn(fixed, issue.path.split('.')[0] ?? ''))
  return [...missing, ...wrong.map(({ path: at, message }) => ({ path: `${path}.${at}`, message }))]
}

function linkIssues(path: string, value: unknown, known: KnownFields): Issue[] {
  if (isLink(value)) return problemOf(value, known).map((message) => ({ path, message }))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => linkIssues(`${path}.${name}`, one, known))
}

function problemOf(link: Link, known: KnownFields): string[] {
  const { $from: pointer } = link
  if (Object.keys(link).length > 1) return ['A link has $from and nothing else']
  const names = typeof pointer === 'string' ? namesOf(pointer) : null
  if (!names)
    return ['$from is a JSON Pointer such as /input/url or /page/text; in names ~ is ~0 and / is ~1']
  const [first, name] = names
  const fields = known.get(first)
  if (fields === undefined)
    return [
      `${JSON.stringify(first)} is neither input nor an earlier step; there are ${[...known.keys()].join(', ')}`,
    ]
  if (fields === null || name === undefined || fields.has(name)) return []
  const has = `it has ${[...fields].join(', ') || 'no fields'}`
  return [
    first === 'input'
      ? `The input has no field ${JSON.stringify(name)}; ${has}`
      : `What step ${first} gives has no ${JSON.stringify(name)}; ${has}`,
  ]
}

function outputIssues(output: Readonly<Record<string, unknown>>): Issue[] {
  if (Object.keys(output).length === 0)
    return [{ path: 'output', message: 'Name at least one value that a call gives' }]
  return Object.hasOwn(output, '_engine')
    ? [{ path: 'output._engine', message: 'The gateway sets this member itself' }]
    : []
}

function closedFields({ json, fields }: FieldSchema): ReadonlySet<string> | null {
  const isOpen = json.additionalProperties !== undefined && json.additionalProperties !== false
  return isOpen || isObject(json.patternProperties) ? null : fields
}

function hasLink(value: unknown): boolean {
  if (isLink(value)) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLink)
}
