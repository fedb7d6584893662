import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { telemetryOptions } from '../../../src-main/command-line/serve/telemetry-options.ts'
import { readTraceparent } from '../../../src-main/telemetry/otlp-tracer.ts'
import { LlmServer } from '../../support/models/llm-server.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

/** A collector that keeps what it is sent, as bodies of OTLP over HTTP. */
async function startCollector() {
  const requests: { url: string; authorization: string | undefined; body: string }[] = []
  const server = createServer((req, res) => {
    let body = ''
    req.setEncoding('utf8')
    req.on('data', (piece: string) => (body += piece))
    req.on('end', () => {
      requests.push({ url: req.url ?? '', authorization: req.headers.authorization, body })
      res.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A listening TCP server's address is never a path.
  const { port } = server.address() as AddressInfo
  return { requests, endpoint: `http://127.0.0.1:${port}` }
}

function optionsFor(endpoint: string) {
  return telemetryOptions(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
      OTEL_SERVICE_NAME: 'my-gateway',
    },
    '1.2.3',
  )
}

function spansOf(requests: readonly { body: string }[]): Json[] {
  return requests.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((resource: Json) =>
      resource.scopeSpans.flatMap((scope: Json) => scope.spans),
    ),
  )
}

function attributesOf(span: Json): Record<string, unknown> {
  return Object.fromEntries(
    span.attributes.map(({ key, value }: Json) => [key, Object.values(value as object)[0]]),
  )
}

describe('traces', () => {
  it('describe each call in the names of the GenAI conventions, under the span of the caller', async () => {
    const collector = await startCollector()
    const gateway = await TestGateway.create({ telemetry: optionsFor(collector.endpoint) })
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` }
    await gateway.call('crypto-hash-sha256', { text: 'planted payload' }, { headers })
    await gateway.call('crypto-hash-sha256', { text: 5 })
    await gateway.close()

    expect(new Set(collector.requests.map(({ url, authorization }) => `${url} ${authorization}`))).toEqual(
      new Set(['/v1/traces Bearer secret']),
    )
    const spans = spansOf(collector.requests)
    const [good, bad] = spans.filter(({ name }) => name === 'execute_tool crypto-hash-sha256')
    expect(good).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 2 })
    expect(attributesOf(good)).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'crypto-hash-sha256',
      'toolgate.engine': 'real',
      'toolgate.cache': 'MISS',
    })
    const steps = spans.filter(({ parentSpanId }) => parentSpanId === good.spanId).map(({ name }) => name)
    expect(steps).toEqual(['authenticate', 'validate', 'reserve', 'cache', 'execute', 'settle'])
    expect(attributesOf(bad)).toMatchObject({ 'error.type': 'validation_error' })
    expect(bad.status.code).toBe(2)
    // Catches: a payload or a key that leaves with the trace.
    const sent = collector.requests.map(({ body }) => body).join()
    expect(sent).not.toContain('planted payload')
    expect(sent).not.toContain(gateway.key)
    expect(sent).toContain('my-gateway')
  })

  it('tell which model was asked and how much, never what was said', async () => {
    const [collector, broken, good] = await Promise.all([
      startCollector(),
      LlmServer.start({ status: 503 }),
      LlmServer.start({ pieces: ['planted ', 'completion'], usage: { read: 7, written: 4 } }),
    ])
    const gateway = await TestGateway.create({ telemetry: optionsFor(collector.endpoint) })
    for (const [kind, model, server] of [
      ['anthropic', 'stub-small', broken],
      ['google', 'stub-large', good],
    ] as const) {
      const base_url = server.baseUrl(kind)
      const body = { kind, model, base_url, api_key: 'sk-planted-0123456789abcdefQx4A' }
      await gateway.send('/app/providers', { key: OWNER_KEY, body })
    }
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` }
    await gateway.send('/v1/stream/llm-summarize', { body: { text: 'planted prompt' }, headers })
    await gateway.close()
    await Promise.all([broken.close(), good.close()])

    const spans = spansOf(collector.requests)
    const call = spans.find(({ name }) => name === 'execute_tool llm-summarize')
    const [failed, answered] = ['chat stub-small', 'chat stub-large'].map((name) =>
      spans.find((span) => span.name === name),
    )
    for (const span of [failed, answered])
      expect(span).toMatchObject({ traceId: TRACE, parentSpanId: call.spanId, kind: 3 })
    expect(attributesOf(failed)).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'stub-small',
      'error.type': 'unavailable',
    })
    expect(failed.status.code).toBe(2)
    expect(attributesOf(answered)).toMatchObject({
      'gen_ai.provider.name': 'gcp.gemini',
      'gen_ai.request.model': 'stub-large',
      'gen_ai.usage.input_tokens': 7,
      'gen_ai.usage.output_tokens': 4,
      'gen_ai.response.finish_reasons': { values: [{ stringValue: 'stop' }] },
    })
    expect(Number(answered.endTimeUnixNano)).toBeLessThanOrEqual(Number(call.endTimeUnixNano))
    expect(Number(answered.startTimeUnixNano)).toBeGreaterThanOrEqual(Number(call.startTimeUnixNano))
    // Catches: a prompt, a completion or a provider's key that leaves with the trace.
    expect(collector.requests.map(({ body }) => body).join()).not.toContain('planted')
  })

  it('delay no call, and let the gateway end, when nobody collects them', async () => {
    const gateway = await TestGateway.create({ telemetry: optionsFor('http://127.0.0.1:9') })
    expect((await gateway.call('crypto-hash-sha256', { text: 'a' })).status).toBe(200)
    await gateway.close()
    expect(gateway.bugs).toEqual([])
  })

  it('go nowhere unless a collector is named', () => {
    expect(telemetryOptions({}, '1')).toBeNull()
    expect(telemetryOptions({ OTEL_EXPORTER_OTLP_ENDPOINT: 'not an address' }, '1')).toBeNull()
    const named = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/', OTEL_SDK_DISABLED: 'true' }
    expect(telemetryOptions(named, '1')).toBeNull()
    expect(telemetryOptions({ ...named, OTEL_SDK_DISABLED: 'false' }, '1')?.url).toBe(
      'http://c:4318/v1/traces',
    )
  })

  it.each(['', 'garbage', `00-${'0'.repeat(32)}-${PARENT}-01`, `00-${TRACE}-${'0'.repeat(16)}-01`])(
    'start afresh under an invalid parent: %j',
    (header) => expect(readTraceparent(header)).toBeNull(),
  )
})
