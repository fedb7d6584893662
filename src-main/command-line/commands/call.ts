import type { BuiltFiles } from '../serve/serve.ts'
import { showAnswer } from '../tool/show-answer.ts'
import { defineToolCommand } from '../tool/tool-call.ts'

/** `toolgate call`: runs one tool. */
export const call = ({ headless }: BuiltFiles) =>
  defineToolCommand({
    usage: 'toolgate call SLUG [--field value | --input JSON | -]',
    headless,
    run: async ({ client, tool, fields, json }) =>
      showAnswer(await client.post(`/v1/${tool.slug}`, fields), json),
  })
