import { writeFileSync } from 'node:fs'
import { withFileReferences } from '../../registry/file-fields.ts'
import { FILE_FORMS } from '../../../src-shared/files/file-reference.ts'
import { defineClientCommand } from '../client/client-command.ts'
import { toTypeScript } from '../tool/json-schema-type.ts'
import { print, say } from '../terminal/terminal.ts'
import { TYPED_CLIENT } from '../tool/typed-client.ts'
import { fetchTools, type ToolInfo } from '../tool/tool-info.ts'
import { counted } from '../../../src-shared/counted.ts'

/** A file in place of the value of a field. */
const REFERENCE = {
  type: 'object',
  properties: { file: { type: 'string' }, as: { enum: FILE_FORMS } },
  required: ['file'],
  additionalProperties: false,
}

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
  file_fields = {},
  output_schema,
}: ToolInfo): string {
  const input = withFileReferences(input_schema, Object.keys(file_fields), REFERENCE)
  return `  /** ${description.replaceAll('*/', '*\\/')} ${counted(credits, 'credit')}. */
  ${JSON.stringify(slug)}: {
    input: ${toTypeScript(input, 4)}
    output: ${toTypeScript(output_schema, 4)}
    model: ${tier === 'llm'}
  }`
}
