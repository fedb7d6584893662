import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { digitWarningsOf, parseWrittenJson, stringifyExact } from '../lib/exact-json.ts'
import { jsonProblemOf } from '../lib/sound-json.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

export default defineTool({
  slug: 'llm-output-fix-json',
  title: 'Repair JSON',
  summary:
    'Repairs broken JSON as models write it: missing quotes and brackets, trailing commas, comments, fences, Python literals.',
  searchWords: [
    'broken',
    'malformed',
    'invalid',
    'trailing comma',
    'missing bracket',
    'missing quote',
    'single quotes',
    'truncated',
    'cannot parse',
    'correct syntax',
    'fixer',
    'unterminated',
    'unquoted keys',
    'almost json',
    'python dict',
    'does not parse',
    'half json',
    'cut off json',
    "won't parse",
  ],
  category: 'Agent Tools',
  tier: 'compute',
  credits: 1,
  version: 9,
  cacheable: true,
  worker: true,
  aliases: ['structured-output-repair'],
  mainField: 'text',
  related: ['llm-output-validate', 'llm-output-extract-json'],
  takes: { text: ['broken-json', 'text'] },
  firstFor: ['broken-json'],
  gives: 'json',
  mainOutput: 'value',

  input: z.strictObject({
    text: wellFormedText(1_000_000)
      .min(1)
      .describe('The broken JSON; surrounding words and fences are dropped'),
    indent: z
      .int()
      .min(0)
      .max(8)
      .default(0)
      .describe('Spaces per level in the JSON text; 0 for a single line'),
  }),
  output: z.strictObject({
    value: z.unknown().describe('The JSON value'),
    json: z.string().describe('The same as JSON text, with every digit'),
    changed: z.boolean().describe('False if the text was already valid JSON'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('Values of the text that are left out, and numbers that a 64-bit float cannot hold'),
  }),

  // Repairs that the libraries jsonrepair and json_repair document, too.
  examples: [
    {
      title: 'Quotes, comments and trailing commas',
      input: { text: '{name: \'John\', /* age */ "age": 30,}' },
      output: { value: { name: 'John', age: 30 }, json: '{"name":"John","age":30}', changed: true },
    },
    {
      title: 'Cut off, with Python literals',
      input: { text: '[{"ok": True, "rest": None}, {"ok": Fal' },
      output: {
        value: [{ ok: true, rest: null }, { ok: 'Fal' }],
        json: '[{"ok":true,"rest":null},{"ok":"Fal"}]',
        changed: true,
      },
    },
    {
      title: 'Valid JSON stays as it is',
      input: { text: ' {"a": [1]} ', indent: 2 },
      output: { value: { a: [1] }, json: '{\n  "a": [\n    1\n  ]\n}', changed: false },
    },
  ],

  prepare: () => import('../lib/model-json/json-in-text.ts'),
  handler: async ({ text, indent }) => {
    const changed = !isSound(text)
    const { json, warnings } = changed ? await repaired(text) : { json: text, warnings: [] }
    const lost = digitWarningsOf(json).warnings ?? []
    return {
      value: parseJson(json),
      json: stringifyExact(parseWrittenJson(json), indent),
      changed,
      ...(warnings.length + lost.length === 0 ? {} : { warnings: [...warnings, ...lost] }),
    }
  },
})

function isSound(text: string): boolean {
  try {
    return jsonProblemOf(parseJson(text)) === null
  } catch {
    // The part to repair.
    return false
  }
}

async function repaired(text: string): Promise<{ json: string; warnings: string[] }> {
  const { bestOf, findJson, sequenceIn } = await import('../lib/model-json/json-in-text.ts')
  const sequence = sequenceIn(text)
  const [only, ...others] = sequence ?? []
  const json = others.length === 0 ? only : `[${sequence?.join(',')}]`
  if (json !== undefined && jsonProblemOf(parseJson(json)) === null) {
    const told = `The text has ${others.length + 1} JSON values; they were put into a list`
    return { json, warnings: others.length === 0 ? [] : [told] }
  }
  const problems = new Set<string>()
  const found = findJson(text, true, problems)
  const best = bestOf(found)
  if (!best) throw new InvalidInput('text', unreadable(text, problems))
  const left = found.length - 1
  return {
    json: best.json,
    warnings:
      left === 0
        ? []
        : [
            `The text has ${found.length} JSON values, and this one was taken; llm-output-extract-json gives them all`,
          ],
  }
}

function unreadable(text: string, problems: ReadonlySet<string>): string {
  const [problem] = problems
  if (problem !== undefined) return `The JSON of this text cannot be returned: ${problem}`
  return /[[{]/.test(text)
    ? 'What follows the brackets in this text does not read as JSON; send the object or the list without other words'
    : 'No JSON object or array was found in this text; it needs { or ['
}
