import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { jsonProblemOf } from '../lib/sound-json.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

export default defineTool({
  slug: 'exec-javascript',
  title: 'Run JavaScript',
  summary:
    'Runs a JavaScript script in a sealed sandbox without files, network or timers and returns its last value.',
  searchWords: [
    'execute code',
    'eval',
    'sandbox',
    'node',
    'snippet',
    'code interpreter',
    'test a script',
    'ecmascript',
    'run a program',
    'scripting',
    'custom logic',
    'safe eval',
    'javascript sandbox',
    'run a function',
    'execute a script',
    'try out js',
    'calculate with code',
  ],
  category: 'Execute',
  tier: 'compute',
  credits: 5,
  worker: true,
  mainField: 'code',
  related: ['exec-jq', 'exec-sql-on-json'],
  takes: { code: ['javascript'] },
  gives: 'json',
  mainOutput: 'result',

  input: z.strictObject({
    code: wellFormedText(200_000)
      .min(1)
      .describe(
        'The script (ES2023). The value of its last statement is the result; a promise is ' +
          'replaced by its outcome. Wrap it in (async () => { … })() to use await and return. At ' +
          'most 1.5 s and 64 MB',
      ),
    data: z.unknown().optional().describe('Any JSON value; the script sees it as the variable `input`'),
  }),
  output: z.strictObject({
    result: z.unknown().describe('The value as JSON; null if JSON cannot represent it'),
    type: z
      .string()
      .describe('null, boolean, number, bigint, string, symbol, function, array, object or undefined'),
    text: z.string().describe('The value as text, at most 1,000 characters'),
    logs: z
      .array(
        z.strictObject({
          level: z.string().describe('log, info, warn, error or debug'),
          text: z.string().describe('What was written, separated by spaces'),
        }),
      )
      .describe('What the script wrote with console, at most 1,000 lines and 100,000 characters'),
    logs_truncated: z.boolean().describe('True if it wrote more than that'),
  }),

  // What ECMAScript says about these expressions.
  examples: [
    {
      title: 'The value of the last statement',
      input: { code: 'const squares = [1, 2, 3].map((n) => n * n); ({ squares })' },
      output: {
        result: { squares: [1, 4, 9] },
        type: 'object',
        text: '{"squares":[1,4,9]}',
        logs: [],
        logs_truncated: false,
      },
    },
    {
      title: 'Data and console',
      input: { code: 'console.log("rows", input.length); input.at(-1).id', data: [{ id: 1 }, { id: 7 }] },
      output: {
        result: 7,
        type: 'number',
        text: '7',
        logs: [{ level: 'log', text: 'rows 2' }],
        logs_truncated: false,
      },
    },
    {
      title: 'await',
      input: { code: '(async () => { const n = await Promise.resolve(20); return { n: n + 1 } })()' },
      output: { result: { n: 21 }, type: 'object', text: '{"n":21}', logs: [], logs_truncated: false },
    },
    {
      title: 'JSON has no NaN',
      input: { code: '0 / 0' },
      output: { result: null, type: 'number', text: 'NaN', logs: [], logs_truncated: false },
    },
  ],

  prepare: () => import('./lib/javascript-sandbox.ts'),
  handler: async ({ code, data }) => {
    const { runScript } = await import('./lib/javascript-sandbox.ts')
    const { json, type, text, logs, logsTruncated } = await runScript(code, JSON.stringify(data))
    const result: unknown = json === null ? null : parseJson(json)
    const problem = jsonProblemOf(result)
    if (problem !== null) throw new InvalidInput('code', `The result cannot be sent as JSON: ${problem}`)
    return { result, type, text, logs: [...logs], logs_truncated: logsTruncated }
  },
})
