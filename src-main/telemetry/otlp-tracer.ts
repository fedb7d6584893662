import type { Attributes, SpanContext, Tracer } from '@opentelemetry/api'
import type { AskedModel } from '../providers/asked-model.ts'
import { GatewayError, type ErrorCode } from '../../src-shared/errors.ts'
import type { Answer, Call } from '../pipeline/call.ts'
import type { CallListener, EndedCall } from '../pipeline/call-listener.ts'
import { describeQuestion } from './chat-span.ts'

/** Exports traces of calls: what they were and how long they took, never their content. */
export interface CallTracer extends CallListener {
  /** Sends the remaining spans, for at most two seconds. */
  close(): Promise<void>
}

/** Where to send traces, and under which name; the terms are those of OpenTelemetry's environment variables. */
export interface TelemetryOptions {
  /** The collector's address for traces, path included. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly version: string
}

/** The most calls that wait for the collector; beyond that traces are dropped, and calls are never delayed. */
const MAX_WAITING_SPANS = 4_096
const EXPORT_TIMEOUT_MS = 5_000
const CLOSE_TIMEOUT_MS = 2_000
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * Sends a span for each call, and one for each of its steps, to an OpenTelemetry collector (OTLP over HTTP, JSON),
 * with the names of the GenAI conventions. The libraries are loaded only here, so an instance without telemetry never
 * loads them.
 */
export async function openOtlpTracer(options: TelemetryOptions): Promise<CallTracer> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({
    url: options.url,
    headers: { ...options.headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const processor = new sdk.BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_WAITING_SPANS,
    scheduledDelayMillis: 1_000,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.version,
    }),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('toolgate', options.version)
  const questions = new WeakMap<Call, AskedModel[]>()
  return {
    asked: (call, question) => {
      const asked = questions.get(call)
      if (asked) asked.push(question)
      else questions.set(call, [question])
    },
    answered: (ended, answer) => write(tracer, api, ended, answer, questions.get(ended.call) ?? []),
    failed: (ended, error) => write(tracer, api, ended, codeOf(error), questions.get(ended.call) ?? []),
    close: async () => {
      // A collector that does not answer must not keep the gateway from stopping.
      await Promise.race([provider.shutdown(), pause(CLOSE_TIMEOUT_MS)]).catch(() => undefined)
    },
  }
}

type Api = typeof import('@opentelemetry/api')

function write(
  tracer: Tracer,
  { trace, ROOT_CONTEXT, SpanKind, SpanStatusCode }: Api,
  ended: EndedCall,
  outcome: Answer | ErrorCode,
  questions: readonly AskedModel[],
): void {
  const { call } = ended
  const { startedAt, durationMs, spans } = ended.watch.times()
  const parent = readTraceparent(call.traceparent)
  const outer = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  const span = tracer.startSpan(
    // The GenAI conventions name a span by its operation, those of MCP by its method.
    `${call.mcpVersion === undefined ? 'execute_tool' : 'tools/call'} ${ended.tool?.slug ?? 'unknown'}`,
    { kind: SpanKind.SERVER, startTime: startedAt, attributes: attributesOf(ended, outcome) },
    outer,
  )
  const inside = trace.setSpan(outer, span)
  for (const step of spans) {
    const from = startedAt + step.start_ms
    tracer.startSpan(step.name, { startTime: from }, inside).end(from + step.duration_ms)
  }
  for (const asked of questions) {
    const { name, attributes } = describeQuestion(asked)
    const options = { kind: SpanKind.CLIENT, startTime: asked.startedAt, attributes }
    const chat = tracer.startSpan(name, options, inside)
    if (typeof asked.outcome === 'string')
      chat.setStatus({ code: SpanStatusCode.ERROR, message: asked.outcome })
    chat.end(asked.startedAt + asked.durationMs)
  }
  if (typeof outcome === 'string') span.setStatus({ code: SpanStatusCode.ERROR, message: outcome })
  span.end(startedAt + durationMs)
}

// Arguments and results are private; keys are not mentioned at all.
function attributesOf({ call, tool }: EndedCall, outcome: Answer | ErrorCode): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool?.slug ?? 'unknown',
    'gen_ai.tool.type': 'function',
    ...(call.mcpVersion === undefined
      ? {}
      : { 'mcp.method.name': 'tools/call', 'mcp.protocol.version': call.mcpVersion }),
    'toolgate.request_id': call.requestId,
    ...(tool ? { 'toolgate.tier': tool.facts.tier } : {}),
    ...(typeof outcome === 'string'
      ? { 'error.type': outcome }
      : {
          'toolgate.engine': outcome.engine,
          'toolgate.credits': outcome.creditsUsed,
          'toolgate.cache': outcome.cache,
        }),
  }
}

function codeOf(error: unknown): ErrorCode {
  return error instanceof GatewayError ? error.code : 'internal_error'
}

/** The caller's span, by the W3C header `traceparent`; null for anything else. */
export function readTraceparent(header: string | null | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
