import { defineCommand } from 'citty'
import { fileURLToPath } from 'node:url'
import { DATA_DIR_ARG } from '../client/data-dir.ts'
import { placeOf, URL_ARG } from '../client/gateway-place.ts'
import { SCOPE_ARGS, scopesOf } from '../client/key-scopes.ts'
import { MCP_CLIENTS } from '../../extensions/other-clients/mcp-clients.ts'
import type { ProgramFiles } from '../serve/program-files.ts'

const config = (files: ProgramFiles) =>
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
      without: {
        type: 'string',
        description: 'With --write: servers that it no longer needs to start itself, separated by commas',
      },
      file: { type: 'string', description: "A settings file other than the client's own" },
      key: {
        type: 'string',
        description: 'File with the API key to use, or - for stdin (else a new key is made for the client)',
      },
      ...SCOPE_ARGS,
      url: URL_ARG,
      'data-dir': DATA_DIR_ARG,
    },
    run: async ({ args }) => {
      const { configureClient } = await import('../mcp/configure-client.ts')
      await configureClient({
        client: args.client,
        write: args.write === true,
        file: args.file,
        without: listOf(args.without),
        key: args.key,
        scopes: scopesOf(args),
        place: placeOf(args, process.env),
        env: process.env,
        cli: fileURLToPath(files.cli),
      })
    },
  })

function listOf(text = ''): string[] {
  return text.split(',').flatMap((name) => name.trim() || [])
}

/** `toolgate mcp`: speaks MCP on stdin and stdout; `toolgate mcp config` tells clients how to start it. */
export const mcp = (files: ProgramFiles) =>
  defineCommand({
    args: {
      toolset: {
        type: 'string',
        description: 'core, finder, all, readonly, a category or a saved toolset (core)',
      },
      tools: { type: 'string', description: 'The slugs to list, separated by commas' },
      schemas: { type: 'string', description: 'input, or all to list output schemas too (input)' },
      'result-chars': {
        type: 'string',
        description: "The most characters of a result that are sent at once (the owner's setting)",
      },
      url: URL_ARG,
      'data-dir': DATA_DIR_ARG,
    },
    subCommands: { config: config(files) },
    run: async ({ args }) => {
      const { serveMcpOnStdio } = await import('../mcp/mcp-stdio.ts')
      process.exitCode = await serveMcpOnStdio({
        place: placeOf(args, process.env),
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
