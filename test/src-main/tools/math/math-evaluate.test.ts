import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

const evaluate = (expression: string, options: object = {}) =>
  runTool('math-evaluate', { expression, ...options })

describe('math-evaluate', () => {
  // The international yard, pound and nautical mile; ISO 80000; the conventional horsepower of 550 ft lbf/s.
  it.each([
    ['60 mph to km/h', '96.56064 km / h'],
    ['1 acre to m^2', '4046.8564224 m^2'],
    ['1 hp to W', '745.69987158227 W'],
    ['2 knots to km/h', '3.704 km / h'],
    ['5 km + 300 m to m', '5300 m'],
  ])('computes with units that are exact by definition: %s', async (expression, text) => {
    for (const numbers of ['number', 'bignumber'])
      expect(await evaluate(expression, { numbers })).toMatchObject({ text })
  })

  it('keeps the order of operations', async () => {
    const small = fc.integer({ min: 1, max: 99 })
    await fc.assert(
      fc.asyncProperty(small, small, small, async (a, b, c) => {
        expect(await evaluate('a + b * c ^ 2 - (a - b) / c', { variables: { a, b, c } })).toMatchObject({
          result: a + b * c ** 2 - (a - b) / c,
        })
      }),
      { seed: 7, numRuns: 50 },
    )
  })

  it.each([
    ['2 + 3 * 4', 14],
    ['-2 ^ 2', -4],
    ['2 ^ 3 ^ 2', 512],
    ['7 mod 3', 1],
    ['50 + 10%', 55],
    ['5!', 120],
    ['gcd(12, 18)', 6],
    ['combinations(49, 6)', 13983816],
    ['sin(90 deg)', 1],
    ['log(8, 2)', 3],
    ['trunc(-1.7)', -1],
    ['det([1, 2; 3, 4])', -2],
    ['mean(1, 2, 6)', 3],
    ['0xff', 255],
    ['3 > 2', true],
    ['null', null],
    ['[1, 2; 3, 4] * [1; 1]', [[3], [7]]],
    ['map([1, 2], f(x) = x ^ 2)', [1, 4]],
    ['{a: 1, b: [2, 3]}', { a: 1, b: [2, 3] }],
    ['concat("a", "b")', 'ab'],
    ['x = 3; x ^ 2', 9],
    ['f(x) = x + 1\nf(2)', 3],
  ])('computes %s', async (expression, result) => {
    expect(await evaluate(expression)).toMatchObject({ result })
  })

  // Exact by definition (BIPM, international yard of 1959) or by arithmetic.
  it.each([
    ['1 mile to m', '1609.344 m', 'unit'],
    ['20 degC to degF', '68 degF', 'unit'],
    ['90 km/h to m/s', '25 m / s', 'unit'],
    ['sqrt(-4)', '2i', 'complex'],
    ['(1 + 2i) * (3 - i)', '5 + 5i', 'complex'],
    ['fraction(1, 3) + fraction(1, 6)', '1/2', 'fraction'],
    ['1 / 0', 'Infinity', 'number'],
    ['0 / 0', 'NaN', 'number'],
  ])('writes %s as the text %s, which JSON can carry', async (expression, text, type) => {
    expect(await evaluate(expression)).toEqual({ result: text, text, type })
  })

  it.each([
    ['ln(e^2)', '2'],
    ['lg(1000)', '3'],
    ['arcsin(1) - π/2', '0'],
    ['½ + ¼', '0.75'],
    ['2½ * 2', '5'],
    ['10⁻³ * 5²', '0.025'],
    ['2¹⁰', '1024'],
    ['３＋４', '7'],
    ['concat("½²５", "")', '½²５'],
  ])('reads %s as people write it', async (expression, text) => {
    expect(await evaluate(expression)).toMatchObject({ text })
  })

  it('rounds the text of a floating-point number, and not the number', async () => {
    expect(await evaluate('0.1 + 0.2')).toEqual({
      result: 0.30000000000000004,
      text: '0.3',
      type: 'number',
    })
  })

  it.each([
    ['2 × 3 ÷ 4 − 1', '0.5'],
    ['√2 × √(2)', '2'],
    ['2**3 ** 2', '512'],
    ['19% of 240', '45.6'],
    ['7.5 % of (100 + 20) + 1', '10'],
    ['"5% of 2"', '5% of 2'],
    ['2√9 + ∛27', '9'],
    ['2π', '6.2831853071796'],
    ['3² ≤ 9', 'true'],
    ['"×"', '×'],
    // The digits of whole numbers, as on any calculator.
    ['10!', '3628800'],
    ['20!', '2432902008176640000'],
    ['2^53', '9007199254740992'],
    ['[1000000, 0.1]', '[1000000, 0.1]'],
    ['1e21', '1e+21'],
    ['1 / 3', '0.33333333333333'],
  ])('computes %s as it is typed and shows %s', async (expression, text) => {
    expect(await evaluate(expression)).toMatchObject({ text })
  })

  // Catches: floats in a sum of decimals, and a refusal of those with more than 15 digits.
  it('takes a variable for the decimal that was sent', async () => {
    const variables = { x: 0.1, y: 0.2, z: 0.12345678901234568, w: 1e-7 }
    const compute = async (expression: string, numbers: string) =>
      ((await runTool('math-evaluate', { expression, variables, numbers })) as { text: string }).text
    expect(await compute('x + y', 'bignumber')).toBe('0.3')
    expect(await compute('z * 10', 'bignumber')).toBe('1.2345678901234568')
    expect(await compute('w * 2', 'bignumber')).toBe('2e-7')
    expect(await compute('x + y', 'fraction')).toBe('3/10')
    expect(await compute('w * 10', 'fraction')).toBe('1/1000000')
  })

  it('computes with 64 digits, or with exact fractions', async () => {
    expect(await evaluate('0.1 + 0.2', { numbers: 'bignumber' })).toMatchObject({ result: '0.3' })
    expect(await evaluate('2 ^ 200', { numbers: 'bignumber' })).toMatchObject({
      text: String(2n ** 200n),
    })
    expect(await evaluate('0.1 + 0.2', { numbers: 'fraction' })).toMatchObject({ result: '3/10' })
    expect(await evaluate('1 / 3')).toMatchObject({ result: 1 / 3 })
  })

  it('says when the digits of a whole result may be rounded', async () => {
    const warnings = [
      'the result is above 2^53, so its last digits may be rounded; bignumber keeps 64 digits',
    ]
    expect(await evaluate('2^64 + 1')).toMatchObject({ warnings })
    expect(await evaluate('-(2^53)')).toMatchObject({ warnings })
    expect(await evaluate('2^53 - 1')).not.toHaveProperty('warnings')
    expect(await evaluate('2^64 + 1', { numbers: 'bignumber' })).not.toHaveProperty('warnings')
  })

  it.each([
    'import({a: 1})',
    'createUnit("mine")',
    'typed("f", {})',
    'config({number: "Fraction"})',
    'config.matrix = "Array"',
    'evaluate("1")',
    'parse("1")',
    'compile("1")',
    'parser()',
    'simplify("x + x")',
    'derivative("x ^ 2", "x")',
    'rationalize("x")',
    'resolve("x")',
    'symbolicEqual("x", "x")',
    'reviver("a", 1)',
    'replacer("a", 1)',
    'print("$a", {a: 1})',
    'help(sin)',
    'random()',
    'randomInt(1, 9)',
    'pickRandom([1])',
    'version',
    'chain(1).done()',
    'process.exit(1)',
    'globalThis',
    'this',
    'cos.constructor("return process")()',
    '"a".constructor',
    '{a: 1}.constructor',
    '{a: 1}["__proto__"]',
    '[].map.constructor',
    'f(x) = x; f.constructor("return process")()',
    'expression.docs',
    'toString()',
    'sin',
    'f(x) = x',
    'f(x) = f(x); f(1)',
    '1 +',
    '2 3',
    'nothing_of_this_name',
    '5 m + 3 s',
    '[1, 2; 3]',
    'undefined',
    '# nothing',
    '(',
    '('.repeat(1999),
  ])('gives a reason and no result for %.60s', async (expression) => {
    const failed = evaluate(expression)
    await expect(failed).rejects.toMatchObject({ name: 'InvalidInput', path: 'expression' })
    await expect(failed).rejects.not.toThrow(/Cannot read|undefined \(|node_modules|\bat /)
  })

  // How deep the stack is depends on what the engine has compiled by then.
  it('gives no wrong answer to what is nested as deeply as can be sent', async () => {
    const said = await evaluate(`${'-'.repeat(1_999)}1`).catch((error: unknown) => error)
    if (said instanceof Error) expect(said).toMatchObject({ name: 'InvalidInput', path: 'expression' })
    else expect(said).toMatchObject({ result: -1 })
  })

  it('keeps nothing from one call to the next', async () => {
    await evaluate('pi = 3; sin(x) = 1; leftover = 5')
    expect(await evaluate('pi > 3.14')).toMatchObject({ result: true })
    expect(await evaluate('sin(0)')).toMatchObject({ result: 0 })
    await expect(evaluate('leftover')).rejects.toThrow('There is no symbol leftover')
  })

  it('knows only the variables that it is given', async () => {
    for (const name of ['constructor', 'hasOwnProperty', 'toString', '__proto__'])
      await expect(evaluate(name, { variables: { a: 1 } })).rejects.toMatchObject({ name: 'InvalidInput' })
    expect(await evaluate('constructor + 1', { variables: { constructor: 1 } })).toMatchObject({
      result: 2,
    })
  })

  it('never gives half of a surrogate pair', async () => {
    expect(await evaluate('"a😀"[2]')).toEqual({ result: '\ufffd', text: '\ufffd', type: 'string' })
    expect(await evaluate('["a😀"[2]]')).toMatchObject({ result: ['\ufffd'] })
  })

  it.each(['1:10001', 'zeros(101, 100)', 'resize(sparse([1]), [100000, 100000])', '[1:9000, 1:9000]'])(
    'refuses to write out the %s values of a result',
    async (expression) => {
      await expect(evaluate(expression)).rejects.toThrow('more than 10000 values')
    },
  )

  it('is not misled by an object that formats itself', async () => {
    expect(await evaluate('f(a) = 1; {format: f, b: 2}')).toMatchObject({
      result: { b: 2 },
      type: 'object',
    })
    await expect(evaluate('f(a) = f(a); {format: f}')).rejects.toMatchObject({ name: 'InvalidInput' })
    await expect(evaluate('f(a) = f(a); [{toString: f}]')).rejects.toMatchObject({ name: 'InvalidInput' })
  })

  it('writes a sparse matrix like any other', async () => {
    expect(await evaluate('sparse([1, 0; 0, 2])')).toEqual({
      result: [
        [1, 0],
        [0, 2],
      ],
      text: '[[1, 0], [0, 2]]',
      type: 'array',
    })
  })

  it.each([
    {},
    { expression: '' },
    { expression: '1'.repeat(2001) },
    { expression: '"\ud800"' },
    { expression: 'a', variables: { 'a b': 1 } },
    { expression: 'a', variables: { a: '1' } },
    { expression: 'a', variables: { a: Infinity } },
    { expression: 'a', numbers: 'double' },
    { expression: 'a', variables: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`v${i}`, i])) },
  ])('refuses an input outside its schema (%#)', async (input) => {
    await expect(runTool('math-evaluate', input)).rejects.toMatchObject({ name: 'ZodError' })
  })
})
