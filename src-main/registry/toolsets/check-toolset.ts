import { GatewayError, type Issue } from '../../../src-shared/errors.ts'
import {
  TOOLSET_LIMITS,
  type ToolOfSet,
  type ToolsetContent,
} from '../../../src-shared/toolsets/saved-toolset.ts'
import { categoriesOf } from '../choose-tools.ts'
import type { RegisteredTool } from '../listed-tool.ts'
import type { Tools } from '../tool-list.ts'

const OWN_SETS = ['core', 'finder', 'all', 'readonly']

/**
 * Checks a toolset against the tools of the gateway, and writes aliases as slugs.
 * @throws GatewayError validation_error naming every unknown tool and field, and every preset that its tool refuses
 */
export async function checkToolset(name: string, content: ToolsetContent, registry: Tools) {
  const issues = [...nameIssues(name, registry), ...sizeIssues(content)]
  const tools: ToolOfSet[] = []
  for (const [index, tool] of content.tools.entries()) {
    const listed = registry.find(tool.slug)
    const path = `tools.${index}`
    if (!listed) issues.push(unknownTool(`${path}.slug`, tool.slug, registry))
    else if (tools.some(({ slug }) => slug === listed.slug))
      issues.push({ path: `${path}.slug`, message: `${listed.slug} is listed twice` })
    else {
      tools.push({ ...tool, slug: listed.slug })
      issues.push(...presetIssues(tool, await listed.load(), path))
    }
  }
  if (issues.length === 0) return { ...content, tools } satisfies ToolsetContent
  const detail = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  throw new GatewayError('validation_error', `The toolset is not valid. ${detail}`, { issues })
}

function nameIssues(name: string, registry: Tools): Issue[] {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name))
    return [
      { path: 'name', message: 'Begin with a letter a to z; then up to 39 letters, digits and hyphens' },
    ]
  const isTaken = OWN_SETS.includes(name) || categoriesOf(registry).includes(name)
  return isTaken
    ? [{ path: 'name', message: `${name} is a toolset of the gateway; choose another name` }]
    : []
}

function sizeIssues(content: ToolsetContent): Issue[] {
  const most = TOOLSET_LIMITS.jsonChars
  if (JSON.stringify(content).length <= most) return []
  return [{ path: 'tools', message: `As JSON a toolset has at most ${most} characters` }]
}

function unknownTool(path: string, slug: string, registry: Tools): Issue {
  const nearest = registry.nearest(slug)
  const hint = nearest.length > 0 ? `; did you mean ${nearest.join(' or ')}?` : ''
  return { path, message: `There is no tool ${JSON.stringify(slug)}${hint}` }
}

function presetIssues(
  { fixed = {}, defaults = {} }: ToolOfSet,
  tool: RegisteredTool,
  path: string,
): Issue[] {
  const kinds = Object.entries({ fixed, defaults })
  const unknown = kinds.flatMap(([kind, values]) =>
    Object.keys(values)
      .filter((field) => !tool.fields.has(field))
      .map((field) => ({
        path: `${path}.${kind}.${field}`,
        message: `${tool.slug} has no field ${JSON.stringify(field)}; it has ${[...tool.fields].join(', ')}`,
      })),
  )
  const twice = Object.keys(defaults)
    .filter((field) => Object.hasOwn(fixed, field))
    .map((field) => ({ path: `${path}.defaults.${field}`, message: `${field} is fixed already` }))
  if (unknown.length + twice.length > 0) return [...unknown, ...twice]
  const checked = tool.input.check({ ...defaults, ...fixed })
  if (checked.ok) return []
  // Fields that are missing are the caller's to send.
  return kinds.flatMap(([kind, values]) =>
    checked.issues
      .filter((issue) => Object.hasOwn(values, issue.path.split('.')[0]!))
      .map((issue) => ({ path: `${path}.${kind}.${issue.path}`, message: issue.message })),
  )
}
