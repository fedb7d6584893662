import type { ConfigOptions, MathJsInstance } from 'mathjs'
import bundle from 'mathjs/lib/browser/math.js'
import type { MathAnswer } from './math-answer.ts'
import { toMathAnswer } from './math-answer.ts'
import { withTypedSigns } from './typed-signs.ts'
import { defineUnits } from './unit-definitions.ts'
import { SPEEDS } from './unit-spelling.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

export type NumberKind = 'number' | 'bignumber' | 'fraction'

const PRECISION_DIGITS = 64
const MAX_MESSAGE_CHARS = 300

const CONFIG: Record<NumberKind, ConfigOptions> = {
  number: { number: 'number' },
  bignumber: { number: 'BigNumber', precision: PRECISION_DIGITS },
  fraction: { number: 'Fraction' },
}

// Functions that change the evaluator, run text as an expression, or depend on more than the input.
const REMOVED = [
  'import',
  'createUnit',
  'typed',
  'reviver',
  'replacer',
  'parse',
  'compile',
  'parser',
  'evaluate',
  'help',
  'print',
  'simplify',
  'simplifyCore',
  'simplifyConstant',
  'rationalize',
  'derivative',
  'resolve',
  'symbolicEqual',
  'leafCount',
  'random',
  'randomInt',
  'pickRandom',
  'version',
]

const evaluators = new Map<NumberKind, MathJsInstance>()

/**
 * A mathjs whose expressions cannot call functions that change it, so that one instance serves all
 * calls.
 */
function evaluatorOf(kind: NumberKind): MathJsInstance {
  const known = evaluators.get(kind)
  if (known) return known
  // `all` is optional only in the types.
  const math = bundle.create(bundle.all!)
  math.config(CONFIG[kind])
  // mathjs cannot raise a unit to a power in fractions.
  if (kind !== 'fraction') defineUnits(math)
  for (const [name, unit] of Object.entries(SPEEDS)) math.createUnit(name, `1 ${unit}`)
  // What many call them, and ISO 80000-2; of any kind of number.
  math.import({
    ln: (value: number) => math.log(value),
    lg: (value: number) => math.log10(value),
    trunc: (value: number) => math.fix(value),
    arcsin: (value: number) => math.asin(value),
    arccos: (value: number) => math.acos(value),
    arctan: (value: number) => math.atan(value),
  })
  // The names that an expression can use; the types do not include them.
  const environment = (math.expression as unknown as { mathWithTransform: Record<string, unknown> })
    .mathWithTransform
  for (const name of REMOVED) delete environment[name]
  // Array literals read this member; if it were a function, it would change every later result.
  environment['config'] = Object.freeze({ matrix: 'Matrix' })
  evaluators.set(kind, math)
  return math
}

/**
 * Evaluates an expression; of several, separated by semicolons or lines, the last one's value is
 * returned.
 * @throws InvalidInput when it cannot be parsed or computed
 */
export function evaluateIn(
  kind: NumberKind,
  expression: string,
  variables: Record<string, number>,
): MathAnswer {
  const math = evaluatorOf(kind)
  try {
    // A Map, because in a plain object mathjs would also find the members that every object
    // inherits.
    const scope = Object.entries(variables).map(
      ([name, value]) => [name, inKind(kind, math, value)] as const,
    )
    const value: unknown = math.evaluate(withTypedSigns(expression), new Map(scope))
    return toMathAnswer(math.isResultSet(value) ? value.entries.at(-1) : value, math)
  } catch (error) {
    if (error instanceof InvalidInput) throw error
    throw new InvalidInput('expression', sentenceOf(error))
  }
}

// A variable is the decimal that was sent, and not the float that is close to it.
function inKind(kind: NumberKind, math: MathJsInstance, value: number): unknown {
  if (kind === 'bignumber') return math.bignumber(String(value))
  const isPlain = !String(value).includes('e')
  return kind === 'fraction' ? math.fraction(isPlain ? String(value) : value) : value
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The expression cannot be computed'
  if (error instanceof RangeError && /call stack/.test(error.message))
    return 'The expression calls itself endlessly, or is nested too deeply'
  // mathjs attaches data to type errors meant for users; the others are internal.
  if (error instanceof TypeError && !('data' in error))
    return 'The expression uses a value in a place where it is not valid'
  const message = error.message.replace(/^Undefined (symbol|function) (.*)$/, 'There is no $1 $2')
  return message.slice(0, MAX_MESSAGE_CHARS).toWellFormed()
}
