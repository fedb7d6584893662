import { showAnswer } from '../show-answer.ts'
import { withToolCall } from '../tool-call.ts'

const USAGE = 'toolgate call SLUG [--field value | --input JSON | -]'

/** `toolgate call`: runs one tool. @returns the exit code */
export async function call(rawArgs: readonly string[]): Promise<number> {
  return await withToolCall(rawArgs, USAGE, async ({ client, tool, fields, json }) =>
    showAnswer(await client.post(`/v1/${tool.slug}`, fields), json),
  )
}
