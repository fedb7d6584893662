import { expect, it, onTestFinished } from 'vitest'
import type { RegisteredTool } from '../../../../src-main/registry/registry.ts'
import { callOf } from '../../../support/gateway/call-of.ts'
import { TestGateway } from '../../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../../support/wait-until.ts'

// Catches: an agent whose calls of a source go on for minutes after its owner has stopped it.
it.each([
  ['paused', 'forbidden'],
  ['revoked', 'invalid_key'],
])('sends no call any more of a key that was %s while it waited', async (how, code) => {
  const gateway = await TestGateway.create()
  onTestFinished(() => gateway.close())
  const { services } = gateway.instance
  const { sourcePlaces, keys, shares } = services
  // All that is looked at of a tool.
  const tool = { slug: 'web__post', source: { id: 'web' }, definition: {} } as unknown as RegisteredTool
  const call = callOf(gateway, { slug: 'web__post' })
  const gate = Promise.withResolvers<void>()
  const running = Array.from({ length: 4 }, () => sourcePlaces.run(call, tool, () => gate.promise))
  let sent = 0
  const waiting = sourcePlaces.run(call, tool, () => void sent++)
  const refused = expect(waiting).rejects.toMatchObject({ code, details: { outcome: 'not_sent' } })
  const share = () => shares.states().find(({ resource }) => resource === 'calls_of_web')
  await waitUntil(() => share()?.waiting === 1, 'the fifth waits')
  if (how === 'paused') await keys.setRules(call.account.id, () => ({ paused: true }))
  else await keys.revoke(call.account.id)
  gate.resolve()
  await Promise.all([...running, refused])
  expect(sent).toBe(0)
})
