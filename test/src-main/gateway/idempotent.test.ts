import { expect, it } from 'vitest'
import { idempotently } from '../../../src-main/gateway/idempotent.ts'
import type { Reply } from '../../../src-main/gateway/reply.ts'
import type { KeyedRequest } from '../../../src-main/gateway/route.ts'
import { OWNER_KEY, TestGateway } from '../../support/test-gateway.ts'

it('keeps the engine of a generated answer, which a repetition would else call computed', async () => {
  const gateway = await TestGateway.create()
  const { services } = gateway.instance
  const url = new URL('http://127.0.0.1:4777/v1/llm-summarize')
  // The part of a request that decides about repetitions.
  const request = {
    event: { url, req: new Request(url, { headers: { 'idempotency-key': 'engine' } }) },
    account: services.keys.find(OWNER_KEY),
    context: { services },
  } as unknown as KeyedRequest
  const reply: Reply = {
    status: 200,
    body: '{}',
    contentType: 'application/json; charset=utf-8',
    outputHash: '0'.repeat(64),
    engine: 'llm',
    creditsUsed: 10,
    balance: 490,
  }
  const send = () =>
    idempotently(request, { text: '{}', value: {} }, 'charge', async (_id, save) => {
      await services.commits.enqueue(() => save(reply))
      return reply
    })
  await send()
  expect(await send()).toMatchObject({ engine: 'llm', outputHash: reply.outputHash, creditsUsed: 0 })
  await gateway.close()
})
