import type { DescribedTool } from '../../src-main/registry/described-tool.ts'
import { counted } from '../../src-shared/counted.ts'
import { ERROR_STATUS, type ErrorCode } from '../../src-shared/errors.ts'
import { SAMPLE_ADDRESS } from './api-samples.ts'
import { meaningOf } from './error-pages.ts'
import { samplesOf, shellQuote } from './samples.ts'
import { fieldsTable } from './schema-fields.ts'
import { addressOf, codeBlock, escaped, table, type DocPage } from './doc-page.ts'

/** The pages of all tools, and of their list. @param meanings docs/decisions/errors.md, for what each code means */
export function toolPages(tools: readonly DescribedTool[], meanings: string): DocPage[] {
  const pages = tools.map((tool) => toolPage(tool, meanings))
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

function toolPage(tool: DescribedTool, meanings: string): DocPage {
  const { slug, definition } = tool
  const parts = [
    factsOf(tool),
    escaped(definition.summary),
    standardsOf(tool),
    `## Takes\n\n${fieldsTable(tool.inputSchema, 'input')}`,
    `## Gives\n\n${fieldsTable(tool.outputSchema, 'output')}`,
    `## Errors\n\n${errorsOf(tool, meanings)}`,
    relatedOf(tool),
  ]
  return {
    path: `tools/${slug}`,
    title: definition.title,
    summary: definition.summary,
    section: 'Tools',
    group: definition.category,
    markdown: parts.filter((part) => part !== '').join('\n\n'),
    aside: examplesOf(tool),
  }
}

function factsOf({ slug, version, definition }: DescribedTool): string {
  const { aliases = [], credits, tier, cacheable = false, sideEffects = false } = definition
  const facts = [
    `\`${slug}\``,
    credits === 0 ? 'free' : counted(credits, 'credit'),
    tier,
    cacheable ? 'cached' : 'not cached',
    sideEffects ? 'acts outside' : 'no side effects',
    `version ${version}`,
    ...(aliases.length === 0 ? [] : [`also ${aliases.map((alias) => `\`${alias}\``).join(', ')}`]),
  ]
  return facts.map((fact) => `- ${fact}`).join('\n')
}

/** The codes that a caller of any tool meets first, and those of its kind. */
function errorsOf({ definition }: DescribedTool, meanings: string): string {
  const codes: ErrorCode[] = [
    'validation_error',
    ...(definition.credits === 0 ? [] : (['insufficient_credits'] as const)),
    'scope_denied',
    'rate_limited',
    'handler_error',
    ...(definition.tier === 'llm' ? (['out_of_time'] as const) : []),
  ]
  const rows = codes.map((code) => [
    `[${escaped(code)}](/docs/errors/${code})`,
    String(ERROR_STATUS[code]),
    meaningOf(code, meanings),
  ])
  return table(['Code', 'Status', 'Meaning'], rows)
}

function examplesOf(tool: DescribedTool): string {
  const { slug, definition } = tool
  const [first, ...more] = definition.examples
  if (!first) return ''
  const input = first.input as Readonly<Record<string, unknown>> // every input is an object
  const samples = samplesOf({
    method: 'POST',
    url: `${SAMPLE_ADDRESS}/v1/${slug}`,
    needsKey: true,
    body: input,
    command: `toolgate call ${slug} --input ${shellQuote(JSON.stringify(input))}`,
  })
  const answer =
    'output' in first && first.output !== undefined
      ? `### Answer\n\nThe member \`data\`:\n\n${codeBlock('json', JSON.stringify(first.output, null, 2))}`
      : ''
  const others = more.map(
    (example) =>
      `### ${escaped(example.title)}\n\n${codeBlock('json', JSON.stringify(example.input, null, 2))}`,
  )
  return [
    '## Example',
    `${escaped(first.title)}.`,
    samples,
    answer,
    tryLinks(tool),
    ...(others.length === 0 ? [] : ['## More inputs', ...others]),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Longer addresses are cut or refused by programs between a link and the app. */
const MAX_LINKED_CHARS = 1_500

/** Links into the app: the form of the tool, empty or with the input of an example. */
function tryLinks({ slug, definition }: DescribedTool): string {
  const { credits, examples } = definition
  const price = credits === 0 ? 'It is free' : `A run costs ${counted(credits, 'credit')}`
  const filled = examples.flatMap(({ title, input }) => {
    const value = encodeURIComponent(JSON.stringify(input)).replace(/[()']/g, percentCode)
    return value.length > MAX_LINKED_CHARS ? [] : [`- [${escaped(title)}](/#/tools/${slug}?input=${value})`]
  })
  const links = [...filled, `- [Open in Tools](/#/tools/${slug})`].join('\n')
  return `## Try it\n\n${price}. A link fills the form in the app and runs nothing.\n\n${links}`
}

// Signs that end a link in Markdown.
function percentCode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`
}

function standardsOf({ definition }: DescribedTool): string {
  const { standards = [] } = definition
  const lines = standards.map(({ name, version, suite, passed, cases }) => {
    const count = `${passed.toLocaleString('en-US')} of ${cases.toLocaleString('en-US')}`
    return `> **Held to ${escaped(`${name} ${version}`)}.** It passes ${count} cases of ${escaped(suite)}.`
  })
  return lines.join('\n>\n')
}

function relatedOf({ definition }: DescribedTool): string {
  const { related = [] } = definition
  if (related.length === 0) return ''
  return `## See also\n\n${related.map((slug) => `- [${slug}](${addressOf({ path: `tools/${slug}` })})`).join('\n')}`
}
