import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeProgram } from '../../build/paths.mjs'
import { TestGateway, type Json } from '../support/gateway/test-gateway.ts'
import { openApi } from '../support/tools/api-desk.ts'
import { manyOperations } from '../support/tools/many-operations.ts'
import { LONG } from '../support/runs.ts'

const require = createRequire(import.meta.url)
const REDOCLY = require.resolve('@redocly/cli/bin/cli.js')
const SPECTRAL = require.resolve('@stoplight/spectral-cli/dist/index.js')
const rules = (file: string) => fileURLToPath(new URL(file, import.meta.url))

// The linters must neither report home nor look for newer versions of themselves.
const ENV = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCARF_ANALYTICS: 'false',
  NO_COLOR: '1',
}

const OPERATIONS = LONG ? 300 : 20

let folder: string
let document: Json
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-lint-'))
  const gateway = await TestGateway.create()
  // The tools of sources are in the owner's document like all others.
  await openApi(gateway, manyOperations(OPERATIONS), { server: 'https://api.example.com' })
  document = (await gateway.asOwner('/v1/openapi.json')).json
  await gateway.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a linter over a document and gives its findings. It exits with 1 where there are any. */
async function lint(name: string, content: Json, program: string, ...options: string[]): Promise<Json> {
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(content))
  const args = [program, 'lint', file, '--format', 'json', ...options]
  const output = await new Promise<string>((resolve) => {
    execFile(nodeProgram(), args, { env: ENV, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) =>
      resolve(stdout || stderr),
    )
  })
  return JSON.parse(output)
}

const redocly = async (content: Json) => {
  const { problems } = await lint('redocly', content, REDOCLY, '--config', rules('redocly.yaml'))
  return problems.map((problem: Json) => `${problem.severity} ${problem.ruleId}: ${problem.message}`)
}
const spectral = async (content: Json) => {
  const problems = await lint('spectral', content, SPECTRAL, '--ruleset', rules('spectral.yaml'), '--quiet')
  return problems.map((problem: Json) => `${problem.code} at ${problem.path.join('.')}: ${problem.message}`)
}

/** The document and faults in paths of their own: one run shows that a linter sees them, and no others. */
function withFaults(): Json {
  const { '/v1/crypto-hash-sha256': tool, '/v1/health': route } = structuredClone(document.paths)
  tool.post.operationId = 'faultyTool'
  tool.post.requestBody.content['application/json'].examples['example-1'].value = { text: 1 }
  tool.post.responses[200].content['application/json'].examples['example-1'].value.ok = 'yes'
  route.get.responses[200].content['application/json'].schema = { $ref: '#/nowhere' }
  return { ...document, paths: { ...document.paths, '/faulty-tool': tool, '/faulty-route': route } }
}

// Each linter is a program of its own that loads its rules first.
describe('the OpenAPI document', () => {
  it('has a path for every tool of a source', () => {
    const paths = Object.keys(document.paths).filter((path) => path.startsWith('/v1/api__'))
    expect(paths.length).toBe(OPERATIONS)
  })

  it('passes Redocly, which also checks every example against its schema', async () => {
    expect(await redocly(withFaults())).toEqual([
      'error operation-operationId-unique: Every operation must have a unique `operationId`.',
      "error no-unresolved-refs: Can't resolve $ref",
      expect.stringMatching(/^warn no-invalid-media-type-examples: .*`text` property type must be string/),
      // What takes a text takes a reference to a file as well.
      expect.stringMatching(/^warn no-invalid-media-type-examples: .*`text` property type must be object/),
      expect.stringMatching(
        /^warn no-invalid-media-type-examples: .*`text` property must match a schema in/,
      ),
      expect.stringMatching(/^warn no-invalid-media-type-examples: .*`ok` property type must be boolean/),
      expect.stringMatching(/^warn no-invalid-media-type-examples: .*`ok` property must be equal to one/),
    ])
  })

  // It takes twice the time of Redocly, and little of what it finds is only its own.
  it.runIf(LONG)('passes Spectral, in the long run', async () => {
    expect(await spectral(withFaults())).toEqual([
      expect.stringMatching(/^operation-operationId-unique at paths\.\/faulty-route\./),
      expect.stringMatching(/^invalid-ref at paths\.\/faulty-route\./),
    ])
  })
})
