import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { TIERS } from '../../../src-main/tools/define-tool.ts'
import { TOOL_MODULES, loadTool } from '../../../src-main/tools/index.ts'
import { toolContext } from '../../support/tool-context.ts'

const TOOLS = new URL('../../../src-main/tools/', import.meta.url)
const slugs = Object.keys(TOOL_MODULES)

async function toolOf(slug: string) {
  const tool = await loadTool(slug)
  if (!tool) throw new Error(`${slug} is listed and cannot be loaded`)
  return tool
}

describe('the list of tools', () => {
  it('has a line for every tool file and a file for every line, sorted', () => {
    const files = readdirSync(TOOLS, { recursive: true, encoding: 'utf8' })
      .map((file) => /^[^/\\]+[/\\](.+)\.ts$/.exec(file)?.[1])
      .filter((slug) => slug !== undefined)
    expect(slugs).toEqual(files.toSorted())
  })

  it('finds nothing for names that every object has', async () => {
    expect(await loadTool('__proto__')).toBeNull()
    expect(await loadTool('constructor')).toBeNull()
  })

  it('gives no slug or alias twice', async () => {
    const tools = await Promise.all(slugs.map(toolOf))
    const names = tools.flatMap((tool) => [tool.slug, ...(tool.aliases ?? [])])
    expect(new Set(names).size).toBe(names.length)
  })
})

describe.each(slugs)('%s', (slug) => {
  it('says of itself what its file and the rules say', async () => {
    const tool = await toolOf(slug)
    expect(tool.slug).toBe(slug)
    expect(slug).toMatch(/^[a-z0-9-]{1,40}$/)
    expect(TIERS).toContain(tool.tier)
    expect(tool.examples.length).toBeGreaterThanOrEqual(3)
    if (tool.cacheable) expect(tool).not.toMatchObject({ sideEffects: true })
    if (tool.mainField !== undefined) expect(tool.input.shape).toHaveProperty(tool.mainField)
  })

  it('describes every field and takes no other', async () => {
    const { input, output } = await toolOf(slug)
    for (const schema of [input, output]) {
      for (const [field, type] of Object.entries(schema.shape)) expect(type.description, field).toBeTruthy()
      expect(schema.def.catchall?._zod.def.type).toBe('never')
    }
  })

  it('gives the outputs of its examples, and takes the inputs of them all', async () => {
    const tool = await toolOf(slug)
    for (const { title, input, output } of tool.examples) {
      const checked = tool.input.parse(input)
      if (output === undefined) continue
      const answer = tool.output.parse(await tool.handler(checked, toolContext()))
      expect(answer, title).toEqual(output)
    }
  })
})
