import { z } from 'zod'
import { promptOf, type ModelTask } from './model-prompt.ts'
import { useOf, type ModelUse } from './model-fields.ts'
import { jsonProblemOf } from '../../lib/sound-json.ts'
import { CallFailed, type ModelAnswer, type ToolContext } from '../../../tool-kit/tool-context.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const MAX_FAULTS = 8

/**
 * Has a model fill a schema. An answer that does not match is sent back once with the errors.
 * @param schema what the answer is checked against, and the form in which the model sees it
 * @throws CallFailed if the second answer does not match either
 */
export async function fillSchema<T>(
  task: ModelTask,
  schema: z.ZodType<T>,
  ctx: ToolContext,
  shown: object = z.toJSONSchema(schema, { io: 'input' }),
): Promise<{ readonly value: T; readonly use: ModelUse }> {
  const form =
    'Answer with one JSON value that matches this JSON Schema, and nothing ' +
    `else:\n${JSON.stringify(shown)}`
  const request = { ...promptOf({ ...task, task: `${task.task}\n\n${form}` }, ctx), json: true }
  const first = await ctx.models.generate(request)
  const read = readAnswer(first.text, schema)
  if ('value' in read) return { value: read.value, use: useOf([first]) }

  ctx.progress(75, 'repairing')
  const second = await ctx.models.generate({
    ...request,
    messages: [
      ...request.messages,
      { role: 'assistant', text: first.text },
      { role: 'user', text: `This does not match: ${read.fault} Send the whole JSON again, corrected.` },
    ],
  })
  return { value: repaired(second, schema), use: useOf([first, second]) }
}

function repaired<T>(answer: ModelAnswer, schema: z.ZodType<T>): T {
  const read = readAnswer(answer.text, schema)
  if ('value' in read) return read.value
  throw new CallFailed(
    `${answer.model} did not answer in the right form, even on the second try: ${read.fault} ` +
      'A larger model may do better.',
  )
}

function readAnswer<T>(
  text: string,
  schema: z.ZodType<T>,
): { readonly value: T } | { readonly fault: string } {
  const json = jsonIn(text)
  if (json === undefined) return { fault: 'it is not JSON.' }
  const problem = jsonProblemOf(json)
  if (problem !== null) return { fault: `it cannot be serialized as JSON (${String(problem)}).` }
  const checked = schema.safeParse(json)
  if (checked.success) return { value: checked.data }
  const faults = checked.error.issues
    .slice(0, MAX_FAULTS)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the whole value'}: ${message}`)
  return { fault: `${faults.join('; ')}.` }
}

// Models put code fences or a sentence around their answer.
function jsonIn(text: string): unknown {
  const starts = [text.indexOf('{'), text.indexOf('[')].filter((index) => index >= 0)
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  for (const part of [text, text.slice(Math.min(...starts), end + 1)]) {
    try {
      return parseJson(part)
    } catch {
      // The next candidate may match.
    }
  }
  return undefined
}
