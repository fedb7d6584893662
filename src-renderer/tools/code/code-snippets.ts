import { pythonValue } from '../../../src-shared/code/python-value.ts'
import { type CallModes, callBodyOf } from '../../gateway/call-body.ts'

/** One call as the page would send it. */
export interface SnippetCall {
  /** Such as `http://127.0.0.1:4777/v1`. */
  readonly baseUrl: string
  readonly slug: string
  readonly input: Readonly<Record<string, unknown>>
  readonly modes?: CallModes
  /** The key to include; without one, the snippet reads it from TOOLGATE_KEY. */
  readonly key?: string
}

export interface Snippet {
  readonly id: 'curl' | 'typescript' | 'python' | 'mcp'
  readonly label: string
  /** Whether the snippet has a place for a key; MCP clients send it with the connection. */
  readonly carriesKey: boolean
  readonly write: (call: SnippetCall) => string
}

/** The forms in which a call can be copied. */
export const SNIPPETS: readonly Snippet[] = [
  { id: 'curl', label: 'curl', carriesKey: true, write: curlOf },
  { id: 'typescript', label: 'TypeScript', carriesKey: true, write: typescriptOf },
  { id: 'python', label: 'Python', carriesKey: true, write: pythonOf },
  { id: 'mcp', label: 'MCP', carriesKey: false, write: mcpOf },
]

const bodyOf = ({ input, modes }: SnippetCall) => callBodyOf(input, modes)
const urlOf = ({ baseUrl, slug }: SnippetCall) => `${baseUrl}/${slug}`

function curlOf(call: SnippetCall): string {
  const bearer = call.key
    ? shellQuote(`Authorization: Bearer ${call.key}`)
    : '"Authorization: Bearer $TOOLGATE_KEY"'
  return [
    `curl -sS ${shellQuote(urlOf(call))} \\`,
    `  -H ${bearer} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  --data-raw ${shellQuote(JSON.stringify(bodyOf(call), null, 2))}`,
    '',
  ].join('\n')
}

// In single quotes, a POSIX shell takes every character literally except the quote.
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function typescriptOf(call: SnippetCall): string {
  const bearer = call.key ? JSON.stringify(`Bearer ${call.key}`) : '`Bearer ${process.env.TOOLGATE_KEY}`'
  return `const response = await fetch(${JSON.stringify(urlOf(call))}, {
  method: 'POST',
  headers: {
    Authorization: ${bearer},
    'Content-Type': 'application/json',
  },
  body: ${typescriptBody(bodyOf(call))},
})
if (!response.ok) throw new Error(await response.text())
const { data, meta } = await response.json()
console.log(JSON.stringify({ data, meta }))
`
}

function typescriptBody(body: object): string {
  const json = JSON.stringify(body, null, 2)
  // In an object literal, this name would set the prototype instead of a member.
  if (json.includes('"__proto__"')) return JSON.stringify(JSON.stringify(body))
  return `JSON.stringify(${json.replaceAll('\n', '\n  ')})`
}

function pythonOf(call: SnippetCall): string {
  const bearer = call.key ? JSON.stringify(`Bearer ${call.key}`) : `f"Bearer {os.environ['TOOLGATE_KEY']}"`
  const imports = call.key ? 'import httpx' : 'import os\n\nimport httpx'
  return `${imports}

response = httpx.post(
    ${JSON.stringify(urlOf(call))},
    headers={"Authorization": ${bearer}},
    json=${pythonValue(bodyOf(call), '    ')},
    timeout=60,
)
response.raise_for_status()
print(response.text)
`
}

function mcpOf(call: SnippetCall): string {
  const { slug } = call
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: slug, arguments: call.input },
  }
  return `${JSON.stringify(request, null, 2)}\n`
}
