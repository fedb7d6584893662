import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: unknown) => (await runTool(slug, input)) as Record<string, unknown>

describe('math-unit-convert', () => {
  // CODATA 2018 and the SI Brochure, 9th edition; NIST SP 811, B.8; NIST Handbook 44, appendix C.
  it.each([
    [1, 'eV', 'J', 1.602176634e-19],
    [1, 'pascal', 'N/m^2', 1],
    [1, 'kilopascals', 'hectopascal', 10],
    [1, 'steradian', 'sr', 1],
    [1, 'kilohm', 'ohm', 1_000],
    [1, 'newton-metre', 'J', 1],
    [2, 'henries', 'H', 2],
    [1, 'stones', 'lb', 14],
    [1, 'tex', 'denier', 9],
    [1, 'MeV', 'J', 1.602176634e-13],
    [1, 'atm', 'Pa', 101_325],
    [1, 'torr', 'Pa', 133.32236842105],
    [1, 'mmHg', 'Pa', 133.322387415],
    [1, 'inHg', 'Pa', 3386.388640341],
    [1, 'psi', 'Pa', 6894.7572931684],
    [1, 'cup', 'mL', 236.5882365],
    [1, 'tablespoon', 'mL', 14.78676478125],
    [1, 'teaspoon', 'mL', 4.92892159375],
    [1, 'gallon', 'L', 3.785411784],
    [1, 'UKgallon', 'L', 4.54609],
    [1, 'hectare', 'm^2', 10_000],
    [1, 'ha', 'm^2', 10_000],
    [1, 'acre', 'm^2', 4046.8564224],
    [60, 'rpm', 'Hz', 1],
    [1, 'Hz', 'rpm', 60],
    [60, 'rpm', 'rad/s', 6.2831853071796],
    [8, 'Mbit/s', 'MB/s', 1],
    [1, 'Gbit', 'MB', 125],
    [1, 'Mbps', 'kbit/s', 1_000],
    [1, 'kip', 'N', 4448.2216152605],
    [1, 'slug', 'kg', 14.593902937206],
    [1, 'parsec', 'm', 30_856_775_814_913_670],
    [1, 'therm', 'J', 105_505_585.262],
    [1, 'curie', 'Bq', 37_000_000_000],
    [1, 'gauss', 'T', 0.0001],
    [1, 'fortnight', 'days', 14],
    [1, 'US survey foot', 'm', 0.30480060960122],
    [72, 'points', 'inch', 1],
    [100, 'C', 'F', 212],
    [32, 'F', 'K', 273.15],
    [491.67, 'R', 'C', 0],
    [1, 'F', 'uF', 1_000_000],
    [1, 'mi2', 'km2', 2.589988110336],
    [1, 'lb/ft3', 'kg/m3', 16.01846337396],
    [1, 'lb/in2', 'psi', 1],
    [1, 'Nm', 'ft-lb', 0.73756214927727],
    [1, 'nm', 'm', 1e-9],
    [1, 'yr', 'day', 365.25],
    [1, 'btu', 'J', 1055.05585262],
    [1, 'W', 'btu/hr', 3.4121416331279],
    [1, 'acre-ft', 'm3', 1233.4818375475],
    [1, 'ton of refrigeration', 'W', 3516.8528420667],
    [1, 'quad', 'J', 1.05505585262e18],
    [100, 'cfm', 'm3/s', 0.04719474432],
    [1, 'gpm', 'L/min', 3.785411784],
    [1, 'Calorie', 'cal', 1000],
    [1, 'PS', 'W', 735.49875],
    [1, 'AU', 'km', 149_597_870.7],
    [100, 'rad', 'Gy', 1],
    [1, 'mGy', 'rad', 0.1],
    [1, 'scruple', 'g', 1.2959782],
    [1, 'dry gallon', 'L', 4.40488377086],
    [1, 'gee', 'm/s^2', 9.80665],
    [1, 'maxwell', 'Wb', 1e-8],
    [1, 'oersted', 'A/m', 79.577471545948],
    [1, 'roentgen', 'C/kg', 0.000258],
    [1, 'lambert', 'cd/m^2', 3183.0988618379],
    [1, 'phot', 'lux', 10_000],
    [491.67, 'Rankine', 'K', 273.15],
    [1, 'oz t', 'g', 31.1034768],
    [1, 'troy oz', 'g', 31.1034768],
    [1, 'pound', 'oz', 16],
    [1, 'st', 'lb', 14],
    [1, 'barrel', 'gal', 42],
    [1, 'bushel', 'peck', 4],
    [30, 'mpg', 'L/100km', 7.8404861111111],
    [5, 'L/100 km', 'km/L', 20],
    [1, 'rev', 'deg', 360],
    [1, 'St', 'cSt', 100],
    [1, 'P', 'Pa s', 0.1],
    [1, 'footcandle', 'lx', 10.76391041671],
    [1, 'rem', 'mSv', 10],
    [1, 'KB', 'B', 1_000],
    [1, 'ton TNT', 'GJ', 4.184],
    [1, 'c', 'm/s', 299_792_458],
  ])('%d %s in %s is %d', async (value, from, to, result) => {
    expect(await convert(value, from, to)).toBe(result)
  })

  const convert = async (value: number, from: string, to: string) =>
    (await run('math-unit-convert', { value, from, to })).result

  // The factors are those of NIST SP 811, appendix B.8.
  // Catches: names of several words, British spellings and signs that only the library's own words replace.
  it.each([
    [1, 'nautical mile', 'm', 1_852],
    [1, 'Light-Years', 'km', 9_460_730_472_580.8],
    [1, 'troy ounce', 'g', 31.1034768],
    [1, 'US gallon', 'litres', 3.785411784],
    [1, 'imperial pints', 'millilitres', 568.26125],
    [1, 'fluid ounce', 'mL', 29.5735295625],
    [1, 'square metre', 'sq ft', 10.76391041671],
    [1, 'cubic foot', 'dm³', 28.316846592],
    [60, 'miles per hour', 'kilometres per hour', 96.56064],
    [1, 'nautical miles/hour', 'knots', 1],
    [1, 'μm', 'nm', 1_000],
    [1, '\u00b5g', 'ng', 1_000],
    [1, 'k\u2126', 'ohm', 1_000],
    [1, 'ångström', 'nm', 0.1],
    [100, '℃', '℉', 212],
    [1, 'N·m', 'J', 1],
    [1, 'foot pound', 'ft lb', 1],
  ])('%d %s, as people write it, in %s is %d', async (value, from, to, result) => {
    expect(await convert(value, from, to)).toBe(result)
  })

  // Each agrees with GNU Units 2.22, where it knows the unit.
  // Catches: phrases, dots, plurals and capitals of daily use that only the library's own words replace.
  it.each([
    [1, 'pounds per square inch', 'Pa', 6894.7572931684],
    [1, 'inches of mercury', 'Pa', 3386.388640341],
    [760, 'mm Hg', 'Pa', 101_325.0144354],
    [100, 'degrees Celsius', '°F', 212],
    [100, 'deg C', 'K', 373.15],
    [80, 'Réaumur', '°C', 100],
    [100, 'c', 'f', 212],
    [100, 'C°', 'F°', 212],
    [60, 'revolutions per minute', 'Hz', 1],
    [60, 'beats per minute', 'Hz', 1],
    [1, 'feet per second squared', 'm/s²', 0.3048],
    [5, 'litres per 100 km', 'km/l', 20],
    [282.480936331822, 'L/100km', 'mpg (UK)', 1],
    [1, 'US fl oz', 'ml', 29.5735295625],
    [1, 'UK fl oz', 'ml', 28.4130625],
    [1, 'imp gal', 'l', 4.54609],
    [1, 'imperial ton', 'kg', 1016.0469088],
    [1, 'long hundredweight', 'lb', 112],
    [1, 'metric tonnes', 'kg', 1000],
    [1, 'metric cup', 'ml', 250],
    [1, 'troy pound', 'g', 373.2417216],
    [1, 'ounce troy', 'g', 31.1034768],
    [1, 'lb·ft', 'N·m', 1.3558179483314],
    [1, 'in-lbs', 'N m', 0.11298482902762],
    [1, 'ft lb/s', 'W', 1.3558179483314],
    [1, 'lb ft^2', 'kg m^2', 0.04214011009380485],
    [1, 'kt of TNT', 'J', 4.184e12],
    [2, 'lbs.', 'g', 907.18474],
    [1, 'sq. ft.', 'in²', 144],
    [1, 'm·s⁻²', 'm/s^2', 1],
    [1, 'm s-1', 'km/h', 3.6],
    [1, '1/min', 'mHz', 16.666666666667],
    [1, 'W/m²K', 'W/(m^2 K)', 1],
    [1, 'kJ/kg°C', 'J/(kg K)', 1000],
    [1, 'lb/ft s', 'Pa s', 1.4881639435696],
    [1, 'mcg', 'mg', 0.001],
    [3, 'wks', 'days', 21],
    [1, 'KGS', 'g', 1000],
    [1, 'KW', 'kilowatts', 1],
    [1, 'MHZ', 'KHZ', 1000],
    [1, 'Miles', 'KM', 1.609344],
    [1, 'gb', 'MB', 1000],
    [50, '%', 'ppm', 500_000],
    [1, 'light-minute', 'm', 17_987_547_480],
    [1, 'hartree', 'eV', 27.211386245981],
    [1, 'diopter', '1/m', 1],
    [1, 'at', 'Pa', 98_066.5],
    [1, 'tonf', 'N', 8896.443230521],
    [1, 'statcoulomb', 'C', 3.3356409519815e-10],
    [1, 'tsubo', 'shaku^2', 36],
    [1, 'board feet', 'in^3', 144],
  ])('%d %s, in daily use, in %s is %d', async (value, from, to, result) => {
    expect(await convert(value, from, to)).toBe(Number(result.toPrecision(14)))
  })

  // Catches: a letter in the other case that would make one quantity of another, a million times as large.
  it.each([
    ['mhz', 'Hz'],
    ['mw', 'W'],
    ['US barrel', 'gal'],
    ['kt', 'knot'],
  ])('refuses to guess what %s means in %s', async (from, to) => {
    await expect(convert(1, from, to)).rejects.toThrow(/not a known unit|different quantities/)
  })

  // Exact by definition: NIST SP 811 (appendix B.8), the SI brochure, IEC 80000-13.
  it.each([
    [1, 'inch', 'cm', 2.54],
    [1, 'acre', 'm2', 4046.8564224],
    [1, 'sqmi', 'm2', 2589988.110336],
    [1, 'lbs', 'kg', 0.45359237],
    [1, 'gallon', 'liter', 3.785411784],
    [1, 'hp', 'W', 745.69987158227],
    [1, 'psi', 'Pa', 6894.7572931684],
    [1, 'knot', 'km/hour', 1.852],
    [60, 'mph', 'm/s', 26.8224],
    [-40, 'celsius', 'fahrenheit', -40],
    [0, 'K', '°C', -273.15],
    [1, 'kWh', 'MJ', 3.6],
    [1, 'byte', 'bit', 8],
    [1, 'TiB', 'GB', 1099.511627776],
    [1, 'week', 'hour', 168],
    [180, 'deg', 'rad', 3.1415926535898],
    [1, 'lightyear', 'km', 9460730472580.8],
    [1, 'kcal', 'kJ', 4.184],
    [2, 'kg m / s^2', 'N', 2],
    [0, 'm', 'km', 0],
  ])('converts %d %s to %s', async (value, from, to, result) => {
    expect(await convert(value, from, to)).toBe(result)
  })

  it('converts back to where it began', async () => {
    const units = ['m', 'km', 'inch', 'foot', 'yard', 'mile', 'nmi', 'fathom', 'mm']
    const unit = fc.constantFrom(...units)
    const value = fc.double({ min: 0.001, max: 1e6, noNaN: true })
    await fc.assert(
      fc.asyncProperty(value, unit, unit, async (many, from, to) => {
        const back = await convert(Number(await convert(many, from, to)), to, from)
        expect(Math.abs(Number(back) / many - 1)).toBeLessThan(1e-12)
      }),
      { seed: 52, numRuns: 60 },
    )
  })

  it.each([
    ['m', 'kg', 'different quantities'],
    ['parsnip', 'm', 'not a known unit'],
    ['m', 'constructor', 'not a known unit'],
    ['m', '__proto__', 'Send a unit'],
    ['m', 'm;import("fs")', 'Send a unit'],
  ])('refuses %s to %s', async (from, to, reason) => {
    await expect(convert(1, from, to)).rejects.toThrow(reason)
  })

  it('knows the units that math-evaluate computes with', async () => {
    for (const [unit, other] of [
      ['nauticalmile', 'm'],
      ['acre', 'm2'],
    ] as const) {
      const { result } = await run('math-unit-convert', { value: 1, from: unit, to: other })
      const { text } = await run('math-evaluate', { expression: `1 ${unit} to ${other}` })
      expect(Number.parseFloat(String(text))).toBe(result)
    }
  })
})
