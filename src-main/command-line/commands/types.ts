import { writeFileSync } from 'node:fs'
import { defineClientCommand } from '../client/client-command.ts'
import { toTypeScript } from '../tool/json-schema-type.ts'
import { print, say } from '../terminal/terminal.ts'
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
  return `/** The input and output of each tool of the gateway. Written by toolgate types. */
export interface Tools {
${tools.map(declarationOf).join('\n')}
}

${CLIENT}`
}

function declarationOf({ slug, description, credits, input_schema, output_schema }: ToolInfo): string {
  return `  /** ${description.replaceAll('*/', '*\\/')} ${counted(credits, 'credit')}. */
  ${JSON.stringify(slug)}: {
    input: ${toTypeScript(input_schema, 4)}
    output: ${toTypeScript(output_schema, 4)}
  }`
}

const CLIENT = `export interface Meta {
  engine: string
  credits_used: number
  balance: number
  latency_ms: number
  output_hash: string
  [name: string]: unknown
}

export interface Answer<Output> {
  ok: boolean
  data: Output & { _engine: string }
  meta: Meta
}

/** The gateway refused a call or failed at it; nothing was charged unless \`details\` has credits_used. */
export class ToolgateError extends Error {
  readonly code: string
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(status: number, error: { code?: string; message?: string }) {
    super(error.message ?? \`The gateway answered \${status}\`)
    this.name = 'ToolgateError'
    this.code = error.code ?? 'unknown'
    this.status = status
    this.details = { ...error }
  }
}

/** A client of one gateway. */
export class Toolgate {
  readonly #url: string
  readonly #key: string

  constructor(options: { key: string; url?: string }) {
    this.#url = (options.url ?? 'http://127.0.0.1:4777').replace(/\\/(v1\\/?)?$/, '')
    this.#key = options.key
  }

  /** Calls a tool. */
  async call<Slug extends keyof Tools>(
    slug: Slug,
    input: Tools[Slug]['input'],
    options: { signal?: AbortSignal; idempotencyKey?: string } = {},
  ): Promise<Answer<Tools[Slug]['output']>> {
    const headers: Record<string, string> = {
      authorization: \`Bearer \${this.#key}\`,
      'content-type': 'application/json',
    }
    if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey
    const response = await fetch(\`\${this.#url}/v1/\${slug}\`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
      signal: options.signal ?? null,
    })
    const answer = await response.json()
    if (!response.ok) throw new ToolgateError(response.status, answer.error ?? {})
    return answer
  }
}
`
