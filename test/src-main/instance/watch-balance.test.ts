import { expect, it } from 'vitest'
import { startTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

it('the owner is told the balance, now and after a call of another client, until the gateway closes', async () => {
  const gateway = await startTestGateway()
  const told: number[] = []
  gateway.watchBalance((credits) => told.push(credits))
  expect(told).toHaveLength(1)
  const start = told[0]!
  const call = (input: string) =>
    fetch(`${gateway.url}/v1/crypto-hash-sha256`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.ownerKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input }),
    })
  const answers = await Promise.all(['a', 'b', 'c'].map(call))
  const left = Math.min(...answers.map((answer) => Number(answer.headers.get('x-credits-remaining'))))
  await waitUntil(() => told.at(-1) === left, 'the balance after the calls is told')
  expect(left).toBeLessThan(start)
  expect(told).toEqual([...new Set(told)].toSorted((one, other) => other - one))
  await call('d')
  const before = told.length
  await gateway.close()
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(told).toHaveLength(before)
})
