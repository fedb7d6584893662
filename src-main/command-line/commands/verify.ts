import { defineCommand } from 'citty'
import type { BuiltFiles } from '../serve.ts'

const json = { type: 'boolean', description: 'Print one JSON document' } as const

/** `toolgate verify` */
export const verify = (files: BuiltFiles) =>
  defineCommand({
    meta: {
      name: 'verify',
      description: 'Checks saved answers and their receipts, with no gateway running; exit code 0, 1 or 2',
    },
    args: {
      file: { type: 'positional', required: false, description: 'Answers as JSON or NDJSON; - is stdin' },
      input: { type: 'string', description: 'The body that was sent, to run the call again' },
      key: { type: 'string', description: 'Public key of the instance, or a file with it' },
      json,
    },
    run: async ({ rawArgs }) => {
      const { verifyAnswers } = await import('../verify-answers.ts')
      process.exitCode = await verifyAnswers(rawArgs, files.workerUrl)
    },
  })
