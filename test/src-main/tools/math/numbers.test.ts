import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Record<string, unknown>

describe('math-statistics', () => {
  const spread = (centre: number, step: number) => [
    centre,
    ...Array.from({ length: 1_000 }, (_, i) => (i % 2 ? centre + step : centre - step)),
  ]

  // Certified values of the NIST Statistical Reference Datasets, univariate: the numbers lose their digits easily.
  it.each([
    ['NumAcc2', spread(1.2, 0.1), 1.2],
    ['NumAcc3', spread(1_000_000.2, 0.1), 1_000_000.2],
    ['NumAcc4', spread(10_000_000.2, 0.1), 10_000_000.2],
  ])('has the certified mean and standard deviation of %s', async (_name, values, mean) => {
    const answer = await run('math-statistics', { values })
    expect(answer.mean).toBeCloseTo(mean, 8)
    expect(answer.standard_deviation).toBeCloseTo(0.1, 7)
  })

  // numpy.percentile and scipy.stats (bias=False) give these for the same numbers.
  it('agrees with NumPy and SciPy', async () => {
    const values = [2, 8, 0, 4, 1, 9, 9, 0]
    expect(await run('math-statistics', { values, percentiles: [0, 10, 25, 50, 90, 100] })).toMatchObject({
      mean: 4.125,
      median: 3,
      mode: [0, 9],
      percentiles: [{ value: 0 }, { value: 0 }, { value: 0.75 }, { value: 3 }, { value: 9 }, { value: 9 }],
    })
    const answer = await run('math-statistics', { values })
    expect(answer.skewness).toBeCloseTo(0.33058218, 7)
  })

  // Python: sum(), max() - min() and statistics.pvariance() of the same integers.
  it('keeps the digits of whole numbers, and the variance of large ones', async () => {
    const far = await run('math-statistics', { values: [123_456_789_012_345, 1] })
    expect(far).toMatchObject({
      sum: 123_456_789_012_346,
      range: 123_456_789_012_344,
      mean: 61_728_394_506_173,
    })
    const near = await run('math-statistics', { values: [9_007_199_254_740_991, 9_007_199_254_740_990] })
    expect(near).toMatchObject({ population_variance: 0.25, variance: 0.5 })
  })

  it('finds no variance in equal numbers', async () => {
    expect(await run('math-statistics', { values: [0.1, 0.1, 0.1] })).toMatchObject({
      sum: 0.3,
      variance: 0,
      population_standard_deviation: 0,
    })
  })

  it('gives JSON for every list, however odd', async () => {
    const number = fc.double({ min: -1e100, max: 1e100, noNaN: true })
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 30 }), async (values) => {
        const answer = await run('math-statistics', { values })
        expect(answer.min).toBeLessThanOrEqual(Number(answer.max))
        expect(answer.population_variance).toBeGreaterThanOrEqual(0)
      }),
      { seed: 51, numRuns: 200 },
    )
    expect(await run('math-statistics', { values: [7, 7, 7, 7] })).toMatchObject({
      skewness: null,
      kurtosis: null,
      mode: [7],
      variance: 0,
    })
    expect(await run('math-statistics', { values: [-0] })).toMatchObject({ mean: 0, variance: null })
  })
})

describe('math-linear-regression', () => {
  it.each([5e-324, 1e-160])('refuses x values that are too close to divide by: %s', async (x) => {
    await expect(run('math-linear-regression', { x: [0, x], y: [0, 1] })).rejects.toMatchObject({
      path: 'x',
    })
    const { slope } = await run('math-linear-regression', { x: [0, 1e-90], y: [0, 1] })
    expect(slope).toBe(1e90)
  })

  // NIST StRD, Norris; certified to 15 digits.
  const NORRIS =
    `0.1 0.2|338.8 337.4|118.1 118.2|888.0 884.6|9.2 10.1|228.1 226.5|668.5 666.3|998.5 996.3|449.1 448.6
    |778.9 777.0|559.2 558.2|0.3 0.4|0.1 0.6|778.1 775.5|668.8 666.9|339.3 338.0|448.9 447.5|10.8 11.6|557.7 556.0
    |228.3 228.1|998.0 995.8|888.8 887.6|119.6 120.2|0.3 0.3|0.6 0.3|557.6 556.8|339.3 339.1|888.0 887.2|998.5 999.0
    |778.9 779.0|10.2 11.1|117.6 118.3|228.9 229.2|668.4 669.1|449.2 448.9|0.2 0.5`
      .split('|')
      .map((pair) => pair.trim().split(' ').map(Number))

  it('has the certified values of the Norris dataset', async () => {
    const answer = await run('math-linear-regression', {
      y: NORRIS.map(([y]) => y),
      x: NORRIS.map(([, x]) => x),
    })
    expect(answer.slope).toBeCloseTo(1.00211681802045, 11)
    expect(answer.intercept).toBeCloseTo(-0.262323073774029, 10)
    expect(answer.r_squared).toBeCloseTo(0.999993745883712, 12)
    expect(answer.slope_standard_error).toBeCloseTo(0.000429796848199937, 12)
    expect(answer.intercept_standard_error).toBeCloseTo(0.232818234301152, 10)
    expect(answer.residual_standard_deviation).toBeCloseTo(0.884796396144373, 10)
  })

  it('leaves out what cannot be known', async () => {
    expect(await run('math-linear-regression', { x: [1, 2, 3], y: [5, 5, 5] })).toMatchObject({
      slope: 0,
      r_squared: null,
      correlation: null,
    })
    await expect(run('math-linear-regression', { x: [2, 2], y: [1, 3] })).rejects.toThrow('same')
    await expect(run('math-linear-regression', { x: [1, 2, 3], y: [1, 3] })).rejects.toThrow('same number')
  })
})

describe('math-color-convert', () => {
  // Web Platform Tests, css/css-color/parsing: valid-rgb, valid-hsl, valid-hwb, with `none` as when computed.
  it.each([
    ['rgb(none none none)', '#000000'],
    ['rgb(128 none none / none)', '#80000000'],
    ['rgb(20% none none)', '#330000'],
    ['rgb(-20% 20% 40%)', '#003366'],
    ['rgb(257 30 40)', '#ff1e28'],
    ['RGB(257 30 40)', '#ff1e28'],
    ['TeaL', '#008080'],
    ['rgba(250% 20% 40% / .5)', '#ff336680'],
    ['hsl(120 30% 50%)', '#59a659'],
    ['hsl(120 30 50 / 0.5)', '#59a65980'],
    ['hsl(120 80% none)', '#000000'],
    ['hsl(120 none 50%)', '#808080'],
    ['hsl(120 100% 50% / none)', '#00ff0000'],
    ['hsl(none 100% 50%)', '#ff0000'],
    ['hsl(10 100% 50%)', '#ff2b00'],
    ['hsl(0 -50% 40%)', '#666666'],
    ['hsl(30 -50 60)', '#999999'],
    ['hwb(120 30% 50%)', '#4d804d'],
    ['hwb(120 none 50%)', '#008000'],
    ['hwb(0 100% 50% / 0)', '#aaaaaa00'],
    ['hwb(320deg 30% 40%)', '#994d80'],
    ['hwb(0deg 10% 50%)', '#801a1a'],
    ['hwb(0 20% 100%)', '#2b2b2b'],
  ])('reads %s as %s', async (color, hex) => {
    expect(await run('math-color-convert', { color })).toMatchObject({ hex })
  })

  // CSS Color 4, 5.1: clamped at parsed-value time; WPT, color-valid-rgb.html.
  it.each([
    ['rgb(300, -5, 0)', 'rgb(255, 0, 0)'],
    ['rgb(120% 0% none / 50%)', 'rgb(255 0 0 / 50%)'],
  ])('reads %s as %s in every form', async (color, clamped) => {
    expect(await run('math-color-convert', { color })).toEqual(
      await run('math-color-convert', { color: clamped }),
    )
  })

  // CSS Color 4, 4.2, 5 to 10; each breaks another rule.
  it.each([
    ['#ggg', '"g" after the number sign'],
    ['#12345', '3, 4, 6 or 8 digits; this one has 5'],
    ['663399', '#663399'],
    ['tael', '"tael" is not the name'],
    ['rgb(1 2)', 'rgb() takes 3 parts'],
    ['rgb(1 2, 3)', 'by commas or by spaces'],
    ['lab(50%, 1, 2)', 'separated by spaces, not by commas'],
    ['hsv(1 2 3)', 'hsv() is not one of the colour functions of CSS Color 4: rgb'],
    ['rgb(1 2 x)', '"x" in rgb()'],
    ['rgb(1deg 2 3)', 'only a hue may be an angle'],
    ['rgb(1 2 3 / )', 'opacity after the slash'],
    ['rgb(1 2', 'rgb() takes 3 parts'],
    ['hsl(1, 2%, 3%)x', 'Nothing may follow'],
    ['color(foo 1 0 0)', 'begins with a colour space'],
    ['currentcolor', 'whatever colour the page has'],
  ])('says which rule %s breaks', async (color, words) => {
    await expect(run('math-color-convert', { color })).rejects.toThrow(words)
  })

  // WPT, color-invalid.html
  it.each([
    ...['auto', '123', '#12', '#123456789', 'rgb', 'rgb(1)', 'rgb(1,2,3,4,5)', 'hsla(1,2,3,4,5)'],
    ...['rgb(10%, 20, 30%)', 'rgba(-2, 300, 400%, -0.5)', 'hwba(120 30% 50%)', 'lab(40% 0 0deg)'],
    ...[
      'color(srgb 0 0 0 0)',
      'color(srgb 0% 0 0deg)',
      'lch(20% 10 10deg 10)',
      'color(lab 20% 0 10 / 50%)',
    ],
  ])('refuses %s', async (color) => {
    await expect(run('math-color-convert', { color })).rejects.toMatchObject({ path: 'color' })
  })

  it.each([
    // Half black on white is #808080 less a rounding; WCAG 2 gives white on it 3.98.
    ['rgb(0 0 0 / 0.5)', '#fff', 3.9767],
    ['rgb(0 0 0 / 0)', '#fff', 1],
    ['#000', 'rgb(255 255 255 / 0.1)', 21],
    ['#fff', 'rgb(0 0 0 / 0.5)', 3.9767],
    ['#000', '#fff', 21],
  ])('gives %s on %s the contrast that is seen: %d', async (color, against, ratio) => {
    expect(await run('math-color-convert', { color, against })).toMatchObject({ contrast: { ratio } })
  })

  it('refuses a colour that breaks off in the middle', async () => {
    const color = 'hsl(270 50% 40% / 0hsl(270 50% 40% / 0.5)'
    await expect(run('math-color-convert', { color })).rejects.toMatchObject({ path: 'color' })
  })

  const convert = (color: string, against?: string) =>
    run('math-color-convert', against ? { color, against } : { color })

  // CSS Color 4, named colours and the examples of sections 6 to 9.
  it.each([
    ['rebeccapurple', { hex: '#663399', hsl: { h: 270, s: 0.5, l: 0.4 } }],
    ['hsl(270 50% 40%)', { hex: '#663399', rgb: { r: 102, g: 51, b: 153 } }],
    ['hwb(120 20% 20%)', { hex: '#33cc33' }],
    ['#abc', { hex: '#aabbcc' }],
    ['#12345680', { hex: '#12345680', alpha: 0.502 }],
    ['white', { oklch: { l: 1, c: 0, h: null }, hsl: { h: null, s: 0, l: 1 } }],
    ['transparent', { hex: '#00000000', alpha: 0 }],
    ['lime', { oklch: { l: 0.8664, c: 0.2948, h: 142.4953 } }],
    ['color(display-p3 1 0 0)', { in_srgb: false, hex: '#ff0000' }],
    ['color(srgb 1.2 0 0)', { in_srgb: false, rgb: { r: 255, g: 0, b: 0 } }],
  ])('reads %s', async (color, expected) => {
    expect(await convert(color)).toMatchObject(expected)
  })

  // WCAG 2: black on white is 21; #777 on white just fails AA at 4.48, #767676 passes at 4.54.
  it.each([
    ['black', 'white', 21, true],
    ['#777777', '#fff', 4.4781, false],
    ['#767676', '#fff', 4.5422, true],
    ['red', 'red', 1, false],
  ])('gives %s on %s its contrast', async (color, against, ratio, aa) => {
    expect((await convert(color, against)).contrast).toMatchObject({ ratio, aa })
  })

  it('comes back as the colour that it gives for a style sheet', async () => {
    const channel = fc.integer({ min: 0, max: 255 })
    await fc.assert(
      fc.asyncProperty(channel, channel, channel, async (r, g, b) => {
        const { css } = await convert(`rgb(${r} ${g} ${b})`)
        expect((await convert(String(css))).rgb).toEqual({ r, g, b })
      }),
      { seed: 53, numRuns: 150 },
    )
  })

  it.each(['nope', '#12', 'rgb(', 'url(http://x)', 'expression(1)'])('refuses %s', async (color) => {
    await expect(convert(color)).rejects.toBeInstanceOf(InvalidInput)
  })
})
