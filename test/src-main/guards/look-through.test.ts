import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookThroughJson } from '../../../src-main/guards/look-through-json.ts'
import { faultOfPattern } from '../../../src-main/guards/own-patterns.ts'
import type { Guard } from '../../../src-shared/rules/guard.ts'
import { guardOf, ORDERS } from '../../support/gateway/guard-desk.ts'
import { leftIn, planted } from '../../support/tools/planted-values.ts'

const GUARDS: readonly Guard[] = [
  guardOf('results', 'redact'),
  { ...guardOf('results', 'redact', ORDERS), name: 'order' },
]
const look = (value: object, guards = GUARDS) =>
  lookThroughJson({ json: JSON.stringify(value), guards, known: ['value'], canonical: true })

describe('guards that look through a value', () => {
  it('leave nothing of what they look for, wherever it is', async () => {
    await fc.assert(
      fc.asyncProperty(planted, async (value) => {
        const { json, places } = await look({ value })
        expect(places).toBeGreaterThan(0)
        expect(leftIn(json ?? '')).toEqual([])
      }),
    )
  })

  it('leave alone what has nothing of it', async () => {
    const plain = { value: ['lorem', 1.5, null, { a: [true, 'x'.repeat(50), 0.4111111111111111] }] }
    expect(await look(plain)).toEqual({ json: null, places: 0, refusal: null })
  })

  it('find a pattern behind characters that nobody sees, and in digits of full width', async () => {
    const { json } = await look({ value: ['ORD​-123456', 'ORD-１２３４５６'] })
    expect(JSON.parse(json ?? '')).toEqual({ value: ['[ORDER]', '[ORDER]'] })
  })

  it('keep names apart that get the same label', async () => {
    const { json } = await look({ value: { 'a@example.com': 1, 'b@example.com': 2 } })
    expect(JSON.parse(json ?? '')).toEqual({ value: { '[EMAIL]': 1, '[EMAIL] (2)': 2 } })
  })

  it('refuse when one of them refuses, whatever the others label there', async () => {
    const refuse = guardOf('results', 'refuse', { kinds: ['email'] })
    const { refusal } = await look({ value: ['ann@example.com'] }, [...GUARDS, refuse])
    expect(refusal).toEqual({ guard: 'refuse-results', what: 'email', path: 'value.0' })
  })

  it('name no place by what they found in it', async () => {
    const refuse = guardOf('results', 'refuse', { kinds: ['email'] })
    const { refusal } = await look({ value: { 'ann@example.com': 'ann@example.com' } }, [refuse])
    expect(refusal?.path).toBe('value.(a name)')
  })

  it('say what is wrong with a pattern', async () => {
    expect(await faultOfPattern(String.raw`ORD-\d{6}`)).toBeNull()
    expect(await faultOfPattern('(?<=a)b')).toContain('no look-around')
    expect(await faultOfPattern('x*')).toContain('empty text')
    expect(await faultOfPattern('[a-z]{900}[a-z]{900}')).toContain('too large')
  })
})
