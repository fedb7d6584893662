import { writeFileSync } from 'node:fs'
import { defineClientCommand } from '../client/client-command.ts'
import { toTypeScript } from '../tool/json-schema-type.ts'
import { print, say } from '../terminal/terminal.ts'
import { TYPED_CLIENT } from '../tool/typed-client.ts'
import { fetchTools, type ToolInfo } from '../tool/tool-info.ts'
import { counted } from '../../../src-shared/counted.ts'

/** `toolgate types`: TypeScript for every tool, and a typed client. */
export const types = defineClientCommand({
  args: { file: { type: 'positional', required: false, description: 'Where to write it (stdout)' } },
  run: async (client, { file }) => {
    const text = typesOf(await fetchTools(client))
    if (file === undefined) return print(text)
    writeFileSync(file, text)
    say(`Written to ${file}.`)
  },
})

/** The declarations of tools and the client, as one module without imports. */
export function typesOf(tools: readonly ToolInfo[]): string {
  return `/** The input and output of each tool of the gateway, and whether it asks a model. Written by toolgate types. */
export interface Tools {
${tools.map(declarationOf).join('\n')}
}

${TYPED_CLIENT}`
}

function declarationOf({
  slug,
  description,
  credits,
  tier,
  input_schema,
  output_schema,
}: ToolInfo): string {
  return `  /** ${description.replaceAll('*/', '*\\/')} ${counted(credits, 'credit')}. */
  ${JSON.stringify(slug)}: {
    input: ${toTypeScript(input_schema, 4)}
    output: ${toTypeScript(output_schema, 4)}
    model: ${tier === 'llm'}
  }`
}
