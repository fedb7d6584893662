import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { TOOL_MODULES, loadTool } from '../src-main/tools/index.ts'
import type { ToolDefinition } from '../src-main/tool-kit/define-tool.ts'
import { ROOT } from './paths.mjs'

// `npm run docs` writes docs/catalogue.md. test/docs.test.ts checks every line of it, but lets tools
// that were added since then be missing.

const CATALOGUE = join(ROOT, 'docs/catalogue.md')

/** When a catalogue was written, and for which version. */
export interface Edition {
  readonly version: string
  /** A day, such as `2026-11-22`. */
  readonly date: string
}

/** The version in package.json. */
export function currentVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return version
}

/** Loads all tools of the index, sorted by slug. */
export async function allTools(): Promise<ToolDefinition[]> {
  const tools = await Promise.all(Object.keys(TOOL_MODULES).map(loadTool))
  return tools.filter((tool) => tool !== null)
}

/** The catalogue as Markdown, formatted as `npm run format` would. */
export async function cataloguePage(
  tools: readonly ToolDefinition[],
  { version, date }: Edition,
): Promise<string> {
  const categories = [...new Set(tools.map((tool) => tool.category))].toSorted()
  const page = [
    '# The catalogue',
    `${tools.length} tools in ${categories.length} categories, as of version ${version} on ${date}.\n` +
      '`GET /v1/tools` lists the tools of your gateway, with schemas and examples.',
    'A call that fails costs nothing. Tools of the tier `llm` need a model provider. Tools of the tier\n' +
      '`network` reach public addresses only.',
    ...categories.map((category) =>
      sectionOf(
        category,
        tools.filter((tool) => tool.category === category),
      ),
    ),
    standardsOf(tools),
  ].join('\n\n')
  const { code, errors } = await format(CATALOGUE, page)
  if (errors.length > 0) throw new Error(`${CATALOGUE}: ${errors[0]!.message}`)
  return code
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
  const head = ['Tool | What it does | Tier | Credits | Aliases', '--- | --- | --- | --: | ---']
  return [`## ${category} (${tools.length})`, '', ...[...head, ...rows].map((row) => `| ${row} |`)].join(
    '\n',
  )
}

function standardsOf(tools: readonly ToolDefinition[]): string {
  const rows = tools.flatMap(({ slug, standards = [] }) =>
    standards.map(({ name, version, suite, passed, cases }) =>
      [`\`${slug}\``, `${name} ${version}`, escaped(suite), passed, cases].join(' | '),
    ),
  )
  const head = ['Tool | Standard | Suite | Passed | Cases', '--- | --- | --- | --: | --:']
  return [
    '## Standards',
    '',
    'Suites that others wrote, and how many of their cases a tool passes. `test/suites/` runs them.',
    '',
    ...[...head, ...rows].map((row) => `| ${row} |`),
  ].join('\n')
}

const escaped = (text: string): string => text.replace(/[|<*_`\\[\]]/g, '\\$&')

if (import.meta.main) {
  const edition = { version: currentVersion(), date: new Date().toISOString().slice(0, 10) }
  writeFileSync(CATALOGUE, await cataloguePage(await allTools(), edition))
}
