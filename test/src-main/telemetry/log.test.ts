import { describe, expect, it, onTestFinished } from 'vitest'
import { GatewayError } from '../../../src-shared/errors.ts'
import { Log, type LogLevel } from '../../../src-main/telemetry/log.ts'
import { OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'

async function logged(level: LogLevel) {
  const lines: string[] = []
  const log = new Log(level, (line) => lines.push(line))
  const gateway = await TestGateway.create({ log, reportBug: log.bug })
  onTestFinished(async () => await gateway.close())
  return { gateway, log, lines, read: () => lines.map((line) => JSON.parse(line)) }
}

describe('a request in the log', () => {
  it('is one line of JSON with what tells requests apart', async () => {
    const { gateway, read } = await logged('info')
    const answer = await gateway.call('crypto-hash-sha256', { text: 'abc' })
    await gateway.send('/nowhere', { key: null })
    await gateway.send('/v1/tools', { headers: { host: 'elsewhere.example' } })
    const base = { ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), level: 'info', ms: expect.any(Number) }
    expect(read()).toEqual([
      {
        ...base,
        request_id: answer.headers.get('x-request-id'),
        method: 'POST',
        route: '/v1/:slug',
        status: 200,
        key_id: gateway.keyId,
      },
      { ...base, request_id: expect.any(String), method: 'GET', route: null, status: 404, key_id: null },
      { ...base, request_id: expect.any(String), method: 'GET', route: null, status: 403, key_id: null },
    ])
  })

  it('says at debug what it cost', async () => {
    const { gateway, read } = await logged('debug')
    await gateway.call('crypto-hash-sha256', { text: 'abc' })
    expect(read()).toMatchObject([{ credits: 1, engine: 'real', cache: 'MISS' }])
  })

  it.each(['error', 'warn'] as const)('is left out at %s', async (level) => {
    const { gateway, lines } = await logged(level)
    await gateway.call('crypto-hash-sha256', { text: 'abc' })
    await gateway.send('/nowhere')
    expect(lines).toEqual([])
  })
})

describe('the log', () => {
  it('holds no key, query, payload or header of a caller, whatever goes wrong', async () => {
    const { gateway, lines } = await logged('debug')
    const secret = 'planted-secret-3141592653'
    const headers = {
      'idempotency-key': secret,
      'x-agent-mode': secret,
      'user-agent': secret,
      cookie: `a=${secret}`,
      'x-request-id': secret,
    }
    await gateway.call(
      'crypto-hash-sha256',
      { text: secret, mode: 'agent', session_id: secret },
      { headers },
    )
    await gateway.call('crypto-hash-sha256', { [secret]: secret }, { headers })
    await gateway.send(`/v1/${secret}`, { body: { a: secret }, headers })
    await gateway.send(`/v1/tools?q=${secret}&cursor=${secret}`, { headers })
    await gateway.send('/v1/batch', { body: `{"calls": [${secret}`, headers })
    await gateway.send('/v1/tools', { key: `sk-toolgate-${secret}` })
    await gateway.send('/v1/auth/signup', { body: { email: `${secret}@example.org`, name: secret } })
    await gateway.call('math-evaluate', { expression: secret })
    await gateway.call('webhook-send', {
      url: `http://user:${secret}@127.0.0.1/?${secret}`,
      payload: secret,
    })
    await gateway.send('/v1/tools', { headers: { origin: `http://${secret}.example` } })
    const text = lines.join('')
    expect(lines.length).toBeGreaterThanOrEqual(10)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(gateway.key.slice(12))
    expect(text).not.toContain(OWNER_KEY.slice(12))
  })

  it('tells where and why a bug happened, and not what it quotes', () => {
    const lines: string[] = []
    const log = new Log('warn', (line) => lines.push(line))
    const secret = 'planted secret'
    const quoting = new TypeError(`Cannot read ${secret}`, {
      cause: new GatewayError('internal_error', secret),
    })
    log.bug(new Error(`first\n    at ${secret}`, { cause: quoting }), 'request-1')
    log.bug(secret, 'request-2')
    expect(lines).toHaveLength(2)
    expect(lines.join('')).not.toContain(secret)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'error',
      request_id: 'request-1',
      errors: [
        { name: 'Error', at: expect.arrayContaining([expect.stringContaining('log.test.ts')]) },
        { name: 'TypeError' },
        { name: 'GatewayError', code: 'internal_error' },
      ],
    })
  })

  it('warns of a restore, unless only errors are wanted', () => {
    const lines: string[] = []
    for (const level of ['error', 'warn'] as const)
      new Log(level, (line) => lines.push(line)).restored({ number: 2, cause: 'restore' })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', event: 'restored', epoch: 2, cause: 'restore' },
    ])
  })

  it('keeps the words of a failed system call, which name no payload', () => {
    const lines: string[] = []
    const failure = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    })
    new Log('error', (line) => lines.push(line)).bug(failure, 'r')
    expect(JSON.parse(lines[0]!).errors).toMatchObject([{ code: 'ENOSPC', message: failure.message }])
  })
})
