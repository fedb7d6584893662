import type { DescribedTool } from '../../src-main/registry/described-tool.ts'
import type { JsonSchema } from '../../src-main/registry/registry.ts'
import { SNIPPETS } from '../../src-renderer/tools/code/code-snippets.ts'
import { counted } from '../../src-shared/counted.ts'
import { addressOf, codeBlock, escaped, table, type DocPage } from './doc-page.ts'

const BASE_URL = 'http://127.0.0.1:4777/v1'
const LANGUAGES: Readonly<Record<string, string>> = {
  curl: 'bash',
  typescript: 'ts',
  python: 'python',
  mcp: 'json',
}

/** The pages of all tools, and of their list. */
export function toolPages(tools: readonly DescribedTool[]): DocPage[] {
  const pages = tools.map(toolPage)
  return [listPage(tools), ...pages]
}

function listPage(tools: readonly DescribedTool[]): DocPage {
  const categories = [...new Set(tools.map(({ definition }) => definition.category))].toSorted()
  return {
    path: 'tools',
    title: 'All tools',
    summary: `${tools.length} tools in ${categories.length} categories.`,
    section: 'Tools',
    group: null,
    markdown: categories
      .map((category) => {
        const rows = tools
          .filter(({ definition }) => definition.category === category)
          .map(({ slug, definition }) => [
            `[${slug}](${addressOf({ path: `tools/${slug}` })})`,
            escaped(definition.summary),
            String(definition.credits),
          ])
        return `## ${escaped(category)}\n\n${table(['Tool', 'What it does', 'Credits'], rows)}`
      })
      .join('\n\n'),
  }
}

function toolPage(tool: DescribedTool): DocPage {
  const { slug, definition } = tool
  const parts = [
    escaped(definition.summary),
    factsOf(tool),
    `[Try it in the app](/#/tools/${slug})`,
    `## Input\n\n${fieldsOf(tool.inputSchema, 'input')}`,
    `## Output\n\n${fieldsOf(tool.outputSchema, 'output')}`,
    examplesOf(tool),
    standardsOf(tool),
    relatedOf(tool),
  ]
  return {
    path: `tools/${slug}`,
    title: definition.title,
    summary: definition.summary,
    section: 'Tools',
    group: definition.category,
    markdown: parts.filter((part) => part !== '').join('\n\n'),
  }
}

function factsOf({ slug, definition }: DescribedTool): string {
  const { aliases = [] } = definition
  return table(
    ['Address', 'Price', 'Kind', 'Also called'],
    [
      [
        `\`POST /v1/${slug}\``,
        counted(definition.credits, 'credit'),
        definition.tier,
        aliases.length === 0 ? '–' : aliases.map((alias) => `\`${alias}\``).join(', '),
      ],
    ],
  )
}

function fieldsOf(schema: JsonSchema, side: 'input' | 'output'): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>
    required?: readonly string[]
  }
  const rows = Object.entries(properties).map(([name, field]) => [
    `\`${name}\``,
    escaped(typeOf(field)),
    presenceOf(field, required.includes(name), side),
    escaped(typeof field.description === 'string' ? field.description : ''),
  ])
  return rows.length === 0
    ? 'No fields.'
    : table(['Field', 'Type', side === 'input' ? 'Default' : 'There', 'Meaning'], rows)
}

function presenceOf(field: JsonSchema, isRequired: boolean, side: 'input' | 'output'): string {
  if (side === 'output') return isRequired ? 'always' : 'if known'
  if (isRequired) return 'required'
  return 'default' in field ? `\`${JSON.stringify(field.default)}\`` : '–'
}

/** A type in words; what is longer than a line is named by its outermost type. */
function typeOf(schema: JsonSchema): string {
  const {
    enum: values,
    const: only,
    type,
    anyOf,
    oneOf,
    items,
  } = schema as {
    enum?: readonly unknown[]
    const?: unknown
    type?: string | readonly string[]
    anyOf?: readonly JsonSchema[]
    oneOf?: readonly JsonSchema[]
    items?: JsonSchema
  }
  if (values) return values.map((value) => JSON.stringify(value)).join(', ')
  if (only !== undefined) return JSON.stringify(only)
  const choices = anyOf ?? oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (type === 'array' && items && typeof items === 'object') return `list of ${typeOf(items)}`
  return type === undefined ? 'any' : [type].flat().join(' or ')
}

function examplesOf({ slug, definition }: DescribedTool): string {
  const [first, ...more] = definition.examples
  if (!first) return ''
  const input = first.input as Readonly<Record<string, unknown>> // every input is an object
  const snippets = SNIPPETS.map(
    ({ id, label, write }) =>
      `### ${label}\n\n${codeBlock(LANGUAGES[id] ?? '', write({ baseUrl: BASE_URL, slug, input }))}`,
  )
  const others = more.map(
    (example) =>
      `### ${escaped(example.title)}\n\n${codeBlock('json', JSON.stringify(example.input, null, 2))}`,
  )
  const output =
    'output' in first && first.output !== undefined
      ? `The output:\n\n${codeBlock('json', JSON.stringify(first.output, null, 2))}`
      : ''
  return [
    '## Example',
    `${escaped(first.title)}.`,
    ...snippets,
    output,
    ...(others.length === 0 ? [] : ['## More examples', ...others]),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function standardsOf({ definition }: DescribedTool): string {
  const { standards = [] } = definition
  if (standards.length === 0) return ''
  const rows = standards.map(({ name, version, suite, passed, cases }) => [
    escaped(`${name} ${version}`),
    escaped(suite),
    `${passed} of ${cases}`,
  ])
  return `## Standards\n\nSuites that others wrote, and how many of their cases this tool passes.\n\n${table(['Standard', 'Suite', 'Passed'], rows)}`
}

function relatedOf({ definition }: DescribedTool): string {
  const { related = [] } = definition
  if (related.length === 0) return ''
  return `## See also\n\n${related.map((slug) => `- [${slug}](${addressOf({ path: `tools/${slug}` })})`).join('\n')}`
}
