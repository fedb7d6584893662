import { expect, it } from 'vitest'
import { z } from 'zod'
import { ResultCache } from '../../../src-main/pipeline/result-cache.ts'
import { registeredOf } from '../../../src-main/registry/registry.ts'
import { defineTool } from '../../../src-main/tool-kit/define-tool.ts'

const result = (n: number, chars = 10) => ({ dataJson: `${n}`.padEnd(chars), outputHash: `hash ${n}` })

it('the result cache keeps what callers request again and again, and forgets the rest', () => {
  const cache = new ResultCache()
  for (let n = 0; n < 50_000; n++) {
    cache.put(`name ${n}`, result(n))
    if (n % 5_000 === 0) expect(cache.get('name 0')).toEqual(result(0))
  }
  expect(cache.get('name 49999')).toEqual(result(49_999))
  // At least half of what may be kept is the newest of all.
  expect(cache.get('name 40001')).toEqual(result(40_001))
  expect(cache.get('name 29000')).toBeNull()
})

it('the result cache holds a bounded amount of text, and no text that would push out all others', () => {
  const cache = new ResultCache()
  const million = 1024 * 1024
  for (let n = 0; n < 40; n++) cache.put(`name ${n}`, result(n, million))
  const kept = Array.from({ length: 40 }, (_, n) => cache.get(`name ${n}`)).filter(Boolean)
  expect(kept.length).toBeGreaterThanOrEqual(16)
  expect(kept.length).toBeLessThanOrEqual(34)
  cache.put('too long', result(1, million + 1))
  expect(cache.get('too long')).toBeNull()
})

it('gives each key, tool, version and input a result of its own', () => {
  const toolOf = (slug: string, version?: number) =>
    registeredOf(
      defineTool({
        slug,
        title: 'Nothing',
        summary: 'Answers nothing.',
        searchWords: [],
        category: 'Text',
        tier: 'compute',
        credits: 1,
        ...(version === undefined ? {} : { version }),
        input: z.strictObject({}),
        output: z.strictObject({}),
        examples: [],
        handler: () => ({}),
      }),
    )
  const cache = new ResultCache()
  const names = [
    cache.nameOf('key_a', toolOf('text-one'), '{}'),
    cache.nameOf('key_b', toolOf('text-one'), '{}'),
    cache.nameOf('key_a', toolOf('text-two'), '{}'),
    cache.nameOf('key_a', toolOf('text-one', 2), '{}'),
    cache.nameOf('key_a', toolOf('text-one'), '{"a":1}'),
  ]
  expect(new Set(names).size).toBe(5)
  expect(cache.nameOf('key_a', toolOf('text-one', 1), '{}')).toBe(names[0])
})
