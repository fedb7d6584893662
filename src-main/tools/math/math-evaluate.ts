import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { withoutMark } from '../lib/byte-order-mark.ts'
import { MATH_TYPES } from './lib/math-answer.ts'
import { keepsDigits } from '../../../src-shared/numbers/number-digits.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'math-evaluate',
  title: 'Evaluate an expression',
  summary: 'Computes a mathematical expression with functions, variables, units, fractions and matrices.',
  searchWords: [
    'calculate',
    'arithmetic',
    'solve an equation',
    'sum',
    'percent',
    'percentage',
    'formula',
    'square root',
    'multiply and divide',
    'add numbers',
    'minus',
    'matrix algebra',
    'compute',
    'binomial',
    'factorial',
    'sine and cosine',
    'tax on a price',
    'plus and times',
    'what is 3 by 4',
    'vat',
  ],
  category: 'Math & Numbers',
  tier: 'compute',
  credits: 1,
  version: 9,
  cacheable: true,
  worker: true,
  related: ['math-unit-convert'],
  mainField: 'expression',
  takes: { expression: ['expression'] },
  firstFor: ['expression'],
  gives: 'number',
  mainOutput: 'text',

  input: z.strictObject({
    expression: wellFormedText(2_000)
      .min(1)
      .describe(
        'The expression, such as sqrt(3^2 + 4^2), 2 inch to cm or det([1, 2; 3, 4]); × ÷ − √ π may be typed as such',
      ),
    variables: namedValues(
      z
        .string()
        .regex(/^[A-Za-z_]\w{0,63}$/, 'A variable is a letter or _, then up to 63 letters, digits or _'),
      z.number(),
    )
      .refine((variables) => Object.keys(variables).length <= 100, 'At most 100 variables can be sent')
      .default({})
      .describe('Values of its variables, at most 100'),
    numbers: z
      .enum(['number', 'bignumber', 'fraction'])
      .default('number')
      .describe(
        'How numbers are computed: as 64-bit floating point, with 64 digits, or as exact fractions',
      ),
  }),
  output: z.strictObject({
    result: z
      .unknown()
      .describe(
        'The value as JSON; values that JSON cannot represent, such as a unit or a fraction, as text',
      ),
    text: z.string().describe('The value as text, floating-point numbers to 14 digits'),
    type: z.enum(MATH_TYPES).describe('The type of the value'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('Numbers of the expression, or a result, that a 64-bit float cannot hold exactly'),
  }),

  examples: [
    {
      title: 'The hypotenuse of 3 and 4',
      input: { expression: 'sqrt(a^2 + b^2)', variables: { a: 3, b: 4 } },
      output: { result: 5, text: '5', type: 'number' },
    },
    {
      title: 'As it is written on paper',
      input: { expression: '2 × √9 − 6 ÷ 3 + 10!' },
      output: { result: 3628804, text: '3628804', type: 'number' },
    },
    {
      title: 'An inch is 2.54 cm by definition',
      input: { expression: '2 inch to cm' },
      output: { result: '5.08 cm', text: '5.08 cm', type: 'unit' },
    },
    {
      title: 'A third plus a sixth is a half',
      input: { expression: '1/3 + 1/6', numbers: 'fraction' },
      output: { result: '1/2', text: '1/2', type: 'fraction' },
    },
  ],

  prepare: () => import('./lib/math-evaluator.ts'),
  handler: async ({ expression, variables, numbers }) => {
    const { evaluateIn } = await import('./lib/math-evaluator.ts')
    const answer = evaluateIn(numbers, withoutMark(expression), variables)
    const warnings = numbers === 'number' ? [...warningsFor(expression), ...warningsOf(answer.result)] : []
    return warnings.length === 0 ? answer : { ...answer, warnings }
  },
})

// Texts and names are passed over whole, so that their digits count for nothing.
const TOKEN = /"(?:\\.|[^"\\])*"|[A-Za-z_]\w*|\d[\d.]*(?:[eE][+-]?\d+)?/g

function warningsFor(expression: string): string[] {
  const numbers = (expression.match(TOKEN) ?? []).filter(
    (token) => /^\d/.test(token) && !keepsDigits(token),
  )
  return [...new Set(numbers)]
    .slice(0, 100)
    .map((written) => `${written} is ${Number(written)} as a 64-bit float; bignumber keeps its digits`)
}

/** From 2^53 on, floats leave whole numbers out, so nothing says whether a result's last digits hold. */
function warningsOf(result: unknown): string[] {
  return typeof result === 'number' && Number.isInteger(result) && !Number.isSafeInteger(result)
    ? ['the result is above 2^53, so its last digits may be rounded; bignumber keeps 64 digits']
    : []
}
