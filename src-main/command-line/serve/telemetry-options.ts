import type { TelemetryOptions } from '../../telemetry/otlp-tracer.ts'

/**
 * Reads where traces go from OpenTelemetry's own environment variables; nothing is sent anywhere without one.
 * @returns null unless OTEL_EXPORTER_OTLP_TRACES_ENDPOINT or OTEL_EXPORTER_OTLP_ENDPOINT names an address
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export function telemetryOptions(env: NodeJS.ProcessEnv, version: string): TelemetryOptions | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const url =
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base ? `${base.replace(/\/+$/, '')}/v1/traces` : '')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return null
  return {
    url,
    headers: headersOf(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: env.OTEL_SERVICE_NAME || 'toolgate',
    version,
  }
}

// `name=value,name=value`, each value percent-encoded (W3C Baggage without its properties).
function headersOf(list: string): Record<string, string> {
  const pairs = list.split(',').flatMap((pair) => {
    const [name, value] = [
      pair.slice(0, pair.indexOf('=')).trim(),
      pair.slice(pair.indexOf('=') + 1).trim(),
    ]
    return pair.includes('=') && name !== '' ? [[name, decoded(value)] as const] : []
  })
  return Object.fromEntries(pairs)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    // Not percent-encoded after all, so it is taken literally.
    return value
  }
}
