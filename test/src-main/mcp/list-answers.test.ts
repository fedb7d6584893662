import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInstance, type Instance } from '../../../src-main/instance/create-instance.ts'
import { ListAnswers } from '../../../src-main/mcp/list-answers.ts'
import { OWNER_KEY, TEST_FILES } from '../../support/gateway/test-gateway.ts'

let instance: Instance
beforeAll(async () => {
  instance = await createInstance({ ...TEST_FILES, dataDir: ':memory:', ownerKey: OWNER_KEY })
})
afterAll(() => instance.close())

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const request = (query: string) => new Request(`http://127.0.0.1:4777/mcp?${query}`, { method: 'POST' })
const nameOf = (answers: ListAnswers, query: string) =>
  answers.nameOf(request(query), LIST, instance.services.keys.owner()!, instance.services)

it('sixteen answers to tools/list are cached, and the oldest goes first', async () => {
  const answers = new ListAnswers()
  const names = Array.from({ length: 17 }, (_, index) => nameOf(answers, `n=${index}`)!)
  const [first, second, ...others] = names as [string, string, ...string[]]
  for (const name of names) await answers.keep(name, Response.json({ jsonrpc: '2.0', id: 1, result: {} }))
  expect(answers.find(first, LIST)).toBeNull()
  for (const name of [second, ...others]) expect(answers.find(name, LIST)).not.toBeNull()
})

it('a long request to tools/list is answered and not cached', () => {
  const answers = new ListAnswers()
  expect(nameOf(answers, 'n='.padEnd(3_000, 'a'))).not.toBeNull()
  expect(nameOf(answers, 'n='.padEnd(5_000, 'a'))).toBeNull()
})
