import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '../../../src-shared/errors.ts'
import { askAfterEnd, leaseOf } from '../../support/documents/lease-of.ts'
import { callGuarded } from '../../support/gateway/guard-desk.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { TestGateway, type TestAnswer } from '../../support/gateway/test-gateway.ts'
import { callChanged, callTwice, unshownBody } from '../../support/tools/source-desk.ts'

const SHA = '/v1/crypto-hash-sha256'
const UNREACHABLE = 'http://127.0.0.1:1'
let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create({ allowedOrigins: [UNREACHABLE] })
  await liftRateLimit(gateway)
})
afterAll(async () => await gateway.close())

const newKey = async (options: { grant?: number; rateLimit?: number; scopes?: object } = {}) =>
  (await gateway.instance.services.keys.create({ kind: 'team', name: 'Errors', ...options })).key
const text = { text: 'a' }
async function onItsOwn(use: (own: TestGateway) => Promise<TestAnswer>): Promise<TestAnswer> {
  const own = await TestGateway.create()
  try {
    return await use(own)
  } finally {
    await own.close()
  }
}

// What no request without a socket or a full disk can meet is met in door.test.ts and below; others have tests of their
// own: out-of-time.test.ts, approvals.test.ts, outage.test.ts. Nobody is told caller_left.
type Unreachable = 'headers_too_large' | 'request_timeout' | 'storage_full' | 'caller_left' | 'out_of_time'
type Elsewhere = 'approval_refused' | 'approval_timed_out' | 'storage_unavailable'
type Reachable = Exclude<ErrorCode, Unreachable | Elsewhere>

const reach: Record<Reachable, () => Promise<TestAnswer>> = {
  invalid_batch: () => gateway.send('/v1/batch', { body: { calls: 'none' } }),
  validation_error: () => gateway.send(SHA, { body: {} }),
  auth_required: () => gateway.send(SHA, { key: null, body: text }),
  invalid_key: () => gateway.send(SHA, { key: 'sk-toolgate-nobody', body: text }),
  insufficient_credits: async () => gateway.send(SHA, { key: await newKey(), body: text }),
  api_not_found: () => gateway.send('/v1/crypto-hash-sha265', { body: text }),
  rate_limited: async () => {
    const key = await newKey({ rateLimit: 1 })
    await gateway.send('/v1/credits/balance', { key })
    return await gateway.send('/v1/credits/balance', { key })
  },
  handler_error: () => gateway.send('/v1/webhook-send', { body: { url: UNREACHABLE } }),
  invalid_request: () => gateway.send('/v1/tools/%E0%A4%A'),
  forbidden_host: () => gateway.send(SHA, { body: text, headers: { host: 'evil.example' } }),
  forbidden_origin: () => gateway.send(SHA, { body: text, headers: { origin: 'null' } }),
  forbidden: () => gateway.send('/v1/enterprise/rate-limits', { body: {} }),
  scope_denied: async () => gateway.send(SHA, { key: await newKey({ scopes: { slugs: [] } }), body: text }),
  guard_refused: () => callGuarded(gateway),
  not_found: () => gateway.send('/v1/nothing/at/all', { body: text }),
  method_not_allowed: () => gateway.send(SHA, { method: 'PUT' }),
  email_exists: async () => {
    const body = { email: 'errors@example.com', name: 'Errors' }
    await gateway.send('/v1/auth/signup', { key: null, body })
    return await gateway.send('/v1/auth/signup', { key: null, body })
  },
  idempotency_in_progress: async () => {
    const sent = { body: text, headers: { 'idempotency-key': randomUUID() } }
    const [one, other] = await Promise.all([gateway.send(SHA, sent), gateway.send(SHA, sent)])
    return one.status === 200 ? other : one
  },
  lease_out_of_step: () => gateway.send('/v1/leases', { body: leaseOf(2) }),
  lease_ended: () => askAfterEnd(gateway, '2'),
  tool_changed: () => onItsOwn(callChanged),
  outcome_unknown: () => onItsOwn(callTwice),
  consent_mismatch: () => gateway.asOwner('/app/sources', { body: unshownBody() }),
  payload_too_large: () => gateway.send(SHA, { body: '{}', headers: { 'content-length': '4194305' } }),
  uri_too_long: () => gateway.send(`/v1/tools?q=${'a'.repeat(9_000)}`),
  unsupported_media_type: () =>
    gateway.send(SHA, { body: 'text=a', headers: { 'content-type': 'text/plain' } }),
  idempotency_mismatch: async () => {
    const headers = { 'idempotency-key': 'mismatch' }
    await gateway.send(SHA, { body: text, headers })
    return await gateway.send(SHA, { body: { text: 'b' }, headers })
  },
  internal_error: () =>
    onItsOwn(async (own) => {
      await own.instance.services.engine.close()
      return await own.send(SHA, { body: text })
    }),
  overloaded: () =>
    onItsOwn(async (own) => {
      await own.instance.services.workers.close()
      return await own.call('text-diff', { before: 'a', after: 'b' })
    }),
}
// The specification's own table.
const SPECIFIED = {
  invalid_batch: 400,
  validation_error: 400,
  auth_required: 401,
  invalid_key: 401,
  insufficient_credits: 402,
  api_not_found: 404,
  rate_limited: 429,
  handler_error: 500,
}

describe('the error table', () => {
  it('has the statuses of the specification', () => {
    expect(ERROR_STATUS).toMatchObject(SPECIFIED)
  })

  it.each(Object.entries(reach))(
    '%s comes with its status, a sentence and no internals',
    async (code, send) => {
      const { status, json, text: body, headers } = await send()
      expect(json).toEqual({ ok: false, error: expect.objectContaining({ code }) })
      // The key is one of the table's, since `reach` is complete.
      expect(status).toBe(ERROR_STATUS[code as Reachable])
      expect(json.error.message).toMatch(/^[A-Z].{15,}[.!:}]?$/s)
      expect(body).not.toMatch(/\bat .+:\d+:\d+|node_modules|src-main|\.ts\b|\/home\/|\/work\/|\/tmp\//)
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(headers.get('link')).toBe(`</docs/errors/${code}>; rel="help"`)
      expect(headers.get('x-engine')).toBe('error')
      expect(headers.get('x-credits-used')).toBe('0')
    },
  )
})

describe('what some errors carry', () => {
  it('insufficient_credits: need and have', async () => {
    const key = await newKey({ grant: 2 })
    const { json } = await gateway.call('text-csv-to-json', { csv: '' }, { key })
    expect(json.error).toMatchObject({
      need: 3,
      have: 2,
      message: expect.stringContaining('/v1/credits/buy'),
    })
  })

  it('api_not_found: the nearest slugs, and where all are listed', async () => {
    const { json } = await reach.api_not_found()
    expect(json.error.nearest[0]).toBe('crypto-hash-sha256')
    expect(json.error.message).toContain('GET /v1/tools')
    const far = await gateway.send('/v1/zzzzzzzzzzzzzzzz', { body: {} })
    expect(far.json.error.nearest).toEqual([])
  })

  it('validation_error: every issue with its path, and the missing fields', async () => {
    const { json } = await gateway.call('text-diff', { before: 1 })
    expect(json.error.missing_fields).toEqual(['after'])
    expect(json.error.issues.map(({ path }: { path: string }) => path)).toEqual(['before', 'after'])
  })

  it.each([
    [
      'a name that is close to a field',
      'finance-irr',
      { cashFlows: [-1, 2] },
      'Missing: cash_flows. There is no field "cashFlows", but there is "cash_flows". See',
    ],
    ['a name that is close to none', 'date-diff', { banana: 1 }, 'the fields here are from, to'],
    [
      'a name inside a field',
      'geo-coordinates-distance',
      { from: { latitude: 1, longitude: 1, height: 2 }, to: { latitude: 1, longitude: 2 } },
      'from: There is no field "height"; the fields here are latitude, longitude. See',
    ],
    ['nothing, where several kinds are taken', 'date-unix-to-iso', {}, 'Missing: value. See'],
    ['a wrong kind', 'date-unix-to-iso', { value: [] }, 'value: Must be a number or a string. See'],
  ])('validation_error says what to send instead of %s', async (_name, slug, input, said) => {
    const { json } = await gateway.call(slug, input)
    expect(json.error.message).toContain(said)
  })

  it.each([
    ['a gateway field', () => gateway.send(SHA, { body: { text: 'a', mode: 1 } })],
    ['an Idempotency-Key', () => gateway.send(SHA, { body: text, headers: { 'idempotency-key': 'a b' } })],
    ['a sum of credits', () => gateway.send('/v1/credits/buy', { body: { credits: 1 } })],
    ['a query', () => gateway.send('/v1/tools?limit=none')],
    ['a handler’s own check', () => gateway.call('text-csv-to-json', { csv: '"' })],
    ['a refused address', () => gateway.call('webhook-send', { url: 'http://10.0.0.1/' })],
  ])('validation_error has both lists wherever it comes from: %s', async (_name, send) => {
    const { status, json } = await send()
    expect(status).toBe(400)
    expect(json.error).toMatchObject({
      code: 'validation_error',
      issues: [{ path: expect.any(String), message: expect.any(String) }],
      missing_fields: expect.any(Array),
    })
  })

  it('handler_error: a hint at the input schema, engine error, and the credits back', async () => {
    const before = gateway.balance()
    const { json, headers } = await reach.handler_error()
    expect(json.error.hint).toContain('GET /v1/tools/webhook-send')
    expect(headers.get('x-engine')).toBe('error')
    expect(headers.get('x-credits-used')).toBe('0')
    expect(headers.get('x-credits-remaining')).toBe(String(before))
    expect(gateway.balance()).toBe(before)
  })

  it('method_not_allowed: what is allowed', async () => {
    const { headers } = await reach.method_not_allowed()
    expect(headers.get('allow')).toBe('POST')
    expect((await gateway.send('/v1/tools', { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD')
  })

  it('rate_limited and idempotency_in_progress: Retry-After', async () => {
    for (const send of [reach.rate_limited, reach.idempotency_in_progress]) {
      const { json, headers } = await send()
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(json.error.retry_after).toBe(Number(headers.get('retry-after')))
    }
  })

  it('a bug: no more than that it is one, while its cause is reported', async () => {
    await onItsOwn(async (own) => {
      await own.instance.services.engine.close()
      const answer = await own.send(SHA, { body: text })
      expect(answer.json.error).toEqual({ code: 'internal_error', message: expect.any(String) })
      expect(answer.text).not.toContain('database')
      expect(own.bugs.map(String).join()).toContain('database')
      return answer
    })
  })
})

describe('the order of checks', () => {
  const exhausted = async (grant: number) => {
    const key = await newKey({ rateLimit: 1, grant })
    await gateway.send('/v1/credits/balance', { key })
    return key
  }
  const codeOf = async (answer: Promise<TestAnswer>) => (await answer).json.error.code

  it('checks the path before the key', async () => {
    const wrong = { key: 'sk-toolgate-nobody', body: '{' }
    expect(await codeOf(gateway.send('/v1/no/path', wrong))).toBe('not_found')
    expect(await codeOf(gateway.send('/v1/no-such-tool', { ...wrong, method: 'PUT' }))).toBe('not_found')
    expect(await codeOf(gateway.send(SHA, { ...wrong, method: 'PUT' }))).toBe('method_not_allowed')
  })

  it('checks the key before the slug, so that nobody lists tools by guessing', async () => {
    for (const path of ['/v1/no-such-tool', '/v1/stream/no-such-tool', '/v1/dry-run/no-such-tool']) {
      expect(await codeOf(gateway.send(path, { key: null, body: '{' }))).toBe('auth_required')
      expect(await codeOf(gateway.send(path, { key: 'sk-x', body: '{' }))).toBe('invalid_key')
    }
  })

  it('checks the slug before the rate limit', async () => {
    const key = await exhausted(0)
    expect(await codeOf(gateway.send('/v1/no-such-tool', { key, body: '{' }))).toBe('api_not_found')
  })

  it('checks the rate limit before the input', async () => {
    const key = await exhausted(0)
    for (const path of [
      SHA,
      '/v1/stream/crypto-hash-sha256',
      '/v1/batch',
      '/v1/dry-run/crypto-hash-sha256',
    ])
      expect(await codeOf(gateway.send(path, { key, body: '{' }))).toBe('rate_limited')
  })

  it('checks the input before the credits', async () => {
    const key = await newKey({ grant: 0 })
    expect(await codeOf(gateway.send(SHA, { key, body: '{' }))).toBe('validation_error')
    expect(await codeOf(gateway.send(SHA, { key, body: {} }))).toBe('validation_error')
    expect(await codeOf(gateway.send(SHA, { key, body: text }))).toBe('insufficient_credits')
  })

  it('checks the credits before it runs anything', async () => {
    const key = await newKey({ grant: 4 })
    const call = { key, body: { url: UNREACHABLE } }
    expect(await codeOf(gateway.send('/v1/webhook-send', call))).toBe('insufficient_credits')
    const rich = { ...call, key: await newKey({ grant: 5 }) }
    expect(await codeOf(gateway.send('/v1/webhook-send', rich))).toBe('handler_error')
  })
})

describe('a full disk', () => {
  const hasLimits = spawnSync('prlimit', ['--version']).status === 0
  const child = fileURLToPath(new URL('../../support/disk/call-on-a-full-disk.ts', import.meta.url))

  it.skipIf(!hasLimits)('is 507 storage_full, costs nothing, and ends when there is room', () => {
    const { stdout, stderr } = spawnSync(process.execPath, [child, makeTempDir()], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      refused: { status: 507, ok: false, error: { code: 'storage_full', message: expect.any(String) } },
      lost: 0,
      reserved: 0,
      health: 200,
      reading: 200,
      later: 200,
      lostLater: 0,
    })
  })
})
