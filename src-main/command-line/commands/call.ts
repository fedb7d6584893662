import type { ProgramFiles } from '../serve/program-files.ts'
import { saveAnswer } from '../tool/save-answer.ts'
import { showAnswer } from '../tool/show-answer.ts'
import { defineToolCommand } from '../tool/tool-call.ts'

/** `toolgate call`: runs one tool. */
export const call = ({ headless }: ProgramFiles) =>
  defineToolCommand({
    usage: 'toolgate call SLUG [--field value | --input JSON | -] [-o FILE]',
    headless,
    run: async ({ client, tool, fields, json, output }) =>
      showAnswer(
        await client.post(`/v1/${tool.slug}`, fields),
        tool.main_output,
        json,
        output === undefined ? undefined : (answer) => saveAnswer(answer, tool, output),
      ),
  })
