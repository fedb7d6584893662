import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startGatewayProcess } from '../../support/gateway/gateway-process.ts'
import { OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'
import { LlmGateway } from '../../support/models/llm-gateway.ts'
import {
  BODY,
  OVER,
  TOKENS,
  budgetOf,
  postTo,
  providerAt,
  refusal,
} from '../../support/models/model-budgets.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { waitUntil } from '../../support/wait-until.ts'

let llm: LlmGateway
beforeEach(async () => {
  llm = await LlmGateway.open()
})
afterEach(async () => await llm.close())

async function openWith(dataDir: string): Promise<TestGateway> {
  const gateway = await TestGateway.create({ dataDir })
  await gateway.asOwner('/app/providers', { body: providerAt(llm.server) })
  return gateway
}

describe('what a key has used', () => {
  it('is kept over a restart, with its own budget', async () => {
    const dataDir = makeTempDir()
    const first = await openWith(dataDir)
    const made = (await first.asOwner('/v1/enterprise/keys', { body: { name: 'CI' } })).json
    const body = { key_id: made.key_id, questions: 1 }
    await first.asOwner('/v1/enterprise/model-budgets', { body })
    await first.send('/v1/llm-summarize', { key: made.key, body: BODY })
    await first.close()
    const second = await openWith(dataDir)
    expect(await budgetOf(second, made.key)).toMatchObject({
      questions: { used: 1, limit: 1, own: true },
      tokens: { used: TOKENS },
    })
    expect(refusal(await second.send('/v1/llm-summarize', { key: made.key, body: BODY }))).toEqual(OVER)
    await second.close()
  })

  it('includes a question that was being answered when the gateway was killed', async () => {
    const dataDir = makeTempDir()
    llm.server.script = { hold: new Promise(() => undefined) }
    const killed = await startGatewayProcess(dataDir)
    const post = postTo(killed.url)
    await post('/app/providers', providerAt(llm.server))
    const cut = post('/v1/llm-summarize', BODY).catch(() => null)
    await waitUntil(() => llm.server.seen.length === 1, 'the model is asked')
    await killed.kill()
    await cut
    const gateway = await TestGateway.create({ dataDir, now: Date.now })
    expect(await budgetOf(gateway, OWNER_KEY)).toMatchObject({ questions: { used: 1 } })
    await gateway.close()
  })
})
