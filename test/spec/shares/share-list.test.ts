import { expect, it, onTestFinished } from 'vitest'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

it('shows the owner, and nobody else, how much of every shared resource is in use', async () => {
  const gateway = await TestGateway.create()
  onTestFinished(() => gateway.close())
  const { shares } = gateway.instance.services
  const { status, json } = await gateway.asOwner('/app/shares')
  expect([status, json.shares]).toEqual([200, shares.states()])
  expect(json.shares.map(({ resource }: { resource: string }) => resource)).toEqual(
    expect.arrayContaining(['workers', 'batch_items', 'sends', 'lookups', 'models', 'jobs']),
  )
  expect((await gateway.send('/app/shares')).status).toBe(403)
  expect((await gateway.send('/app/shares', { key: null })).status).toBe(401)
})
