import { describe, expect, it } from 'vitest'
import { loadTool, TOOL_MODULES } from '../../../src-main/tools/index.ts'
import { sourceFiles } from '../../support/source-files.ts'

const files = sourceFiles('src-main/tools').filter(({ path }) =>
  /^src-main\/tools\/[^/]+\/[^/]+\.ts$/.test(path),
)
const slugs = files.map((file) => file.name.replace(/\.ts$/, ''))

describe('the tool files', () => {
  it('are all in the index, and the index has no others', () => {
    expect(Object.keys(TOOL_MODULES).toSorted()).toEqual(slugs.toSorted())
  })

  it('are named by their slug, each slug once and at most 40 characters', async () => {
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs.filter((slug) => !/^[a-z0-9-]{1,40}$/.test(slug))).toEqual([])
    const declared = await Promise.all(slugs.map(async (slug) => (await loadTool(slug))?.slug))
    expect(declared).toEqual(slugs)
  })

  it('share no alias with each other or with a slug', async () => {
    const tools = await Promise.all(slugs.map((slug) => loadTool(slug)))
    const names = tools.flatMap((tool) => (tool ? [tool.slug, ...(tool.aliases ?? [])] : []))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})
