import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { jsonValues } from '../../../support/tools/json-samples.ts'
import { cpuMsOf } from '../../../support/cpu-time.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

type Answer = Record<string, unknown>
// Every tool answers with an object.
const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Answer

// Half surrogate pairs cannot be in an answer, and -0 is 0 in JSON.
const wellFormed = (value: unknown) => !/\\ud[89a-f]/.test(JSON.stringify(value))
const documents = jsonValues.filter(wellFormed).map((value): unknown => parseJson(JSON.stringify(value)))

describe('text-json-to-csv', () => {
  const field = fc.string({
    unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', '😀', '=', '\ufeff'),
  })

  it('writes what text-csv-to-json reads back, whatever is in the fields', async () => {
    const rows = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1 }))
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.boolean(),
        fc.constantFrom('crlf', 'lf'),
        async (json, quote_all, line_end) => {
          const { csv } = await run('text-json-to-csv', { json, quote_all, line_end })
          expect(await run('text-csv-to-json', { csv, header: false })).toMatchObject({ rows: json })
        },
      ),
      { seed: 3, numRuns: 200 },
    )
  })

  it('makes a column of every member, in order, and leaves gaps empty', async () => {
    const json = parseJson('[{"a":1},{"b":{"x":[1]},"__proto__":true},{"a":null,"constructor":1e21}]')
    expect(await run('text-json-to-csv', { json, line_end: 'lf' })).toMatchObject({
      csv: 'a,b,__proto__,constructor\n1,,,\n,"{""x"":[1]}",true,\n,,,1e+21\n',
      row_count: 3,
    })
  })

  it('keeps spreadsheets from running texts, and leaves numbers alone', async () => {
    const json = [['=1+1', '+1', '-1', '@x', '\tx', 'a=1', -1, '']]
    const { csv, escaped_count } = await run('text-json-to-csv', { json, escape_formulas: true })
    expect(csv).toBe("'=1+1,'+1,'-1,'@x,'\tx,a=1,-1,\r\n")
    expect(escaped_count).toBe(5)
  })

  it.each([
    [{ json: { a: 1 } }, 'list'],
    [{ json: [1] }, 'Row 1'],
    [{ json: [{ a: 1 }, [1]] }, 'Row 2'],
    [{ json: [{}] }, 'no members'],
    [{ json: '[{"a":' }, 'Not JSON'],
    [{ json: [{ a: 1 }], columns: ['a', 'a'] }, 'twice'],
    [{ json: Array.from({ length: 500 }, (_, i) => ({ [`k${i}`]: 1 })) }, '200000'],
  ])('refuses what has no rows, or too many fields (%#)', async (input, reason) => {
    await expect(run('text-json-to-csv', input)).rejects.toThrow(reason)
  })
})

describe('YAML', () => {
  it('reads back whatever it writes, for readers of 1.2 and of 1.1', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (json) => {
        const { yaml } = await run('data-json-to-yaml', { json: JSON.stringify(json) })
        expect(await run('text-yaml-to-json', { yaml })).toMatchObject({ result: json, warnings: [] })
        const old = await run('text-yaml-to-json', { yaml: `%YAML 1.1\n---\n${String(yaml)}` })
        expect(old.result).toEqual(json)
      }),
      { seed: 5, numRuns: 150 },
    )
  })

  // PyYAML, the most used reader of YAML 1.1, stops at a tab in a plain text, fails at a plain = and wants a dot.
  it('writes what readers of 1.1 stumble over in a form that they accept', async () => {
    const { yaml } = await run('data-json-to-yaml', { json: ['a\tb', '=', 1e21, -5e-7, 1.5e300, 'a=b'] })
    expect(yaml).toBe('- "a\\tb"\n- "="\n- 1.0e+21\n- -5.0e-7\n- 1.5e+300\n- a=b\n')
  })

  it('keeps texts that look like something else as texts', async () => {
    const json = [
      'yes',
      'no',
      'on',
      'null',
      '~',
      '1',
      '1.0',
      '0x1F',
      '1e3',
      '2001-12-14',
      '',
      ' a',
      '- a',
      '#',
      '<<',
      '12:30:45',
    ]
    const { yaml } = await run('data-json-to-yaml', { json })
    expect((await run('text-yaml-to-json', { yaml })).result).toEqual(json)
  })

  it('reads 1.2 as 1.2: no is a text, 0o14 is octal, 012 is twelve', async () => {
    const { result } = await run('text-yaml-to-json', { yaml: '[no, 0o14, 012, 0x1F, 1e3, ~, "~", 12:30]' })
    expect(result).toEqual(['no', 12, 12, 31, 1000, null, '~', '12:30'])
  })

  it('gives every document, and none for an empty text', async () => {
    expect(await run('text-yaml-to-json', { yaml: '---\na\n...\n---\n- b\n' })).toMatchObject({
      result: ['a', ['b']],
      document_count: 2,
    })
    expect(await run('text-yaml-to-json', { yaml: '# nothing' })).toMatchObject({ result: null })
  })

  it('merges with << unless it is told not to', async () => {
    const yaml = 'base: &b {x: 1, y: 2}\nitem:\n  <<: *b\n  y: 3\n'
    expect((await run('text-yaml-to-json', { yaml })).result).toMatchObject({ item: { x: 1, y: 3 } })
    expect((await run('text-yaml-to-json', { yaml, merge_keys: false })).result).toMatchObject({
      item: { '<<': { x: 1, y: 2 }, y: 3 },
    })
  })

  it('loses no digit and says what became text', async () => {
    const yaml =
      'big: 12345678901234567890\nsafe: 9007199254740991\ninf: .inf\nnan: .nan\nbin: !!binary aGk=\n'
    const { result, warnings } = await run('text-yaml-to-json', { yaml })
    expect(result).toEqual({
      big: '12345678901234567890',
      safe: 9007199254740991,
      inf: 'Infinity',
      nan: 'NaN',
      bin: 'aGk=',
    })
    expect(warnings).toHaveLength(3)
    expect(String(warnings)).toContain('/big became text: the integer would lose digits')
  })

  it('reads __proto__ and constructor as names, and changes no other object', async () => {
    const { result } = await run('text-yaml-to-json', {
      yaml: '__proto__: {polluted: 1}\nconstructor: {prototype: {polluted: 1}}\n<<: {__proto__: {polluted: 1}}',
    })
    expect(Object.keys(Object(result))).toEqual(['__proto__', 'constructor'])
    expect(({} as Answer).polluted).toBeUndefined()
  })

  it.each([
    ['a: 1\na: 2', /Map keys must be unique at line 2, column 1/],
    ['a: b: c', /line 1/],
    ['a: *nope', /alias/],
    ['a: &a [*a]', /contains itself/],
    ['- [', /line 1/],
    [`${'['.repeat(20_000)}`, /YAML|nested/],
    [`${'- '.repeat(3_000)}a`, /levels|nested|YAML/],
    ['a: "\\ud800"', /surrogate/],
  ])('refuses %j with the place of the fault', async (yaml, reason) => {
    const failed = run('text-yaml-to-json', { yaml })
    await expect(failed).rejects.toBeInstanceOf(InvalidInput)
    await expect(failed).rejects.toThrow(reason)
  })

  it('reads a mapping of thousands of keys in time', async () => {
    const yaml = Array.from({ length: 8_000 }, (_, i) => `key${i}: [a, ${i}]`).join('\n')
    let result: unknown
    // Comparing each key with every other takes over ten times as long.
    expect(await cpuMsOf(async () => ({ result } = await run('text-yaml-to-json', { yaml })))).toBeLessThan(
      2_500,
    )
    expect(result).toMatchObject({ key7999: ['a', 7999] })
  })

  it('never lets aliases blow up a small text', async () => {
    const lines = Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`)
    await expect(run('text-yaml-to-json', { yaml: ['a0: &a0 [x]', ...lines].join('\n') })).rejects.toThrow(
      'aliases repeat too much',
    )
    const yaml = `a: &a "${'x'.repeat(100_000)}"\nb: [${'*a,'.repeat(90)}]`
    await expect(run('text-yaml-to-json', { yaml })).rejects.toThrow('4000000 characters')
  })
})

describe('data-toml-to-json', () => {
  it('keeps every digit, and says what became text', async () => {
    const { result, warnings } = await run('data-toml-to-json', {
      toml: 'a = 9223372036854775807\nb = -inf\nc = 1979-05-27T07:32:00Z\nd = 07:32:00\n[__proto__]\nx = 1\n',
    })
    expect(result).toEqual(
      parseJson(
        '{"a":"9223372036854775807","b":"-Infinity","c":"1979-05-27T07:32:00Z","d":"07:32:00","__proto__":{"x":1}}',
      ),
    )
    expect(warnings).toHaveLength(2)
  })

  // TOML 1.1, Offset Date-Time: digits after the milliseconds may be cut off, but not in silence.
  it('says which times lose digits', async () => {
    const toml =
      'a = 00:32:00.999999\nb = "00:00:00.123456" # 00:00:00.123456\nc = 1979-05-27T00:00:00.500000Z\n'
    const { result, warnings } = await run('data-toml-to-json', { toml })
    expect(result).toEqual({ a: '00:32:00.999', b: '00:00:00.123456', c: '1979-05-27T00:00:00.500Z' })
    expect(warnings).toEqual([expect.stringMatching(/^00:32:00\.999999 on line 1 /)])
  })

  it('reads a value after many spaces at once', async () => {
    const ms = await cpuMsOf(async () => {
      const { result } = await run('data-toml-to-json', { toml: `a =${' '.repeat(100_000)}1.5` })
      expect(result).toEqual({ a: 1.5 })
    })
    expect(ms).toBeLessThan(1_000)
  })

  it.each([
    'a = 1\na = 2',
    'a = ',
    '[a]\n[a]',
    'a = "\\uD800"',
    `a = ${'['.repeat(500)}${']'.repeat(500)}`,
    '= 1',
  ])('names line and column of the fault in %j', async (toml) => {
    const failed = run('data-toml-to-json', { toml })
    await expect(failed).rejects.toBeInstanceOf(InvalidInput)
    await expect(failed).rejects.toThrow(/Not TOML: .+, at line \d+, column \d+/)
  })
})

describe('a date of TOML', () => {
  const read = async (toml: string) => (await run('data-toml-to-json', { toml })).result

  // TOML 1.0.0, Local Date, and RFC 3339, 5.7: the days of a month.
  it.each(['2100-02-29', '2023-02-29', '2024-02-30', '2023-02-29T07:32:00Z', '2023-02-29 07:32:00'])(
    'is refused on a day that its month lacks: %s',
    async (date) => {
      await expect(read(`a = "x"\nb = [\n  ${date} ]\n`)).rejects.toThrow('no such day, 2')
      await expect(read(`a = "x"\nb = [\n  ${date} ]\n`)).rejects.toThrow('line 3, column 3')
    },
  )

  it('is not looked for in texts, keys and comments, however many there are', async () => {
    expect(await read('a = 2024-02-29 # 2100-02-29')).toEqual({ a: '2024-02-29' })
    expect(await read('2100-02-29 = "2100-02-29"\n[2101-02-29]')).toEqual({
      '2100-02-29': '2100-02-29',
      '2101-02-29': {},
    })
    const many = Array(20_000).fill('"2100-02-30"')
    expect(await read(`a = [${many.join()}]`)).toEqual({ a: Array(20_000).fill('2100-02-30') })
    await expect(read(`a = [${many.join()}, 2100-02-30]`)).rejects.toThrow('column 260007')
  })
})
