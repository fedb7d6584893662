import { defineCommand } from 'citty'
import { fileURLToPath } from 'node:url'
import { DATA_DIR_ARG, dataDirOf } from '../client/data-dir.ts'
import { MCP_CLIENTS } from '../mcp/mcp-clients.ts'
import type { BuiltFiles } from '../serve/serve.ts'

const config = (files: BuiltFiles) =>
  defineCommand({
    meta: {
      name: 'config',
      description:
        "Prints the entry for a client's settings; --write adds it to the file and keeps a copy of the old one",
    },
    args: {
      client: {
        type: 'positional',
        required: true,
        description: `One of ${MCP_CLIENTS.map(({ name }) => name).join(', ')}`,
      },
      write: { type: 'boolean', description: 'Write it to the settings file' },
      file: { type: 'string', description: "A settings file other than the client's own" },
      key: {
        type: 'string',
        description: 'The API key (else TOOLGATE_KEY, else a new key of this name is made)',
      },
      'data-dir': DATA_DIR_ARG,
    },
    run: async ({ args }) => {
      const { configureClient } = await import('../mcp/configure-client.ts')
      process.exitCode = await configureClient({
        client: args.client,
        write: args.write === true,
        file: args.file,
        key: args.key,
        dataDir: dataDirOf(args['data-dir'], process.env),
        env: process.env,
        cli: fileURLToPath(files.cli),
      })
    },
  })

/** `toolgate mcp`: speaks MCP on stdin and stdout; `toolgate mcp config` tells clients how to start it. */
export const mcp = (files: BuiltFiles) =>
  defineCommand({
    args: {
      toolset: { type: 'string', description: 'core, finder, all, readonly or a category (core)' },
      tools: { type: 'string', description: 'The slugs to list, separated by commas' },
      schemas: { type: 'string', description: 'input, or all to list output schemas too (input)' },
      'result-chars': {
        type: 'string',
        description: "The most characters of a result that are sent at once (the owner's setting)",
      },
      'data-dir': DATA_DIR_ARG,
    },
    subCommands: { config: config(files) },
    run: async ({ args, rawArgs }) => {
      // citty runs a command after its subcommand too.
      if (rawArgs.includes('config')) return
      const { serveMcpOnStdio } = await import('../mcp/mcp-stdio.ts')
      process.exitCode = await serveMcpOnStdio({
        dataDir: dataDirOf(args['data-dir'], process.env),
        env: process.env,
        headless: files.headless,
        wishes: {
          toolset: args.toolset,
          tools: args.tools,
          schemas: args.schemas,
          result_chars: args['result-chars'],
        },
      })
    },
  })
