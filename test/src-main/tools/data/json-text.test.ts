import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../../src-shared/canonical-json.ts'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { jsonValues } from '../../../support/tools/json-samples.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Record<string, unknown>
const wellFormed = (value: unknown) => !/\\ud[89a-f]/.test(JSON.stringify(value))

describe('text-json-format', () => {
  it('changes nothing but whitespace', async () => {
    await fc.assert(
      fc.asyncProperty(
        jsonValues.filter(wellFormed),
        fc.constantFrom(0, 1, 4, 'tab'),
        async (value, indent) => {
          const { result } = await run('text-json-format', { json: JSON.stringify(value, null, 3), indent })
          // What JSON.stringify gives is the reference, but for the order of members that look like numbers.
          const spaces = indent === 'tab' ? '\t' : indent
          expect(result).toBe(JSON.stringify(value, null, spaces))
        },
      ),
      { seed: 1, numRuns: 200 },
    )
  })

  it('sorts as RFC 8785 does, where the numbers are canonical', async () => {
    await fc.assert(
      fc.asyncProperty(jsonValues.filter(wellFormed), async (value) => {
        const { result } = await run('text-json-format', {
          json: JSON.stringify(value),
          indent: 0,
          sort_keys: true,
        })
        expect(result).toBe(canonicalJson(parseJson(JSON.stringify(value))))
      }),
      { seed: 2, numRuns: 200 },
    )
  })

  it('keeps numbers, escapes, repeated names and the order of names that are numbers', async () => {
    const json = '{"b":1.0,"10":1e400,"2":-0,"b":"\\u0041\\/","n":123456789012345678901234567890}'
    expect(
      (await run('text-json-format', { json: ` ${json.replaceAll(',', ' ,\n')}`, indent: 0 })).result,
    ).toBe(json)
  })

  it.each(['{', '[1,]', 'nul', '"a', '', "{'a':1}", '[01]', `${'['.repeat(2000)}${']'.repeat(2000)}`])(
    'refuses %j',
    async (json) => {
      await expect(run('text-json-format', { json })).rejects.toBeInstanceOf(InvalidInput)
    },
  )
})

describe('text-json-validate', () => {
  const check = (json_text: string, options: object = {}) =>
    run('text-json-validate', { json_text, ...options })

  it('agrees with parseJson on what is JSON', async () => {
    const parts = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      'a',
      '1',
      '0',
      '-',
      '.',
      'e',
      '+',
      'true',
      'null',
      ' ',
      '\n',
      '\\',
      'u',
      '/',
      '"a"',
      '\u00a0',
      '\t',
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), async (pieces) => {
        const text = pieces.join('')
        expect((await check(text)).valid, text).toBe(parses(text))
      }),
      { seed: 3, numRuns: 3_000 },
    )
  })

  function parses(text: string): boolean {
    try {
      parseJson(text)
      return true
    } catch {
      return false
    }
  }

  it('finds several errors, with their places', async () => {
    const { errors, error_count } = await check('{\n  "a": 01,\n  "b" 2,\n  "c": tru\n}')
    expect(error_count).toBeGreaterThanOrEqual(3)
    expect(errors).toContainEqual({ message: 'A colon is missing', line: 3, column: 7 })
    expect(errors).toContainEqual({ message: 'A word that JSON does not know', line: 4, column: 8 })
  })

  it('warns of numbers that readers round, and not of others', async () => {
    expect(await check('[9007199254740993, 1e400, 0.1000000000000000055511151231257827]')).toMatchObject({
      valid: true,
      warning_count: 3,
    })
    expect(
      await check('[9007199254740992, 0.1, 1.5e300, 100000000000000000000, 1.0, -0, 5e-324]'),
    ).toMatchObject({
      warning_count: 0,
    })
  })

  it('accepts comments and trailing commas where they are allowed', async () => {
    const text = '// head\n[1, /* two */ 2,]'
    expect(await check(text)).toMatchObject({ valid: false })
    expect(await check(text, { allow_comments: true, allow_trailing_comma: true })).toMatchObject({
      valid: true,
      type: 'array',
    })
  })

  it('survives a hundred thousand brackets', async () => {
    expect(await check('['.repeat(100_000))).toMatchObject({ valid: false, error_count: 1 })
  })

  it.each([
    ['"x"', 'string'],
    ['-1', 'number'],
    ['false', 'boolean'],
    ['null', 'null'],
    ['\ufeff{}', 'object'],
  ])('says what kind of value %j is', async (text, type) => {
    expect(await check(text)).toMatchObject({ valid: true, type })
  })
})

describe('Base64', () => {
  it('decodes what it encodes, in every form', async () => {
    const bytes = fc.uint8Array({ maxLength: 300 })
    const form = fc.record({
      alphabet: fc.constantFrom('standard', 'url'),
      padding: fc.boolean(),
      line_length: fc.constantFrom(0, 64, 76),
    })
    await fc.assert(
      fc.asyncProperty(bytes, form, async (array, options) => {
        const hex = Buffer.from(array).toString('hex')
        const { base64 } = await run('text-base64-encode', { text: hex, from: 'hex', ...options })
        expect(await run('text-base64-decode', { base64 })).toMatchObject({ hex, bytes: array.length })
      }),
      { seed: 4, numRuns: 200 },
    )
  })

  it.each([
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg=='],
    ['fooba', 'Zm9vYmE='],
    ['foobar', 'Zm9vYmFy'],
  ])('gives the vector of RFC 4648 for %j', async (text, base64) => {
    expect((await run('text-base64-encode', { text })).base64).toBe(base64)
    expect((await run('text-base64-decode', { base64, strict: true })).text).toBe(text)
  })

  it('keeps a byte order mark, and says what is not text', async () => {
    expect((await run('text-base64-decode', { base64: '77u/YQ==' })).text).toBe('\ufeffa')
    expect(await run('text-base64-decode', { base64: '7aCA' })).toMatchObject({
      text: null,
      is_utf8: false,
    })
  })

  it.each([
    ['A', false],
    ['Zm9v!', false],
    ['+_==', false],
    ['Zg=', false],
    ['Zh==', true],
    ['Zm 9v', true],
    ['Zg', true],
    ['__4', true],
  ])('refuses %j (strict: %s)', async (base64, strict) => {
    await expect(run('text-base64-decode', { base64, strict })).rejects.toBeInstanceOf(InvalidInput)
  })
})
