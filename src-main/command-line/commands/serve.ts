import { defineCommand } from 'citty'
import { serve as startGateway, type BuiltFiles } from '../serve/serve.ts'

/** `toolgate serve`, which parses its own arguments: some of its options may be repeated. */
export const serve = (files: BuiltFiles) => ({
  ...defineCommand({ run: async ({ rawArgs }) => await startGateway(rawArgs, files) }),
  takes: 'anything' as const,
})
