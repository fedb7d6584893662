import type { Call, CallObserver } from '../../../src-main/pipeline/call.ts'
import type { TestGateway } from './test-gateway.ts'

interface CallParts {
  readonly slug: string
  /** Aborted when the caller leaves; without it the caller stays. */
  readonly leaving?: AbortController
  readonly observer?: Partial<CallObserver>
}

/** A call with the test key as a surface reads it, of the text abc. */
export function callOf(gateway: TestGateway, { slug, leaving, observer }: CallParts): Call {
  const { signal } = leaving ?? new AbortController()
  return {
    slug,
    fields: { text: 'abc' },
    agentMode: false,
    trace: false,
    sessionId: null,
    account: gateway.instance.services.keys.find(gateway.key)!,
    requestId: 'request',
    chargeId: 'charge',
    caller: { signal, gone: () => signal.aborted },
    observer: {
      started: () => undefined,
      progress: () => undefined,
      token: () => undefined,
      ...observer,
    },
  }
}
