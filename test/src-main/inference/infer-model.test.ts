import { describe, expect, it } from 'vitest'
import {
  inferModel,
  printTypeScript,
  TooDeep,
  type InferenceOptions,
} from '../../../src-main/inference/index.ts'

function typesOf(value: unknown, options: Partial<InferenceOptions> = {}): string {
  return printTypeScript(inferModel([value], options)).source
}

function fieldsOf(value: unknown, options?: Partial<InferenceOptions>): string {
  return typesOf(value, options)
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .join(' ')
}

const nested = (levels: number, wrap: (inner: unknown, level: number) => unknown): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = wrap(value, level)
  return value
}

describe('dictionaries', () => {
  const MAP = /^export type Root = Record<string, /m
  it.each([
    ['dates', { '2024-01-01': 1, '2024-01-02': 2 }],
    ['numbers', { 7: { a: 1 }, 12: { a: 2 } }],
    ['paths', { '/a': { get: 1 }, '/b/c': { get: 2 } }],
    ['currencies', { EUR: 1, USD: 2, GBP: null }],
    ['languages', { en: 'Hello', de: 'Hallo', 'pt-BR': 'Olá' }],
    ['packages', { '@scope/a': '1.0.0', '@scope/b': '2.0.0', c: '1' }],
    [
      'very many keys',
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`key${'x'.repeat(i)}`, i])),
    ],
  ])('are recognised by their keys: %s', (_, value) => {
    expect(typesOf(value)).toMatch(MAP)
    expect(typesOf(value, { maps: 'never' })).not.toMatch(MAP)
  })

  it.each([
    ['mixed kinds', { '2024-01-01': 1, '2024-01-02': 'x' }],
    ['headings', { 'First name': 'A', 'Last name': 'B', 'Phone no.': 'C', 'Home town': 'D' }],
    ['numbered headings', { '1. open': '1', '2. high': '2', '3. low': '3', '4. close': '4' }],
    ['attributes', { '@id': 'a', '@type': 'b', 'xml:lang': 'c' }],
    ['plain names', { width: 1, height: 2, depth: 3, weight: 4, volume: 5 }],
  ])('are not made of %s', (_, value) => {
    expect(typesOf(value)).toMatch(/^export interface Root \{/)
  })

  it('are not made of rows that agree on all their many columns', () => {
    const row = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`column_${'abcdefghij'[i % 10]}${'x'.repeat(i)}`, i]),
    )
    expect(typesOf([row, row, row])).toContain('export interface RootItem {')
  })
})

describe('shapes', () => {
  it('share a declaration when identical and keep apart when merely similar', () => {
    const source = typesOf({ a: { x: 1, y: 2 }, b: { y: 3, x: 4 }, c: { x: 1, y: 2, z: 3 } })
    expect(source.match(/interface/g)).toHaveLength(3)
    expect(source).toContain('  a: A;\n  b: A;\n  c: C;')
  })

  it('keep optional and nullable apart', () => {
    expect(fieldsOf([{ a: 1, b: null }, { b: 2 }])).toContain('a?: number; b: number | null;')
  })

  it('fold trees, also where leaves lack a field of the inner nodes', () => {
    const tree = {
      name: 'r',
      children: [
        { name: 'a', children: [{ name: 'b', children: [] }] },
        { name: 'c', size: 1 },
      ],
    }
    expect(typesOf({ tree }).match(/interface/g)).toHaveLength(2)
    expect(typesOf({ tree })).toContain('children?: Child[];')
  })

  it('keep an owner apart from what it owns, even where the two share fields', () => {
    const source = typesOf({ id: 1, name: 'a', owner: { id: 2, name: 'b' } })
    expect(source).toContain('owner: Owner;')
    expect(source).toContain('export interface Owner {')
  })

  it('become a union where a tag decides which fields there are', () => {
    const source = typesOf([
      { type: 'circle', radius: 1, id: 1, cx: 0 },
      { type: 'box', width: 1, height: 2, id: 2 },
      { type: 'circle', radius: 2, id: 3, cx: 0 },
      { type: 'box', width: 3, height: 4, id: 4 },
    ])
    expect(source).toContain('export type RootItem = BoxItem | CircleItem;')
    expect(source).toContain('  type: "circle";\n  radius: number;\n  id: number;\n  cx: number;\n')
  })

  it('stay one where a value of the tag came only once or decides next to nothing', () => {
    expect(
      typesOf([
        { type: 'a', x: 1 },
        { type: 'b', y: 1 },
      ]),
    ).toContain('type: string;')
  })
})

describe('names', () => {
  it('come from the most frequent key, singular for elements, and never hide a global type', () => {
    const source = typesOf({
      categories: [{ a: 1 }],
      people: [{ b: 1 }],
      statuses: [{ c: 1 }],
      date: { d: 1 },
      map: { e: 1 },
      html_url: { f: 1 },
      URLs: [{ g: 1 }],
      series: [{ h: 1 }],
    })
    const names = [...source.matchAll(/interface (\w+)/g)].map((match) => match[1])
    expect(names).toEqual([
      'Root',
      'Category',
      'Person',
      'Status',
      'RootDate',
      'RootMap',
      'HtmlUrl',
      'URL',
      'Series',
    ])
  })

  it('take the parent in front before they take a number', () => {
    const source = typesOf({ user: { info: { a: 1 } }, team: { info: { b: 1 } } })
    expect(source).toContain('interface UserInfo')
    expect(source).toContain('info: Info;')
  })

  it.each([
    ['Root { x: 1 } export const hacked = 1; //', 'RootX1ExportConstHacked'],
    ['*/ alert(1) /*', 'Alert1'],
    ['Date', 'DateType'],
    ['', 'Root'],
    ['42', 'Root42'],
    ['__proto__', 'Proto'],
    ['\u2028</script>', 'Script'],
  ])('make %j harmless', (rootName, name) => {
    expect(typesOf({ a: 1 }, { rootName })).toMatch(
      new RegExp(`^export interface ${name}\\w* \\{\n  a: number;\n\\}\n$`),
    )
  })
})

describe('long names', () => {
  it('end in a number when they and those of all parents are taken', () => {
    const tag = (n: number): string => `${'Very'.repeat(9)}Long${n}`
    const rows = (key: string): unknown =>
      [1, 2, 1, 2].map((n) => ({ type: tag(n), [`${key}${n}`]: 1, [`${key}x${n}`]: 2 }))
    const key = `${'deeply'.repeat(7)}Nested`
    const source = typesOf({ [key]: rows('a'), b: { [key]: rows('b') }, c: { [key]: rows('c') } })
    const names = [...source.matchAll(/(?:interface|type) (\w+)/g)].map((match) => match[1])
    expect(new Set(names).size).toBe(names.length)
    expect(Math.max(...names.map((name) => name?.length ?? 0))).toBeLessThanOrEqual(72)
  })
})

describe('strings', () => {
  it('stay strings unless literals are requested', () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({ state: i % 2 ? 'on' : 'off', id: `u${i}` }))
    expect(fieldsOf(rows)).toContain('state: string;')
    expect(fieldsOf(rows, { enums: 'auto' })).toContain('state: "off" | "on"; id: string;')
    expect(fieldsOf(rows.slice(0, 2), { enums: ['state'] })).toContain('state: "off" | "on";')
  })
})

describe('depth', () => {
  it.each([
    ['arrays', (inner: unknown) => [inner]],
    ['objects', (inner: unknown, level: number) => ({ [`k${level}`]: inner })],
    ['objects with one key', (inner: unknown) => ({ a: inner })],
  ])('of 1,000 levels of %s is examined, and of 1,001 refused', (_, wrap) => {
    expect(typesOf(nested(1_000, wrap))).toContain('export')
    expect(() => typesOf(nested(1_001, wrap))).toThrow(TooDeep)
  })
})
