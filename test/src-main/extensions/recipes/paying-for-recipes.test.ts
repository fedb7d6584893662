import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { execute } from '../../../../src-main/pipeline/execute.ts'
import { callOf } from '../../../support/gateway/call-of.ts'
import { liftRateLimit } from '../../../support/gateway/lift-rate-limit.ts'
import { TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'
import { bodyOf, receiver } from '../../../support/network/receiver.ts'
import {
  addRecipe,
  callRecipe,
  from,
  keyWith,
  ownerBalance,
  recipe,
} from '../../../support/tools/recipe-desk.ts'
import { openServer } from '../../../support/tools/source-desk.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolgate-test-'))
const log = join(folder, 'log')
let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
  writeFileSync(log, '')
  await openServer(gateway, { id: 'mail', args: [log] })
  await gateway.asOwner('/app/sources/mail', { method: 'PATCH', body: { credits: 3 } })
})
afterAll(async () => {
  expect(gateway.bugs).toEqual([])
  expect(gateway.instance.services.ledger.openReservations()).toBe(0)
  await gateway.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => gateway.advance(60_000))

const SLUG = ['slug', 'text-slugify', { text: from('/input/text') }] as const
const MAIL = ['mail', 'mail__echo', { text: from('/input/text') }] as const
const KEEP = ['keep', 'memory-set', { key: 'kept', value: 1 }] as const
const FAIL = ['fail', 'mail__fail', {}] as const

async function spentBy(work: () => Promise<unknown>): Promise<number> {
  const before = await ownerBalance(gateway)
  await work()
  return before - (await ownerBalance(gateway))
}

it('reserves the whole price before the first step, and refuses whoever has less without running anything', async () => {
  const slug = await addRecipe(gateway, 'dear', recipe([MAIL, SLUG]))
  const { key, key_id } = await keyWith(gateway, { sources: ['recipe', 'mail'], slugs: ['text-slugify'] })
  const { ledger } = gateway.instance.services
  // Its limit of 100 is used up but for three credits; the recipe costs four.
  for (let left = 100; left > 3; left--) await gateway.call('text-slugify', { text: 'x' }, { key })
  const { json, status } = await gateway.call(slug, { text: 'never' }, { key })
  expect([status, json.error.code, json.error.need, json.error.have]).toEqual([
    402,
    'insufficient_credits',
    4,
    3,
  ])
  expect(readFileSync(log, 'utf8')).not.toContain('never')
  expect((await ledger.balanceOf(key_id)).balance).toBe(3)
})

it('holds the price of the whole while it runs, and never more than there is', async () => {
  const slug = await addRecipe(gateway, 'slow', recipe([['slow', 'mail__slow', { ms: 200 }], SLUG]))
  const { ledger } = gateway.instance.services
  const running = callRecipe(gateway, slug)
  await expect.poll(async () => (await ledger.balanceOf(gateway.ownerId)).reserved).toBe(4)
  expect((await running).status).toBe(200)
  expect((await ledger.balanceOf(gateway.ownerId)).reserved).toBe(0)
})

it('costs nothing when a step fails and those before it have only computed', async () => {
  const slug = await addRecipe(gateway, 'computed', recipe([SLUG, FAIL]))
  let answer: Json
  const spent = await spentBy(async () => (answer = (await callRecipe(gateway, slug)).json))
  expect(spent).toBe(0)
  expect(answer.error.message).toMatch(
    /Step 2 of 2, fail \(mail__fail\), failed: .*The disk is full.* Nothing was charged\.$/,
  )
  expect(answer.error.steps).toEqual([
    { id: 'slug', tool: 'text-slugify', state: 'done', may_have_acted: false },
    { id: 'fail', tool: 'mail__fail', state: 'failed', may_have_acted: false },
  ])
  const { entries }: Json = (await gateway.asOwner('/v1/credits/history?limit=2')).json
  expect(entries.map(({ type, credits }: Json) => [type, credits])).toEqual([
    ['refund', 4],
    ['charge', -4],
  ])
})

// Catches: whoever can make a late step fail sends as many mails as they like for nothing.
it('costs the steps that have acted when a later one fails, as one charge, and says so', async () => {
  const slug = await addRecipe(gateway, 'acted', recipe([SLUG, MAIL, FAIL, ['never', 'mail__echo', {}]]))
  let answer: Json
  const spent = await spentBy(
    async () => (answer = (await callRecipe(gateway, slug, { text: 'sent' })).json),
  )
  expect(spent).toBe(3)
  expect(answer.error).toMatchObject({ code: 'handler_error', credits_used: 3, outcome: 'unknown' })
  expect(answer.error.message).toContain('The call was charged 3 credits for steps')
  expect(answer.error.message).not.toContain('Nothing was charged')
  expect(answer.error.steps.map(({ state, may_have_acted }: Json) => [state, may_have_acted])).toEqual([
    ['done', false],
    ['done', true],
    ['failed', false],
    ['not_run', false],
  ])
  const { entries }: Json = (await gateway.asOwner('/v1/credits/history?limit=1')).json
  expect(entries[0]).toMatchObject({ type: 'charge', credits: -3, slug, unanswered: 'step_failed' })
  expect(readFileSync(log, 'utf8')).toContain('echo {"text":"sent"}')
})

it('costs the steps of a recipe within it that have acted', async () => {
  const inner = await addRecipe(gateway, 'inner-acted', recipe([MAIL, SLUG]))
  const slug = await addRecipe(
    gateway,
    'outer-acted',
    recipe([['in', inner, { text: from('/input/text') }], FAIL]),
  )
  expect(await spentBy(() => callRecipe(gateway, slug))).toBe(3)
  const failing = await addRecipe(gateway, 'inner-fails', recipe([MAIL, FAIL]))
  const outer = await addRecipe(gateway, 'outer-fails', recipe([MAIL, ['in', failing, { text: 'x' }]]))
  expect(await spentBy(() => callRecipe(gateway, outer))).toBe(6)
})

it('costs what a request that had left costs, and not the step that failed', async () => {
  const seen: string[] = []
  const { origin } = await receiver((request, response) => {
    void bodyOf(request).then((body) => seen.push(body))
    response.end('ok')
  })
  await gateway.asOwner('/app/settings/outbound', { body: { origin } })
  const hook = ['hook', 'webhook-send', { url: origin, payload: { a: from('/input/text') } }] as const
  const slug = await addRecipe(gateway, 'hook', recipe([hook, FAIL]))
  expect(await spentBy(() => callRecipe(gateway, slug))).toBe(5)
  expect(seen).toHaveLength(1)
  expect(await spentBy(() => callRecipe(gateway, slug))).toBe(5)
})

it('is not run again by its Idempotency-Key after a step has acted and a later one failed', async () => {
  const slug = await addRecipe(gateway, 'once', recipe([MAIL, FAIL]))
  const call = () =>
    gateway.asOwner(`/v1/${slug}`, { body: { text: 'only-once' }, headers: { 'idempotency-key': 'once' } })
  expect(await spentBy(call)).toBe(3)
  let again: Json
  expect(await spentBy(async () => (again = (await call()).json))).toBe(0)
  expect(again.error.code).toBe('outcome_unknown')
  expect(readFileSync(log, 'utf8').match(/only-once/g)).toHaveLength(1)
})

it('costs its price once over all attempts under one id, whichever of them acted', async () => {
  const slug = await addRecipe(
    gateway,
    'attempts',
    recipe([MAIL, ['sum', 'math-evaluate', { expression: from('/input/separator') }], SLUG]),
  )
  const { services } = gateway.instance
  const account = services.keys.findById(gateway.ownerId)!
  const attempt = async (separator: string) => {
    const fields = { text: 'again', separator }
    const call = { ...callOf(gateway, { slug }), account, fields, chargeId: 'attempts-of-one-call' }
    return await execute(call, services).then(
      () => 'answered',
      () => 'failed',
    )
  }
  const ends: unknown[] = []
  for (const sum of ['1/', '1/', '1+1', '1+1'])
    ends.push([await spentBy(async () => ends.push(await attempt(sum)))])
  expect(ends).toEqual(['failed', [3], 'failed', [0], 'answered', [2], 'answered', [0]])
})

it('charges the price that was shown when the call began, also when it changes in the middle', async () => {
  const slug = await addRecipe(gateway, 'changing', recipe([['slow', 'mail__slow', { ms: 300 }], SLUG]))
  const price = async (): Promise<number> => (await gateway.asOwner(`/v1/tools/${slug}`)).json.tool.credits
  const setPrice = (credits: number) =>
    gateway.asOwner('/app/sources/mail', { method: 'PATCH', body: { credits } })
  expect(await price()).toBe(4)
  const spent = await spentBy(async () => {
    const running = callRecipe(gateway, slug)
    const { ledger } = gateway.instance.services
    await expect.poll(async () => (await ledger.balanceOf(gateway.ownerId)).reserved).toBe(4)
    await setPrice(30)
    expect((await running).json.meta.credits_used).toBe(4)
  })
  expect(spent).toBe(4)
  expect(await price()).toBe(31)
  expect(await spentBy(() => callRecipe(gateway, slug))).toBe(31)
  await setPrice(3)
})

it('adds up at every surface that shows prices', async () => {
  const slug = await addRecipe(gateway, 'shown', recipe([MAIL, SLUG, KEEP]))
  const dry: Json = (await gateway.asOwner(`/v1/dry-run/${slug}`, { body: { text: 'x' } })).json
  const { tools }: Json = (await gateway.asOwner(`/v1/tools?tools=${slug}`)).json
  const { json } = await callRecipe(gateway, slug)
  expect([dry.credits, tools[0].credits, json.meta.credits_used]).toEqual([4, 4, 4])
  expect(dry.steps.reduce((sum: number, { credits }: Json) => sum + credits, 0)).toBe(4)
})

it('leaves a ledger that adds up', async () => {
  const { json } = await gateway.asOwner('/app/ledger/verify', { method: 'POST' })
  expect(json).toMatchObject({ ok: true, ledger: { ok: true, problems: [] } })
})
