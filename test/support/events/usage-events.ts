import { onTestFinished } from 'vitest'
import type { Services } from '../../../src-main/pipeline/services.ts'
import { EventReader, type ReadEvent } from './event-reader.ts'
import type { TestCall, TestGateway } from '../gateway/test-gateway.ts'

export const USAGE_STREAM = '/v1/stream/usage'

/** Opens a usage stream, of the test key unless told otherwise; it is closed when the test ends. */
export async function openUsage(
  gateway: TestGateway,
  call: TestCall = {},
  query = '',
): Promise<EventReader> {
  const reader = new EventReader(await gateway.open(USAGE_STREAM + query, call))
  onTestFinished(() => reader.close())
  return reader
}

/** Calls as they are charged, without the tools: for tests of many. Their request ids are `name:0` and on. */
export async function chargeMany(
  services: Services,
  account: string,
  count: number,
  name = 'many',
): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => `${name}:${index}`)
  for (const id of ids) await services.ledger.reserve({ id, account, credits: 0 })
  const call = { slug: 'crypto-hash-sha256', engine: 'real' } as const
  // A gateway on PostgreSQL lets so many wait.
  for (let from = 0; from < ids.length; from += 4_000)
    await Promise.all(
      ids.slice(from, from + 4_000).map((id) => services.ledger.settle(id, { requestId: id, ...call })),
    )
}

/** Every event up to the one of this call. */
export async function readUpTo(reader: EventReader, requestId: string): Promise<ReadEvent[]> {
  const events: ReadEvent[] = []
  do events.push(...(await reader.take(1)))
  while (events.at(-1)!.data.request_id !== requestId)
  return events
}
