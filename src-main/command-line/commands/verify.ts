import { defineCommand } from 'citty'
import type { ProgramFiles } from '../serve/program-files.ts'
import { JSON_ARG } from '../terminal/terminal.ts'

/** `toolgate verify` */
export const verify = (files: ProgramFiles) =>
  defineCommand({
    args: {
      file: { type: 'positional', required: false, description: 'Answers as JSON or NDJSON; - is stdin' },
      input: { type: 'string', description: 'The request body, to run the call again' },
      key: { type: 'string', description: 'Public key of the instance, or a file with it' },
      json: JSON_ARG,
    },
    run: async ({ rawArgs }) => {
      const { verifyAnswers } = await import('../verify/verify-answers.ts')
      process.exitCode = await verifyAnswers(rawArgs, files.workerUrl)
    },
  })
