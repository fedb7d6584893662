import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { jsonValues } from '../../../support/tools/json-samples.ts'
import { cpuMsOf } from '../../../support/cpu-time.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Record<string, unknown>
const wellFormed = (value: unknown) => !/\\ud[89a-f]/.test(JSON.stringify(value))
const documents = jsonValues.filter(wellFormed).map((value): unknown => parseJson(JSON.stringify(value)))
const patch = (json: unknown, operations: unknown) => run('data-json-patch', { json, patch: operations })
const text = (value: unknown) => JSON.stringify(value)

describe('text-json-diff and data-json-patch', () => {
  it('are each other’s inverse', async () => {
    await fc.assert(
      fc.asyncProperty(documents, documents, async (before, after) => {
        const diff = await run('text-json-diff', { before: text(before), after: text(after) })
        const { result } = await patch(text(before), diff.patch)
        expect(result).toEqual(after)
        expect(diff.identical).toBe(Array.isArray(diff.patch) && diff.patch.length === 0)
      }),
      { seed: 21, numRuns: 300 },
    )
  })

  it('are each other’s inverse for lists that share elements too', async () => {
    const list = fc.array(fc.constantFrom(1, 2, 'a', null, [1], { a: 1 }, { a: 2 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(list, list, async (before, after) => {
        const diff = await run('text-json-diff', { before, after })
        expect((await patch(before, diff.patch)).result).toEqual(after)
      }),
      { seed: 22, numRuns: 300 },
    )
  })

  it('keep what stays in a list and change what is inside an element', async () => {
    const before = [{ id: 1, n: 'a' }, { id: 2 }, { id: 3 }]
    const after = [{ id: 0 }, { id: 1, n: 'b' }, { id: 2 }, { id: 3 }]
    const { patch: operations } = await run('text-json-diff', { before, after })
    expect(operations).not.toContainEqual(expect.objectContaining({ value: { id: 3 } }))
    expect((await patch(before, operations)).result).toEqual(after)
  })

  it('compare lists of thousands of elements in time', async () => {
    const before = Array.from({ length: 20_000 }, (_, i) => i)
    const after = [...before.slice(0, 10_000), 'new', ...before.slice(10_001)]
    let patch: unknown
    expect(
      await cpuMsOf(async () => ({ patch } = await run('text-json-diff', { before, after }))),
    ).toBeLessThan(1_500)
    expect(patch).toEqual([{ op: 'replace', path: '/10000', value: 'new' }])
  })

  it('ignore the order of members, and tell 1 from "1"', async () => {
    expect(await run('text-json-diff', { before: '{"a":1,"b":2}', after: '{"b":2,"a":1}' })).toMatchObject({
      identical: true,
    })
    expect(await run('text-json-diff', { before: '[1]', after: '["1"]' })).toMatchObject({ replaced: 1 })
  })
})

// RFC 6902, appendix A; where no result is given, the patch has to be refused.
const RFC_6902: [string, unknown, unknown, unknown?][] = [
  [
    'A.2',
    { foo: ['bar', 'baz'] },
    [{ op: 'add', path: '/foo/1', value: 'qux' }],
    { foo: ['bar', 'qux', 'baz'] },
  ],
  ['A.3', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
  ['A.4', { foo: ['bar', 'qux', 'baz'] }, [{ op: 'remove', path: '/foo/1' }], { foo: ['bar', 'baz'] }],
  [
    'A.5',
    { baz: 'qux', foo: 'bar' },
    [{ op: 'replace', path: '/baz', value: 'boo' }],
    { baz: 'boo', foo: 'bar' },
  ],
  [
    'A.7',
    { foo: ['all', 'grass', 'cows', 'eat'] },
    [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    { foo: ['all', 'cows', 'eat', 'grass'] },
  ],
  [
    'A.8',
    { baz: 'qux', foo: ['a', 2, 'c'] },
    [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    { baz: 'qux', foo: ['a', 2, 'c'] },
  ],
  ['A.9', { baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }]],
  [
    'A.10',
    { foo: 'bar' },
    [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    { foo: 'bar', child: { grandchild: {} } },
  ],
  [
    'A.11',
    { foo: 'bar' },
    [{ op: 'add', path: '/baz', value: 'qux', xyz: 123 }],
    { foo: 'bar', baz: 'qux' },
  ],
  ['A.12', { foo: 'bar' }, [{ op: 'add', path: '/baz/bat', value: 'qux' }]],
  ['A.15', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: '10' }]],
  [
    'A.16',
    { foo: ['bar'] },
    [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }],
    { foo: ['bar', ['abc', 'def']] },
  ],
]

describe('data-json-patch', () => {
  it.each(RFC_6902)('follows RFC 6902 in %s', async (_name, json, operations, expected) => {
    if (expected === undefined) await expect(patch(json, operations)).rejects.toBeInstanceOf(InvalidInput)
    else expect((await patch(json, operations)).result).toEqual(expected)
  })

  // RFC 6901, section 5.
  it.each([
    ['', 'whole'],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('finds what RFC 6901 says under %j', async (path, value) => {
    const json = {
      foo: ['bar', 'baz'],
      '': 0,
      'a/b': 1,
      'c%d': 2,
      'e^f': 3,
      'g|h': 4,
      'i\\j': 5,
      'k"l': 6,
      ' ': 7,
      'm~n': 8,
    }
    const operations = [{ op: 'test', path, value: value === 'whole' ? json : value }]
    expect((await patch(json, operations)).applied).toBe(1)
  })

  it.each([
    [[{ op: 'remove', path: '/nope' }], 'Operation 1 (remove "/nope") finds nothing'],
    [[{ op: 'add', path: 'a', value: 1 }], 'not a JSON Pointer'],
    [[{ op: 'add', path: '/a~2', value: 1 }], 'not a JSON Pointer'],
    [[{ op: 'add', path: '/l/01', value: 1 }], 'not name an index'],
    [[{ op: 'add', path: '/l/9', value: 1 }], 'not name an index'],
    [[{ op: 'add', path: '/x' }], 'needs a value'],
    [[{ op: 'move', path: '/x' }], 'needs from'],
    [[{ op: 'move', from: '/o', path: '/o/p' }], 'into itself'],
    [[{ op: 'remove', path: '' }], 'whole document'],
    [[{ op: 'add', path: '/s/x', value: 1 }], 'list or an object'],
    [[{ op: 'replace', path: '/toString', value: 1 }], 'finds nothing'],
    [[{ op: 'add', path: '/constructor/prototype/polluted', value: 1 }], 'finds nothing'],
    [[{ op: 'add', path: '/__proto__/polluted', value: 1 }], 'finds nothing'],
  ])('refuses %j and says why', async (operations, reason) => {
    await expect(patch({ l: [1], o: { p: 1 }, s: 'text' }, operations)).rejects.toThrow(reason)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('reads __proto__ and constructor as names', async () => {
    const operations = [
      { op: 'add', path: '/__proto__', value: { a: 1 } },
      { op: 'add', path: '/constructor', value: 2 },
    ]
    expect(text((await patch({}, operations)).result)).toBe('{"__proto__":{"a":1},"constructor":2}')
  })

  it('never lets copies blow up a document', async () => {
    const operations = Array.from({ length: 60 }, (_, i) => ({ op: 'copy', from: '', path: `/c${i}` }))
    await expect(patch({ a: 'x'.repeat(100) }, operations)).rejects.toThrow('too large')
  })

  it('changes nothing that the caller still holds', async () => {
    const json = { a: [1] }
    await patch(json, [{ op: 'add', path: '/a/-', value: 2 }])
    expect(json).toEqual({ a: [1] })
  })
})

describe('text-json-merge', () => {
  const merge = async (documents: unknown[], options: object = {}) =>
    (await run('text-json-merge', { documents, ...options })).result

  // RFC 7396, appendix A.
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])('merges %s with %s as RFC 7396 says', async (target, change, expected) => {
    expect(text(await merge([target, change], { strategy: 'merge_patch' }))).toBe(expected)
  })

  it('merges lists as it is told to', async () => {
    const documents = [{ l: [{ a: 1 }, 2] }, { l: [{ b: 1 }, 2, 3] }]
    expect(await merge(documents, { lists: 'append' })).toEqual({ l: [{ a: 1 }, 2, { b: 1 }, 2, 3] })
    expect(await merge(documents, { lists: 'union' })).toEqual({ l: [{ a: 1 }, 2, { b: 1 }, 3] })
    expect(await merge(documents, { lists: 'by_place' })).toEqual({ l: [{ a: 1, b: 1 }, 2, 3] })
  })

  it('pollutes no prototype', async () => {
    const hostile = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    for (const strategy of ['deep', 'merge_patch'])
      expect(text(await merge(['{"__proto__":{"a":1}}', hostile], { strategy }))).toContain('"polluted":1')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
