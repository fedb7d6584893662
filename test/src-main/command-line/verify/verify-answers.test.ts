import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runToolgate } from '../../../../src-main/command-line/toolgate.ts'
import { verifyAnswers } from '../../../../src-main/command-line/verify/verify-answers.ts'
import { toPublicKey } from '../../../../src-main/receipts/public-key.ts'
import { sha256, toCanonical } from '../../../support/canonical-writer.ts'
import { eventsOf } from '../../../support/events/events-of.ts'
import { liftRateLimit } from '../../../support/gateway/lift-rate-limit.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { TEST_FILES, TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'

const SHA = 'crypto-hash-sha256'
const request = { text: 'abc', receipt: true }

let gateway: TestGateway
let key: Json
let response: Json
let next: Json
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
  key = (await gateway.send('/v1/proof/key', { key: null })).json
  response = (await gateway.call(SHA, request)).json
  next = (await gateway.call(SHA, { text: 'next', receipt: true })).json
})
afterAll(async () => await gateway.close())

let folder: string
beforeEach(() => {
  folder = makeTempDir()
})

/** Puts a value into a file, as JSON unless it is a text. */
function file(value: unknown, name = 'answer.json'): string {
  const path = join(folder, name)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const outSpy = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => Boolean((out += String(text))))
  const errSpy = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => Boolean((err += String(text))))
  try {
    return { code: await verifyAnswers(args, TEST_FILES.workerUrl), out, err }
  } finally {
    outSpy.mockRestore()
    errSpy.mockRestore()
  }
}

/** The verdict on a file's only answer, as `check: status`. */
async function verdict(value: unknown, ...args: string[]) {
  const { code, out } = await run(file(value), '--json', ...args)
  const document = JSON.parse(out)
  const checks = Object.fromEntries(
    document.answers[0].checks.map((check: Json) => [check.name, check.status]),
  )
  return { code, ok: document.ok, checks, document }
}

/** Signs a changed statement with a key of the forger's own. */
function forge(change: object): Json {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { keyId, hex } = toPublicKey(publicKey)
  const statement = { ...response.receipt.statement, ...change }
  const signature = sign(null, Buffer.from(toCanonical(statement)), privateKey).toString('hex')
  return {
    ...response,
    receipt: { statement, algorithm: 'ed25519', key_id: keyId, public_key: hex, signature },
  }
}

describe('toolgate verify', () => {
  it('checks hash, signature, input and a run of its own when the file holds request and answer', async () => {
    const { code, ok, checks } = await verdict({ request, response }, '--key', key.public_key)
    expect([code, ok]).toEqual([0, true])
    expect(checks).toEqual({
      output_hash: 'passed',
      signature: 'passed',
      statement: 'passed',
      input_hash: 'passed',
      recompute: 'passed',
    })
  })

  it('takes the input from a file of its own', async () => {
    const { code, checks } = await verdict(response, '--input', file(request, 'request.json'))
    expect([code, checks.recompute]).toEqual([0, 'passed'])
  })

  it('finds changed data, even with a new hash in meta', async () => {
    const data = { ...response.data, bytes: 4 }
    const meta = { ...response.meta, output_hash: sha256(toCanonical(data)) }
    expect((await verdict({ ...response, data })).checks.output_hash).toBe('failed')
    const rehashed = await verdict({ ...response, data, meta })
    expect([rehashed.code, rehashed.checks.output_hash]).toEqual([1, 'failed'])
  })

  it('finds a changed statement, signature or meta', async () => {
    const { receipt, meta } = response
    const statement = { ...receipt.statement, credits: 0 }
    // One signature in 256 begins with 00 itself.
    const signature = `${receipt.signature.startsWith('00') ? '01' : '00'}${receipt.signature.slice(2)}`
    const cases = [
      [{ ...response, receipt: { ...receipt, statement } }, 'signature'],
      [{ ...response, receipt: { ...receipt, signature } }, 'signature'],
      [{ ...response, receipt: { ...receipt, statement: 'none' } }, 'signature'],
      [{ ...response, meta: { ...meta, credits_used: 0 } }, 'statement'],
      [{ ...response, meta: { ...meta, api: 'text-diff' } }, 'statement'],
    ] as const
    for (const [changed, name] of cases) {
      const { code, checks } = await verdict(changed)
      expect([code, checks[name]], name).toEqual([1, 'failed'])
    }
  })

  it('finds a receipt that somebody else signed, once it is given the key', async () => {
    const forged = forge({ credits: 0 })
    forged.meta = { ...forged.meta, credits_used: 0 }
    expect((await verdict(forged)).code).toBe(0)
    const { code, checks } = await verdict(forged, '--key', key.public_key)
    expect([code, checks.signature]).toEqual([1, 'failed'])
    expect((await verdict({ ...response, receipt: undefined }, '--key', key.public_key)).code).toBe(1)
  })

  it('finds an output that the tool does not give, whoever signed it', async () => {
    const data = { ...response.data, hash: '0'.repeat(64) }
    const output_hash = sha256(toCanonical(data))
    const forged = { ...forge({ output_hash }), data, meta: { ...response.meta, output_hash } }
    const { code, checks } = await verdict({ request, response: forged })
    expect(code).toBe(1)
    expect(checks).toMatchObject({ output_hash: 'passed', signature: 'passed', recompute: 'failed' })
  })

  it('finds an input that was not the one answered, and does not run it', async () => {
    const { code, checks } = await verdict({ request: { text: 'abd' }, response })
    expect(code).toBe(1)
    expect(checks).toMatchObject({ input_hash: 'failed', recompute: 'skipped' })
  })

  it('runs no tool of another version, of another kind or of an unknown name', async () => {
    const { statement } = response.receipt
    for (const change of [{ tool_version: 99 }, { slug: 'webhook-send' }, { slug: 'constructor' }]) {
      const { meta } = response
      const forged = { ...forge(change), meta: { ...meta, api: { ...statement, ...change }.slug } }
      const { code, checks } = await verdict({ request, response: forged })
      expect([code, checks.recompute], JSON.stringify(change)).toEqual([0, 'skipped'])
    }
  })

  it('checks a bare receipt, and given the input also the output that it promises', async () => {
    const bare = await verdict(response.receipt)
    expect(bare.checks).toMatchObject({ output_hash: 'skipped', signature: 'passed' })
    const again = await verdict(response.receipt, '--input', file(request, 'request.json'))
    expect(again.checks).toMatchObject({ input_hash: 'passed', recompute: 'passed' })
  })

  it('checks the hash of an answer without a receipt, and says that it carries no signature', async () => {
    const { code, checks, document } = await verdict((await gateway.call(SHA, { text: 'a' })).json)
    expect([code, checks]).toEqual([0, { output_hash: 'passed', signature: 'skipped' }])
    expect(document.meaning.output_hash.does_not_prove).toMatch(/unsigned hash/)
  })

  it('reads the answer of a batch beside its request, and the result of a stream', async () => {
    const calls = [{ slug: SHA, input: { text: 'a' } }, { slug: 'none' }, { slug: SHA, input: 'b' }]
    const batch = (await gateway.send('/v1/batch', { body: { calls, receipt: true } })).json
    const { code, document } = await verdict({ request: { calls }, response: batch })
    expect([code, document.answers.length]).toEqual([0, 2])
    expect(document.answers.map((one: Json) => one.checks.at(-1))).toMatchObject([
      { name: 'recompute', status: 'passed' },
      { name: 'recompute', status: 'passed' },
    ])
    expect(document.chain.status).toBe('passed')

    const { text } = await gateway.send(`/v1/stream/${SHA}`, { body: request })
    const { data } = eventsOf(text).find(({ event }) => event === 'result')!
    expect((await verdict({ request, response: data })).checks.recompute).toBe('passed')
  })

  it('reads the answer of a finished job', async () => {
    const job = { ok: true, job_id: 'job_1', status: 'completed', envelope: response }
    expect((await verdict({ request, response: job })).checks.recompute).toBe('passed')
    expect((await verdict({ ...job, envelope: { ...response, data: {} } })).code).toBe(1)
  })

  it('reads one answer per line, and checks the receipts against one another', async () => {
    const lines = (...answers: Json[]) => answers.map((one) => JSON.stringify(one)).join('\n')
    const { code, document } = await verdict(lines(next, response))
    expect([code, document.chain.status]).toEqual([0, 'passed'])

    const twin = { ...forge({ seq: 2, prev: sha256('another') }) }
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const { keyId, hex } = toPublicKey(publicKey)
    const signed = (seq: number, prev: string | null) => {
      const statement = { ...twin.receipt.statement, seq, prev }
      const signature = sign(null, Buffer.from(toCanonical(statement)), privateKey).toString('hex')
      return { statement, algorithm: 'ed25519', key_id: keyId, public_key: hex, signature }
    }
    const broken = await verdict(lines(signed(1, null), signed(2, sha256('another'))))
    expect([broken.code, broken.document.chain.status]).toEqual([1, 'failed'])
    const twice = await verdict(lines(signed(2, sha256('one')), signed(2, sha256('two'))))
    expect([twice.code, twice.document.chain.status]).toEqual([1, 'failed'])
  })

  it('says in words what was found, what it proves and what it does not', async () => {
    const { code, out } = await run(file({ request, response }))
    expect(code).toBe(0)
    expect(out).toMatch(
      /ok +Run again: Computed again: the same\. crypto-hash-sha256 gives these \d+ characters here/,
    )
    expect(out).toMatch(/Does not prove: .*which code ran/)
    expect(out).toMatch(/Nothing is wrong: 5 checks passed, 0 could not be run/)
    const bad = await run(file({ ...response, data: {} }))
    expect(bad.out).toMatch(/FAILED +Output hash: .*the answer was changed/)
    expect(bad.out).toMatch(/Do not rely on this/)
  })

  it('prints nothing that controls the terminal', async () => {
    const meta = { ...response.meta, api: '\u001b[2J\u202eevil' }
    const { out } = await run(file({ data: response.data, meta }))
    expect(out).toContain('evil')
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  })

  it.each(['public_key', 'public_key_base64', 'public_key_pem', 'jwk', 'all'])(
    'reads the key as %s',
    async (spelling) => {
      const text = spelling === 'all' ? key : key[spelling]
      const { checks } = await verdict(response, '--key', file(text, 'key'))
      expect(checks.signature).toBe('passed')
    },
  )

  it.each([
    ['no file', []],
    ['two files', ['a.json', 'b.json']],
    ['a missing file', ['/nowhere/answer.json']],
    ['a misspelt option', ['answer.json', '--kye', 'x']],
  ])('ends with 2 for %s', async (_what, args) => {
    const { code, out, err } = await run(...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).not.toBe('')
  })

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['no answer', '{"ok":true}'],
    ['a failure', '{"ok":false,"error":{"code":"not_found"}}'],
    ['half a document', '{"data":{"_engine":"real"'],
    ['a number without a canonical form', '{"data":{"x":1e999},"meta":{}}'],
    ['half a character', '{"data":{"x":"\\ud800"},"meta":{}}'],
    ['too deep a nest', '['.repeat(5_000)],
  ])('ends with 2 for a file with %s', async (_what, text) => {
    const { code, err } = await run(file(text))
    expect(code).toBe(2)
    expect(err).toMatch(/^[A-Z].*\.\n$|line \d+/s)
  })

  it('ends with 2 for an invalid key, and for one input of two answers', async () => {
    expect((await run(file(response), '--key', file('none', 'key'))).code).toBe(2)
    const two = file([response, next], 'two.json')
    expect((await run(two, '--input', file(request, 'request.json'))).code).toBe(2)
  })

  it('is a command of toolgate', async () => {
    const before = process.exitCode
    const spy = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const none = new URL('file:///none/')
    const files = { pageDir: none, workerUrl: TEST_FILES.workerUrl, headless: none, cli: none }
    await runToolgate(['verify', file({ ...response, data: {} }), '--json'], files)
    const said = String(spy.mock.calls.at(-1)?.[0])
    spy.mockRestore()
    expect([process.exitCode, JSON.parse(said).ok]).toEqual([1, false])
    process.exitCode = before
  })
})
