import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../../src-shared/parse-json.ts'
import { jsonValues } from '../../../support/tools/json-samples.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Record<string, unknown>
const pollution = () => ({}) as Record<string, unknown>

describe('data-json-flatten and data-json-unflatten', () => {
  const flatten = (json: unknown, options: object = {}) => run('data-json-flatten', { json, ...options })
  const unflatten = (json: unknown, options: object = {}) =>
    run('data-json-unflatten', { json, ...options })

  // A list cannot be told from an object with the names 0, 1, 2; an empty whole has no names to come back from.
  const isPlain = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    ((Array.isArray(value) || !/^(\d+,?)+$/.test(Object.keys(value).join())) &&
      Object.values(value).every(isPlain))
  const nested = jsonValues
    .filter((value) => typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    .filter((value) => !/\\ud[89a-f]/.test(JSON.stringify(value)) && isPlain(value))
    .map((value): unknown => parseJson(JSON.stringify(value)))

  it('are each other’s inverse', async () => {
    await fc.assert(
      fc.asyncProperty(nested, async (json) => {
        const { result } = await flatten(json, { delimiter: '=>' })
        expect((await unflatten(result, { delimiter: '=>' })).result).toEqual(json)
      }),
      { seed: 31, numRuns: 200 },
    )
  })

  it('lose no value to a name that is already taken', async () => {
    await expect(flatten({ 'a.b': 1, a: { b: 2 } })).rejects.toThrow('Two values would be called "a.b"')
    expect((await flatten({ 'a.b': 1, a: { b: 2 } }, { delimiter: '/' })).result).toEqual({
      'a.b': 1,
      'a/b': 2,
    })
    await expect(unflatten({ a: 1, 'a.b': 2 })).rejects.toThrow('a value and an object')
    await expect(unflatten({ 'a.b': 2, a: 1 })).rejects.toThrow('a value and an object')
  })

  it('say which names do not come back', async () => {
    const warningsOf = async (json: unknown, options: object = {}) =>
      (await flatten(json, options)).warnings
    expect(await warningsOf({ x: { 'a.b': 1 } })).toEqual([
      expect.stringMatching(/^"a\.b" contains the delimiter/),
    ])
    expect(await warningsOf({ x: { 'a.b': 1 } }, { delimiter: '/' })).toBeUndefined()
    expect(await warningsOf({ x: { 0: 1, 1: 2 } })).toEqual([
      expect.stringMatching(/^"x" is an object with the names/),
    ])
    expect(await warningsOf({ x: [1, { 1: 2 }] })).toBeUndefined()
    expect(await warningsOf({ x: { 0: 1 } }, { lists: false })).toBeUndefined()
    // Whatever is not warned about comes back.
    await fc.assert(
      fc.asyncProperty(nested, async (json) => {
        const { result, warnings } = await flatten(json)
        if (warnings === undefined) expect((await unflatten(result)).result).toEqual(json)
      }),
      { seed: 31, numRuns: 100 },
    )
  })

  it('pollute no prototype', async () => {
    for (const whole of ['{"__proto__":{"polluted":1}}', '{"a":{"__proto__":{"polluted":1}}}'])
      expect(JSON.stringify((await unflatten((await flatten(whole)).result)).result)).toBe(whole)
    expect(JSON.stringify((await unflatten({ 'constructor.prototype.polluted': 1 })).result)).toBe(
      '{"constructor":{"prototype":{"polluted":1}}}',
    )
    expect(JSON.stringify((await flatten('{"__proto__":{"a":1}}')).result)).toBe('{"__proto__.a":1}')
    expect(pollution().polluted).toBeUndefined()
  })

  it('never make a list of a million places from one name', async () => {
    expect((await unflatten({ 'a.999999999': 1 })).result).toEqual({ a: { '999999999': 1 } })
    await expect(unflatten({ ['a.'.repeat(500)]: 1 })).rejects.toThrow('parts')
  })
})
