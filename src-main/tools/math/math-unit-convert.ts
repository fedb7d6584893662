import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'

const unit = z
  .string()
  .min(1)
  .max(60)
  .regex(
    /^(?:1 ?\/ ?)?[\p{L}°℃℉%‰"'][\p{L}\d°⁺⁻⁰¹²³⁴-⁹·⋅×^*/ ().%"'’-]*$/u,
    'Send a unit such as km, mile/hour, degC or kg m / s^2',
  )

export default defineTool({
  slug: 'math-unit-convert',
  title: 'Convert units',
  summary:
    'Converts a quantity between units of length, mass, time, volume, temperature, data, energy and more.',
  searchWords: [
    'miles',
    'kilometres',
    'kilograms and pounds',
    'fahrenheit',
    'celsius',
    'inches and feet',
    'gallons and litres',
    'ounces and grams',
    'metric',
    'imperial',
    'measurement',
    'megabytes and gigabytes',
    'degrees',
    'weight',
    'km',
    'length',
    'cups',
    'hours to minutes',
    'acres and hectares',
    'how many feet',
    'miles to kilometres',
  ],
  category: 'Math & Numbers',
  tier: 'compute',
  credits: 1,
  version: 8,
  cacheable: true,
  worker: true,
  related: ['math-evaluate'],
  takes: { value: ['quantity', 'duration'] },
  firstFor: ['quantity', 'duration'],
  gives: 'number',
  mainOutput: 'result',

  input: z.strictObject({
    value: z.number().min(-1e100).max(1e100).describe('The amount in the first unit'),
    from: unit.describe(
      'The unit it is in: a symbol or name with prefixes, such as km, lbs, GiB or mile/hour',
    ),
    to: unit.describe('The unit to convert to, of the same quantity'),
  }),
  output: z.strictObject({
    result: z.number().describe('The amount in the second unit, to 14 digits'),
    from: z.string().describe('The first unit as interpreted'),
    to: z.string().describe('The second unit as interpreted'),
    text: z.string().describe('The conversion as text, such as 1 inch = 2.54 cm'),
  }),

  // By definition: the international inch and mile, the Fahrenheit scale, IEC 80000-13.
  examples: [
    {
      title: 'Miles',
      input: { value: 26.2, from: 'miles', to: 'km' },
      output: { result: 42.1648128, from: 'miles', to: 'km', text: '26.2 miles = 42.1648128 km' },
    },
    {
      title: 'Temperature',
      input: { value: 212, from: '°F', to: '°C' },
      output: { result: 100, from: 'degF', to: 'degC', text: '212 degF = 100 degC' },
    },
    {
      title: 'Decimal and binary prefixes',
      input: { value: 1, from: 'GiB', to: 'MB' },
      output: { result: 1073.741824, from: 'GiB', to: 'MB', text: '1 GiB = 1073.741824 MB' },
    },
  ],

  prepare: () => import('./lib/unit-conversion.ts'),
  handler: async ({ value, from, to }) => {
    const { convertUnit } = await import('./lib/unit-conversion.ts')
    return convertUnit(value, from, to)
  },
})
