// @vitest-environment happy-dom
import { decayed } from '../../../src-renderer/tools/list/recents.ts'
import { describe, expect, it } from 'vitest'
import { ref } from 'vue'
import { groupTools as group } from '../../../src-renderer/tools/list/filter-tools.ts'
import { useListKeys } from '../../../src-renderer/tools/list/use-list-keys.ts'
import { createPlainIndex } from '../../../src-renderer/tools/search/plain-search.ts'
import { createToolIndex } from '../../../src-renderer/tools/search/tool-search.ts'
import type { Tool } from '../../../src-renderer/gateway/gateway-types.ts'

function tool(slug: string, name: string, category: string, description = ''): Tool {
  return {
    slug,
    name,
    category,
    description,
    tier: 'compute',
    credits: 1,
    cacheable: true,
    input_schema: {},
  }
}

const TOOLS = [
  tool('text-json-diff', 'Compare JSON', 'Text Processing'),
  tool('code-json-to-typescript', 'JSON to TypeScript', 'Code Utilities'),
  tool('text-slugify', 'Slugify', 'Text Processing', 'Turns a JSON title into a slug.'),
]

const none = { tab: 'all', favourites: [], recent: [], toolset: [], weigh: () => 1 } as const
const groupTools = (
  tools: readonly Tool[],
  query: string,
  more: Partial<Parameters<typeof group>[0]> = {},
) =>
  group({ ...none, tools, index: createToolIndex(tools), query, ...more }).map(
    ({ title, tools: rows }) => ({
      title,
      tools: rows.map(({ tool }) => tool),
    }),
  )

describe('the tool list', () => {
  it('is grouped by category in alphabetical order', () => {
    expect(
      groupTools(TOOLS, ' ').map(({ title, tools }) => [title, tools.map(({ name }) => name)]),
    ).toEqual([
      ['Code Utilities', ['JSON to TypeScript']],
      ['Text Processing', ['Compare JSON', 'Slugify']],
    ])
  })

  it('shows a toolset in its own order, and searches in it alone', () => {
    const toolset = ['text-slugify', 'gone', 'code-json-to-typescript']
    const slugsOf = (query: string) =>
      groupTools(TOOLS, query, { tab: 'toolset', toolset }).flatMap(({ tools }) =>
        tools.map(({ slug }) => slug),
      )
    expect(slugsOf('')).toEqual(['text-slugify', 'code-json-to-typescript'])
    expect(slugsOf('json')).toEqual(['code-json-to-typescript', 'text-slugify'])
  })

  it('puts a name that starts with the word before a mention in a description', () => {
    const slugs = groupTools(TOOLS, 'json').flatMap(({ tools }) => tools.map(({ slug }) => slug))
    expect(slugs).toEqual(['code-json-to-typescript', 'text-json-diff', 'text-slugify'])
  })

  it('finds a tool by the words that it has, and reads pattern characters as text', () => {
    expect(groupTools(TOOLS, 'typescript zzz')[0]?.tools).toHaveLength(1)
    expect(groupTools(TOOLS, 'zzz')).toEqual([])
    expect(groupTools(TOOLS, '(*')).toEqual([])
    expect(groupTools(TOOLS, 'TYPE json')[0]?.tools[0]?.slug).toBe('code-json-to-typescript')
  })
})

describe('the order of tools', () => {
  const options = {
    favourites: ['text-slugify', 'gone', 'code-json-to-typescript'],
    recent: ['text-json-diff'],
  }
  const slugsOf = (groups: ReturnType<typeof groupTools>) =>
    groups.map(({ title, tools }) => [title, tools.map(({ slug }) => slug)])

  it('begins with favourites in their order, and skips a tool that has gone', () => {
    expect(slugsOf(groupTools(TOOLS, '', options))).toEqual([
      ['Favourites', ['text-slugify', 'code-json-to-typescript']],
      ['Code Utilities', ['code-json-to-typescript']],
      ['Text Processing', ['text-json-diff', 'text-slugify']],
    ])
    expect(slugsOf(groupTools(TOOLS, '', { ...options, tab: 'recent' }))).toEqual([
      ['Recently used', ['text-json-diff']],
    ])
    expect(slugsOf(groupTools(TOOLS, 'json', { ...options, tab: 'favourites' }))).toEqual([
      ['Matches', ['code-json-to-typescript', 'text-slugify']],
    ])
  })

  it('lifts a tool that is used often', () => {
    const weigh = ({ slug }: Tool) => (slug === 'text-json-diff' ? 4 : 1)
    expect(slugsOf(groupTools(TOOLS, 'json', { weigh }))).toEqual([
      ['Matches', ['text-json-diff', 'code-json-to-typescript', 'text-slugify']],
    ])
  })

  it('counts a new use for more than an old one', () => {
    const week = 7 * 24 * 60 * 60 * 1_000
    expect(decayed(8, week)).toBe(4)
    expect(decayed(8, 3 * week)).toBe(1)
    expect(decayed(8, -week)).toBe(8)
  })
})

describe('the search', () => {
  const index = createToolIndex(TOOLS)

  it('marks exactly the letters that match', () => {
    const [match] = index.search('type')
    expect(match?.name).toEqual([8, 12])
    expect(match?.slug).toEqual([13, 17])
    expect(index.search('to-type')[0]?.tool.slug).toBe('code-json-to-typescript')
  })

  it('works before its file is loaded', () => {
    const slugsOf = (query: string) =>
      createPlainIndex(TOOLS)
        .search(query)
        .map(({ tool: { slug } }) => slug)
    expect(slugsOf('JSON code')).toEqual(['code-json-to-typescript'])
    expect(slugsOf('title')).toEqual(['text-slugify'])
    expect(slugsOf(' ')).toEqual([])
  })

  it('finds the nearest name after a typing error', () => {
    expect(index.search('slgify')[0]?.tool.slug).toBe('text-slugify')
    expect(index.search('slgfy')).toEqual([])
    expect(index.nearest('slgfy', 3)[0]?.slug).toBe('text-slugify')
  })
})

describe('the keyboard in the tool list', () => {
  function keys() {
    const opened: string[] = []
    const list = useListKeys(
      ref(TOOLS.map((each) => ({ id: each.slug, tool: each, name: [], slug: [] }))),
      ({ tool: { slug } }) => opened.push(slug),
      () => false,
    )
    const press = (...names: string[]) => {
      for (const key of names) list.onKey(new KeyboardEvent('keydown', { key, cancelable: true }))
    }
    return { opened, press, slug: () => list.active.value?.tool.slug }
  }

  it('stays within the list', () => {
    const { press, slug } = keys()
    press('ArrowUp')
    expect(slug()).toBe('text-json-diff')
    press('End', 'ArrowDown', 'PageDown')
    expect(slug()).toBe('text-slugify')
    press('Home', 'PageUp')
    expect(slug()).toBe('text-json-diff')
  })

  it('opens the tool under the cursor', () => {
    const { press, opened } = keys()
    press('ArrowDown', 'ArrowDown', 'Enter')
    expect(opened).toEqual(['code-json-to-typescript'])
  })

  it('opens the first match when Enter follows the filter', () => {
    const { press, opened } = keys()
    press('Enter')
    expect(opened).toEqual(['text-json-diff'])
  })
})
