import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toTypeScript } from '../../../../src-main/command-line/tool/json-schema-type.ts'
import { typesOf } from '../../../../src-main/command-line/commands/types.ts'
import type { ToolInfo } from '../../../../src-main/command-line/tool/tool-info.ts'
import { startTestGateway, type StartedTestGateway } from '../../../support/gateway/start-test-gateway.ts'
import { compileFaults } from '../../../support/sources/compile-faults.ts'
import { ROOT } from '../../../support/sources/source-files.ts'

describe('a JSON Schema as a type', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [
      { type: 'object', properties: { 'a-b': {}, c: { type: 'boolean' } }, required: ['c'] },
      '{\n  "a-b"?: unknown\n  c: boolean\n}',
    ],
    [{ const: 'x' }, '"x"'],
    [{}, 'unknown'],
    [false, 'never'],
  ])('translates %j', (schema, type) => expect(toTypeScript(schema)).toBe(type))
})

// Inside node_modules, so that no other check finds the program.
const FOLDER = join(ROOT, 'node_modules', '.cache', 'toolgate-written-client')
const PROGRAM = join(FOLDER, 'written.ts')

describe('the client that toolgate types writes', () => {
  let gateway: StartedTestGateway
  beforeAll(async () => {
    gateway = await startTestGateway()
    const answer = await fetch(`${gateway.url}/v1/tools`)
    // The gateway's own list.
    const { tools } = (await answer.json()) as { tools: ToolInfo[] }
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, 'toolgate.ts'), typesOf(tools))
    copyFileSync(join(ROOT, 'test/fixtures/typed-client/written.ts'), PROGRAM)
  })
  afterAll(async () => await gateway.close())

  // Catches: declarations that let a wrong input through, or an answer without a provider be read as a result.
  it('compiles under strict, and rejects wrong uses as it compiles', () => {
    const strict = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }
    expect(compileFaults(PROGRAM, strict)).toEqual([])
  })

  it('calls, streams, sends batches and jobs, and repeats under its keys', async () => {
    const { drive } = await import(pathToFileURL(PROGRAM).href)
    const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(await drive(gateway.url, gateway.ownerKey)).toEqual({
      hash,
      missing: expect.stringContaining('provider'),
      kept: 'notes',
      isReplay: true,
      events: ['start', 'progress', 'progress', 'progress', 'result', 'false', 'done'],
      two: 2,
      why: 'needs_key',
      jobHash: hash,
      action: 'removed',
      code: 'validation_error',
    })
  })
})
