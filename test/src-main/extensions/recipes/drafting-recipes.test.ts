import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestGateway, OWNER_KEY, type Json } from '../../../support/gateway/test-gateway.ts'
import { callRecipe, issuesOf } from '../../../support/tools/recipe-desk.ts'
import { waitUntil } from '../../../support/wait-until.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
})
afterAll(async () => {
  expect(gateway.bugs).toEqual([])
  await gateway.close()
})

/** Makes a call as the owner. @returns its request id, once it is in the record, and what it gave */
async function made(slug: string, input: object): Promise<{ id: string; data: Json }> {
  const { headers, json } = await gateway.call(slug, input, { key: OWNER_KEY })
  const id = headers.get('x-request-id') ?? ''
  await waitUntil(
    async () => (await gateway.asOwner(`/app/activity/${id}`)).status === 200,
    'the call is in the record',
  )
  return { id, data: json.data }
}

const draft = (calls: unknown) => gateway.asOwner('/app/recipes/draft', { body: { calls } })

it('links what a call took from another, makes the main field of the first the input, and keeps the rest', async () => {
  const slug = await made('text-slugify', { text: 'Ab Cd Ef', separator: '_' })
  const hash = await made('crypto-hash-sha256', { text: slug.data.slug, encoding: 'base64' })
  const { json } = await draft([slug.id, hash.id])
  expect(json).toMatchObject({ ok: true, slug: 'recipe__crypto-hash-sha256', links: 1 })
  expect(json.recipe.steps).toEqual([
    { id: 'slugify', tool: 'text-slugify', input: { text: { $from: '/input/text' }, separator: '_' } },
    {
      id: 'sha256',
      tool: 'crypto-hash-sha256',
      input: { text: { $from: '/slugify/slug' }, encoding: 'base64' },
    },
  ])
  expect(json.recipe.output).toMatchObject({ hash: { $from: '/sha256/hash' } })

  const saved = await gateway.asOwner(`/app/recipes/${json.slug}`, { method: 'PUT', body: json.recipe })
  expect(saved.status).toBe(200)
  const again = await callRecipe(gateway, json.slug, { text: 'Ab Cd Ef' })
  expect(again.json.data.hash).toBe(hash.data.hash)
  expect((await draft([slug.id, hash.id])).json.slug).toBe('recipe__crypto-hash-sha256-2')
})

it('takes a bare input for the main field, and a call twice as two steps', async () => {
  const first = await made('text-slugify', { input: 'Gh Ij' })
  const { json } = await draft([first.id, first.id])
  expect(json.recipe.steps.map(({ id, input }: Json) => [id, input])).toEqual([
    ['slugify', { text: { $from: '/input/text' } }],
    ['slugify_2', { text: 'Gh Ij' }],
  ])
})

it('refuses calls that are not in the record, that failed, and more than twenty', async () => {
  const failed = await gateway.call('text-slugify', { text: 1 }, { key: OWNER_KEY })
  const id = failed.headers.get('x-request-id') ?? ''
  await waitUntil(
    async () => (await gateway.asOwner(`/app/activity/${id}`)).status === 200,
    'it is recorded',
  )
  expect(issuesOf(await draft(['nothing']))).toEqual([
    expect.stringMatching(/^calls\.0: .* not in the record/),
  ])
  expect(issuesOf(await draft([id]))).toEqual([expect.stringMatching(/^calls\.0: .* failed/)])
  expect((await draft(Array(21).fill(id))).status).toBe(400)
  expect((await gateway.send('/app/recipes/draft', { body: { calls: [id] } })).status).toBe(403)
})
