import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseJson } from '../../src-shared/parse-json.ts'
import { STANDARDS } from '../../src-main/tools/lib/standards.ts'
import { suiteFolder } from '../support/suite-folder.ts'
import { liftRateLimit } from '../support/gateway/lift-rate-limit.ts'
import { TestGateway } from '../support/gateway/test-gateway.ts'

const suite = suiteFolder('jq')

interface Case {
  readonly filter: string
  readonly fails: boolean
  readonly input: string
  readonly outputs: readonly string[]
}

// A case is a filter, its input and its outputs, a line each; %%FAIL precedes a filter that does not compile.
function casesOf(file: string): Case[] {
  const text = readFileSync(join(suite!, 'tests', file), 'utf8').replace(/^#.*\n/gm, '')
  return text
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
    .map((lines) => {
      const fails = lines[0]!.startsWith('%%FAIL')
      const [filter = '', input = '', ...outputs] = fails ? lines.slice(1) : lines
      return { filter, fails, input, outputs }
    })
}

// Through the gateway, whose workers have a deadline.
let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
  const { ledger } = gateway.instance.services
  await ledger.credit({ id: 'suite', account: gateway.keyId, kind: 'grant', credits: 10_000 })
})
afterAll(async () => await gateway.close())

// What the suite's own program finds in tests/modules; it keeps homes of users there, too.
function suiteModules(): Record<string, string> {
  const folder = join(suite!, 'tests', 'modules')
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    paths
      .filter((path) => /^(?!home).*\.(?:jq|json)$/.test(path))
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )
}

async function passes({ filter, fails, input, outputs }: Case): Promise<boolean> {
  const json = fails ? 'null' : input.replace(/^\ufeff/, '')
  const modules = /\b(?:import|include|modulemeta)\b/.test(filter) ? suiteModules() : {}
  const { status, json: answer } = await gateway.call('exec-jq', { json, filter, modules })
  if (fails) return status === 400
  // The suite's own program takes an error for the end of the outputs; a filter must compile, though.
  if (outputs.length === 0 && status === 400) return !JSON.stringify(answer).includes('<top-level>')
  return status === 200 && isDeepStrictEqual(answer.data.results, outputs.map(valueOf))
}

// jq reads nan and infinities in the outputs, too; a tool cannot answer with them.
function valueOf(output: string): unknown {
  try {
    return parseJson(output)
  } catch {
    return output
  }
}

// What a tool does not do, and why.
const EXCEPTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ENV|env)\./, 'There is no environment.'],
  [/range\((?:9999|1000[01])/, 'The stack of the binary ends before ten thousand levels.'],
  [/9E999999999/, 'The result has numbers that no float holds.'],
]

/** Each file of them, how many are passed, and how many of the exceptions it has. */
const FILES = [
  ['jq.test', 536, 14],
  ['man.test', 229, 2],
  ['base64.test', 10, 0],
  ['onig.test', 47, 0],
  ['uri.test', 20, 0],
] as const

describe.skipIf(suite === null)("jq's own tests", () => {
  it.each(FILES)(
    'are passed except for what a tool cannot do: %s',
    async (file, right, excepted) => {
      const failed: string[] = []
      const cases = casesOf(file)
      for (const one of cases) if (!(await passes(one))) failed.push(one.filter)
      expect(failed.filter((filter) => !EXCEPTIONS.some(([words]) => words.test(filter)))).toEqual([])
      expect([cases.length - failed.length, failed.length]).toEqual([right, excepted])
    },
    3_600_000,
  )

  it('come to what the tool says', () => {
    const passed = FILES.reduce((sum, [, right]) => sum + right, 0)
    const excepted = FILES.reduce((sum, [, , left]) => sum + left, 0)
    expect(STANDARDS.jq).toMatchObject({ passed, cases: passed + excepted })
  })
})
