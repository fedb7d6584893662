import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_FUNCTIONS = 2_000

export default defineTool({
  slug: 'code-complexity-score',
  title: 'Code complexity',
  summary:
    'Measures the cyclomatic complexity, nesting and length of each JavaScript or TypeScript function.',
  searchWords: [
    'cyclomatic',
    'cognitive',
    'too complicated',
    'nested ifs',
    'maintainability',
    'long functions',
    'code quality',
    'metrics',
    'spaghetti',
    'refactor which function',
    'how complex is my javascript',
    'nesting depth',
    'messy functions',
    'hard to read code',
    'how complex',
    'long function finder',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 3,
  version: 2,
  cacheable: true,
  worker: true,
  mainField: 'code',
  related: ['code-format'],
  takes: { code: ['javascript', 'typescript'] },
  gives: 'json',
  mainOutput: 'functions',

  input: z.strictObject({
    code: wellFormedText(300_000).describe(
      'JavaScript (a module or a script) or TypeScript, with or without JSX',
    ),
    limit: z
      .int()
      .min(1)
      .max(1_000)
      .default(10)
      .describe('A function is too complex from this complexity on'),
  }),
  output: z.strictObject({
    functions: z
      .array(
        z.strictObject({
          name: z.string().describe('Its name; (top level) for the code outside of all functions'),
          line: z.int().min(1).describe('Its first line'),
          end_line: z.int().min(1).describe('Its last line'),
          complexity: z
            .int()
            .min(1)
            .describe('Number of independent paths through it (McCabe), as counted by ESLint'),
          depth: z.int().min(0).describe('Deepest nesting of its statements'),
          parameters: z.int().min(0).describe('Number of its parameters'),
        }),
      )
      .describe('The functions, the most complex first; at most 2,000'),
    function_count: z.int().min(0).describe('Number of functions, without the top level'),
    highest: z.int().min(1).describe('The highest complexity'),
    average: z
      .number()
      .min(0)
      .describe('The mean over the functions, to two decimal places; 0 if there are none'),
    too_complex: z.array(z.string()).describe('Names of the functions at or above the limit'),
  }),

  // Counted by hand by McCabe's rule: one, and one more for each branch.
  examples: [
    {
      title: 'A condition and a loop',
      input: { code: 'function f(a) {\n  for (const x of a) {\n    if (x && x.y) return x\n  }\n}' },
      output: {
        functions: [
          { name: 'f', line: 1, end_line: 5, complexity: 4, depth: 2, parameters: 1 },
          { name: '(top level)', line: 1, end_line: 5, complexity: 1, depth: 0, parameters: 0 },
        ],
        function_count: 1,
        highest: 4,
        average: 4,
        too_complex: [],
      },
    },
    {
      title: 'An arrow function',
      input: { code: 'const sign = (n) => (n > 0 ? 1 : n < 0 ? -1 : 0)', limit: 3 },
      output: {
        functions: [
          { name: 'sign', line: 1, end_line: 1, complexity: 3, depth: 0, parameters: 1 },
          { name: '(top level)', line: 1, end_line: 1, complexity: 1, depth: 0, parameters: 0 },
        ],
        function_count: 1,
        highest: 3,
        average: 3,
        too_complex: ['sign'],
      },
    },
    {
      title: 'No functions',
      input: { code: 'if (a) b()' },
      output: {
        functions: [{ name: '(top level)', line: 1, end_line: 1, complexity: 2, depth: 1, parameters: 0 }],
        function_count: 0,
        highest: 2,
        average: 0,
        too_complex: [],
      },
    },
  ],

  prepare: () => import('./lib/function-complexity.ts'),
  handler: async ({ code, limit }) => {
    const { complexityOf } = await import('./lib/function-complexity.ts')
    const [top, ...functions] = await complexityOf(code)
    const all = [...functions, ...(top ? [top] : [])].toSorted((a, b) => b.complexity - a.complexity)
    const sum = functions.reduce((total, { complexity }) => total + complexity, 0)
    return {
      functions: all.slice(0, MAX_FUNCTIONS),
      function_count: functions.length,
      highest: all[0]?.complexity ?? 1,
      average: functions.length === 0 ? 0 : Math.round((sum / functions.length) * 100) / 100,
      too_complex: all
        .filter(({ complexity }) => complexity >= limit)
        .map(({ name }) => name)
        .slice(0, MAX_FUNCTIONS),
    }
  },
})
