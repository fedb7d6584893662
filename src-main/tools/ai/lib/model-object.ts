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
  const read = await readAnswer(first.text, schema)
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
  return { value: await repaired(second, schema), use: useOf([first, second]) }
}

async function repaired<T>(answer: ModelAnswer, schema: z.ZodType<T>): Promise<T> {
  const read = await readAnswer(answer.text, schema)
  if ('value' in read) return read.value
  throw new CallFailed(
    `${answer.model} did not answer in the right form, even on the second try: ${read.fault} ` +
      'A larger model may do better.',
  )
}

async function readAnswer<T>(
  text: string,
  schema: z.ZodType<T>,
): Promise<{ readonly value: T } | { readonly fault: string }> {
  const found = await jsonIn(text)
  const fitting = found.find((json) => jsonProblemOf(json) === null && schema.safeParse(json).success)
  const json = fitting ?? found[0]
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

// The whole answer, or else what llm-output-extract-json finds in it, the most likely first. A value that
// fits comes before a likelier one that does not: models repeat the schema, or begin twice.
async function jsonIn(text: string): Promise<unknown[]> {
  try {
    return [parseJson(text)]
  } catch {
    const { bestOf, findJson } = await import('../../lib/model-json/json-in-text.ts')
    const found = findJson(text, true)
    const best = bestOf(found)
    return found.toSorted((a, b) => Number(b === best) - Number(a === best)).map(({ value }) => value)
  }
}
