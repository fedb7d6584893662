import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SNIPPETS, type SnippetCall } from '../../../src-renderer/tools/code/code-snippets.ts'
import { startTestGateway, type StartedTestGateway } from '../../support/gateway/start-test-gateway.ts'

interface ListedTool {
  readonly slug: string
  readonly tier: string
  readonly side_effects: boolean
  readonly cacheable: boolean
  readonly examples: readonly { readonly input: Record<string, unknown> }[]
}

const run = promisify(execFile)
/** Texts that a shell or a language could take for its own. */
const NASTY = `it's $HOME \`id\` "q" \\n \\ %s #{x} é 😀\nnext\tline`

let gateway: StartedTestGateway
let calls: readonly SnippetCall[] = []

beforeAll(async () => {
  gateway = await startTestGateway()
  const response = await fetch(`${gateway.url}/v1/tools`)
  const { tools } = (await response.json()) as { tools: ListedTool[] }
  const baseUrl = `${gateway.url}/v1`
  calls = [
    ...tools
      .filter(({ cacheable, side_effects }) => cacheable && !side_effects)
      .slice(0, 4)
      .map(({ slug, examples }) => ({ baseUrl, slug, input: examples[0]?.input ?? {} })),
    { baseUrl, slug: 'crypto-hash-sha256', input: { text: NASTY } },
    {
      baseUrl,
      slug: 'code-json-to-typescript',
      input: JSON.parse(
        `{"json": {"__proto__": {"a": 1}, "n": null, "b": [true, false, {}, []], "x": 1.5e-7}}`,
      ),
    },
  ]
})
afterAll(() => gateway.close())

const env = () => ({ ...process.env, TOOLGATE_KEY: gateway.ownerKey })
const written = (id: string, call: SnippetCall) => SNIPPETS.find((each) => each.id === id)!.write(call)

async function hashByPage({ slug, input }: SnippetCall): Promise<string> {
  const headers = { authorization: `Bearer ${gateway.ownerKey}`, 'content-type': 'application/json' }
  const answer = await fetch(`${gateway.url}/v1/${slug}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  })
  return hashIn(await answer.text())
}

function hashIn(text: string): string {
  const { meta } = JSON.parse(text) as { meta: { output_hash: string } }
  expect(meta.output_hash).toMatch(/^[0-9a-f]{64}$/)
  return meta.output_hash
}

const has = async (command: string, ...args: string[]) =>
  await run(command, args).then(
    () => true,
    () => false,
  )
const withCurl = await has('curl', '--version')
const withHttpx = await has('python3', '-c', 'import httpx')

describe('a call copied as code', () => {
  it.skipIf(!withCurl)('gives the same output in a shell', async () => {
    for (const call of calls) {
      const { stdout } = await run('sh', ['-c', written('curl', call)], { env: env() })
      expect(hashIn(stdout), call.slug).toBe(await hashByPage(call))
    }
  })

  it('gives the same output as TypeScript', async () => {
    for (const call of calls) {
      const script = written('typescript', call)
      const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '--eval', script], {
        env: env(),
      })
      expect(hashIn(stdout), call.slug).toBe(await hashByPage(call))
    }
  })

  it.skipIf(!withHttpx)('gives the same output in Python', async () => {
    for (const call of calls) {
      const { stdout } = await run('python3', ['-c', written('python', call)], { env: env() })
      expect(hashIn(stdout), call.slug).toBe(await hashByPage(call))
    }
  })

  it('is an MCP request for the same input', () => {
    for (const call of calls) {
      const request: unknown = JSON.parse(written('mcp', call))
      expect(request).toEqual({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: call.slug, arguments: call.input },
      })
    }
  })

  it('says how the call is made, and holds a key only if it was given one', () => {
    const call = { ...calls[0]!, modes: { agent: true, trace: true } }
    for (const { id, write } of SNIPPETS.filter((each) => each.id !== 'mcp')) {
      expect(write(call), id).toMatch(/"?mode"?: "agent"/)
      expect(write(call), id).toContain('TOOLGATE_KEY')
      expect(write({ ...call, key: 'sk-toolgate-x' }), id).toContain('Bearer sk-toolgate-x')
      expect(write({ ...call, key: 'sk-toolgate-x' }), id).not.toContain('TOOLGATE_KEY')
    }
  })
})
