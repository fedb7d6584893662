import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { TOOL_MODULES, loadTool } from '../src-main/tools/index.ts'
import type { ToolDefinition } from '../src-main/tool-kit/define-tool.ts'
import { ROOT } from './paths.mjs'

// `node build/catalogue.ts` writes docs/catalogue.md, and the count of tools in the other documents that state it.
// test/docs.test.ts fails until then.

/** The documents that say how many tools there are, as `**191 tools**`. */
export const COUNTING_PAPERS = ['README.md', 'CHANGELOG.md'] as const
const COUNT = /\*\*\d+ tools\*\*/g

/** Every tool of the index, in the order of the slugs. */
export async function allTools(): Promise<ToolDefinition[]> {
  const tools = await Promise.all(Object.keys(TOOL_MODULES).map(loadTool))
  return tools.filter((tool) => tool !== null)
}

/** The catalogue page, formatted as it is committed. */
export async function cataloguePage(tools: readonly ToolDefinition[]): Promise<string> {
  const categories = [...new Set(tools.map((tool) => tool.category))].toSorted()
  const page = [
    '# The catalogue',
    `${tools.length} tools in ${categories.length} categories, written from the registry by ` +
      '`node build/catalogue.ts`. `GET /v1/tools` lists the same with schemas and examples. A call that fails ' +
      'costs nothing; a tool of the tier `llm` needs a provider, and `network` tools reach public addresses only.',
    ...categories.map((category) =>
      sectionOf(
        category,
        tools.filter((tool) => tool.category === category),
      ),
    ),
  ].join('\n\n')
  const file = join(ROOT, 'docs/catalogue.md')
  return await format(page, { ...(await resolveConfig(file)), filepath: file })
}

function sectionOf(category: string, tools: readonly ToolDefinition[]): string {
  const rows = tools.map(({ slug, summary, tier, credits, aliases = [] }) =>
    [
      `\`${slug}\``,
      escaped(summary),
      tier,
      credits,
      aliases.map((alias) => `\`${alias}\``).join(', '),
    ].join(' | '),
  )
  const head = ['Tool | What it does | Tier | Credits | Also reached as', '--- | --- | --- | --: | ---']
  return [`## ${category} (${tools.length})`, '', ...[...head, ...rows].map((row) => `| ${row} |`)].join(
    '\n',
  )
}

const escaped = (text: string): string => text.replace(/[|<*_`\\[\]]/g, '\\$&')

/** A document with its tool count corrected. */
export function withCount(paper: string, count: number): string {
  return paper.replace(COUNT, `**${count} tools**`)
}

if (import.meta.main) {
  const tools = await allTools()
  writeFileSync(join(ROOT, 'docs/catalogue.md'), await cataloguePage(tools))
  for (const name of COUNTING_PAPERS) {
    const path = join(ROOT, name)
    writeFileSync(path, withCount(readFileSync(path, 'utf8'), tools.length))
  }
}
