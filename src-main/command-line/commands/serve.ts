import { defineCommand } from 'citty'
import type { ProgramFiles } from '../serve/program-files.ts'
import { serve as startGateway } from '../serve/serve.ts'

/** `toolgate serve`, which parses its own arguments: some of its options may be repeated. */
export const serve = (files: ProgramFiles) => ({
  ...defineCommand({ run: async ({ rawArgs }) => await startGateway(rawArgs, files) }),
  takes: 'anything' as const,
})
