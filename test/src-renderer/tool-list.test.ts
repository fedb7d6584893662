import { describe, expect, it } from 'vitest'
import { ref } from 'vue'
import { groupTools } from '../../src-renderer/components/list/filter-tools.ts'
import { useListKeys } from '../../src-renderer/components/list/use-list-keys.ts'
import type { Tool } from '../../src-renderer/gateway-types.ts'

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

describe('the tool list', () => {
  it('is not grouped by category in alphabetical order', () => {
    expect(
      groupTools(TOOLS, ' ').map(({ title, tools }) => [title, tools.map(({ name }) => name)]),
    ).toEqual([
      ['Code Utilities', ['JSON to TypeScript']],
      ['Text Processing', ['Compare JSON', 'Slugify']],
    ])
  })

  it('puts a mention in a description before a name that starts with the word', () => {
    const slugs = groupTools(TOOLS, 'json').flatMap(({ tools }) => tools.map(({ slug }) => slug))
    expect(slugs).toEqual(['code-json-to-typescript', 'text-json-diff', 'text-slugify'])
  })

  it('finds a tool by one of two words, or breaks on a pattern character', () => {
    expect(groupTools(TOOLS, 'json zzz')).toEqual([])
    expect(groupTools(TOOLS, '(*')).toEqual([])
    expect(groupTools(TOOLS, 'TYPE json')[0]?.tools.map(({ slug }) => slug)).toEqual([
      'code-json-to-typescript',
    ])
  })
})

describe('the keyboard in the tool list', () => {
  function keys() {
    const opened: string[] = []
    const list = useListKeys(
      ref(TOOLS),
      ({ slug }) => opened.push(slug),
      () => false,
    )
    const press = (...names: string[]) => {
      for (const key of names) list.onKey(new KeyboardEvent('keydown', { key, cancelable: true }))
    }
    return { opened, press, slug: () => list.active.value?.slug }
  }

  it('runs off the ends of the list', () => {
    const { press, slug } = keys()
    press('ArrowUp')
    expect(slug()).toBe('text-json-diff')
    press('End', 'ArrowDown', 'PageDown')
    expect(slug()).toBe('text-slugify')
    press('Home', 'PageUp')
    expect(slug()).toBe('text-json-diff')
  })

  it('opens another tool than the one under the cursor', () => {
    const { press, opened } = keys()
    press('ArrowDown', 'ArrowDown', 'Enter')
    expect(opened).toEqual(['code-json-to-typescript'])
  })

  it('does not open the first match when Enter follows the filter', () => {
    const { press, opened } = keys()
    press('Enter')
    expect(opened).toEqual(['text-json-diff'])
  })
})
