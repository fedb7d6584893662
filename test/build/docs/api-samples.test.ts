import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_ADDRESS } from '../../../build/docs/api-samples.ts'
import { isDocumented } from '../../../src-main/gateway/openapi/operation.ts'
import { ROUTES } from '../../../src-main/gateway/routes/index.ts'
import { manualOfSources } from '../../support/docs/manual-of-sources.ts'
import { startTestGateway, type StartedTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { LONG } from '../../support/runs.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const PROGRAMS: Readonly<Record<string, (code: string) => [string, string[]]>> = {
  bash: (code) => ['bash', ['-euo', 'pipefail', '-c', code]],
  js: (code) => [process.execPath, ['--input-type=module', '--eval', code]],
  python: (code) => ['python3', ['-c', code]],
}
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0
const missing = [...(has('curl') && has('bash') ? [] : ['bash']), ...(has('python3') ? [] : ['python'])]
/** It goes on until its reader leaves. */
const ENDLESS = 'GET /v1/stream/usage'
const OPERATIONS = ROUTES.filter(isDocumented).map(
  ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
)

let gateway: StartedTestGateway
/** The samples of each operation, by its language. */
let samples: ReadonlyMap<string, ReadonlyMap<string, string>>
beforeAll(async () => {
  samples = samplesOf(await manualOfSources())
  gateway = await startTestGateway()
})
afterAll(async () => await gateway?.close())

function samplesOf(files: ReadonlyMap<string, string>): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const [address, text] of files) {
    if (!/^\/docs\/api\/.+\.md$/.test(address)) continue
    for (const [, name, section] of text.matchAll(/^## ([A-Z]+ \S+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)) {
      const blocks = [...section!.matchAll(/^```(\w+) \w+\n([\s\S]*?)^```/gm)]
      found.set(name!, new Map(blocks.map(([, language, code]) => [language!, code!])))
    }
  }
  return found
}

/** What must be there before a request, and what its samples call it. */
const PREPARED: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  'GET /v1/jobs/{id}': async () => ({ JOB_ID: await newJob() }),
  'DELETE /v1/jobs/{id}': async () => ({ JOB_ID: await newJob() }),
  'GET /v1/files/{id}': async () => ({ FILE_ID: await newFile() }),
  'DELETE /v1/files/{id}': async () => ({ FILE_ID: await newFile() }),
  'POST /v1/auth/signup': async () => ({ 'ada@example.com': `ada-${counter++}@example.com` }),
  'DELETE /v1/enterprise/keys/{id}': async () => ({ KEY_ID: await newKey() }),
  'POST /v1/enterprise/rate-limits': async () => ({ key_0123456789abcdef: await newKey() }),
  'POST /v1/enterprise/model-budgets': async () => ({ key_0123456789abcdef: await newKey() }),
  'POST /v1/enterprise/key-rules': async () => ({ key_0123456789abcdef: await newKey() }),
  'POST /v1/enterprise/approvals/{id}': newApproval,
  'POST /v1/enterprise/folders': async () => ({
    key_0123456789abcdef: await newKey(),
    '/home/ada/documents': makeTempDir(),
  }),
  'GET /v1/enterprise/toolsets/{id}': newToolset,
  'DELETE /v1/enterprise/toolsets/{id}': newToolset,
  'POST /v1/leases': async () => ({ [GATEWAY]: newInstance() }),
  'POST /v1/leases/entries': newLease,
  'DELETE /v1/leases/{id}': newLease,
  'DELETE /v1/enterprise/instances/{id}': newLease,
}
const GATEWAY = 'gw_0123456789abcdef0123456789abcdef'
let counter = 1

/** The ids in answers that make something. */
interface Kept {
  readonly poll: string
  readonly file: { readonly id: string }
  readonly key: string
  readonly key_id: string
}

async function send(path: string, body: unknown, method = 'POST'): Promise<Kept> {
  const headers = { authorization: `Bearer ${gateway.ownerKey}`, 'content-type': 'application/json' }
  const answer = await fetch(`${gateway.url}${path}`, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  expect(answer.ok, `${path} ${text}`).toBe(true)
  return JSON.parse(text) as Kept
}

async function newJob(): Promise<string> {
  return (await send('/v1/async/crypto-hash-sha256', { text: 'a' })).poll.split('/').at(-1)!
}

async function newFile(): Promise<string> {
  return (await send('/v1/files', { a: counter++ })).file.id
}

async function newKey(): Promise<string> {
  return (await send('/v1/enterprise/keys', { name: 'CI' })).key_id
}

/** A call that waits for the owner, who is asked about it in the sample. */
async function newApproval(): Promise<Record<string, string>> {
  const { key, key_id } = await send('/v1/enterprise/keys', { name: 'Held' })
  await send('/v1/enterprise/key-rules', { key_id, approval: { tools: 'all' } })
  void fetch(`${gateway.url}/v1/crypto-hash-sha256`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"text":"a"}',
  })
  const headers = { authorization: `Bearer ${gateway.ownerKey}` }
  return await waitUntil(async () => {
    const answer = await fetch(`${gateway.url}/v1/enterprise/approvals`, { headers })
    const { approvals } = (await answer.json()) as { approvals: readonly { approval_id: string }[] }
    const [first] = approvals
    return first ? { approval_0123456789abcdef01234567: first.approval_id } : null
  }, 'the call waits')
}

async function newToolset(): Promise<Record<string, string>> {
  await send('/v1/enterprise/toolsets/support', { tools: [{ slug: 'text-diff' }] }, 'PUT')
  return {}
}

function newInstance(): string {
  return `gw_${(counter++).toString(16).padStart(32, '0')}`
}

async function newLease(): Promise<Record<string, string>> {
  const instance = newInstance()
  await send('/v1/leases', { instance, name: 'Laptop', number: 1, credits: 10 })
  return { [GATEWAY]: instance }
}

/** Each operation has its turn with one of the languages, and with all of them in the long run. */
function languagesFor(name: string): readonly string[] {
  const here = Object.keys(PROGRAMS).filter((each) => !missing.includes(each))
  return LONG ? here : [here[OPERATIONS.indexOf(name) % here.length]!]
}

/** Runs a sample to its end, or to its first words. */
async function run(name: string, language: string): Promise<string> {
  const replaced = { ...(await PREPARED[name]?.()), [SAMPLE_ADDRESS]: gateway.url }
  const code = Object.entries(replaced).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    samples.get(name)!.get(language)!,
  )
  const cwd = makeTempDir()
  writeFileSync(join(cwd, 'report.csv'), 'a,b\n1,2\n')
  const [program, args] = PROGRAMS[language]!(code)
  const child = spawn(program, args, { cwd, env: { ...process.env, TOOLGATE_KEY: gateway.ownerKey } })
  let printed = ''
  let failed = ''
  child.stderr.on('data', (bytes: Buffer) => (failed += bytes.toString()))
  child.stdout.on('data', (bytes: Buffer) => {
    printed += bytes.toString()
    if (name === ENDLESS) child.kill()
  })
  const ended = await new Promise<number | null>((resolve) => child.on('close', resolve))
  expect(name === ENDLESS && printed !== '' ? 0 : ended, `${code}\n${failed}${printed}`).toBe(0)
  return printed
}

describe('the samples of the API reference', () => {
  it('are there in three languages for every request', () => {
    expect([...samples.keys()].filter((name) => /^[A-Z]+ \//.test(name)).toSorted()).toEqual(
      OPERATIONS.toSorted(),
    )
    for (const [name, languages] of samples)
      if (OPERATIONS.includes(name)) expect([...languages.keys()], name).toEqual(['bash', 'js', 'python'])
  })

  it.each(OPERATIONS)('run as they are: %s', async (name) => {
    for (const language of languagesFor(name))
      // A refused request is an answer too, which curl prints and calls a success.
      expect(await run(name, language), `${name} ${language}`).not.toMatch(/"ok": ?false/)
  })

  it.skipIf(missing.length > 0)(
    `are all run${missing.length > 0 ? `: without ${missing.join(' and ')}, not all can be` : ''}`,
    () => {
      expect(missing).toEqual([])
    },
  )
})
