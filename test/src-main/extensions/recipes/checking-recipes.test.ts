import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RECIPE_LIMITS } from '../../../../src-shared/recipes/recipe.ts'
import { liftRateLimit } from '../../../support/gateway/lift-rate-limit.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'
import {
  addRecipe,
  callRecipe,
  DIGEST,
  from,
  issuesOf,
  ownerBalance,
  recipe,
  saveRecipe,
} from '../../../support/tools/recipe-desk.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterAll(async () => {
  expect(gateway.bugs).toEqual([])
  await gateway.close()
})
beforeEach(() => gateway.advance(60_000))

const uses = (tool: string) => recipe([['in', tool, { text: from('/input/text') }]])

describe('a recipe', () => {
  it('is kept as it was sent, counts its versions, and is gone when it is removed', async () => {
    const first = await saveRecipe(gateway, 'kept')
    expect(first.json.recipe).toMatchObject({
      ...{ slug: 'recipe__kept', version: 1, state: 'ready', credits: 2, engine: 'real', is_pure: true },
      ...{ steps: 2, closed_steps: [], used_by: [], recipe: DIGEST },
    })
    expect((await saveRecipe(gateway, 'kept', { ...DIGEST, title: 'Other' })).json.recipe.version).toBe(2)
    const path = '/app/recipes/recipe__kept'
    expect((await gateway.asOwner(path)).json.recipe.recipe.title).toBe('Other')
    expect((await gateway.asOwner('/app/recipes')).json.recipes).toContainEqual(
      expect.objectContaining({ slug: 'recipe__kept', title: 'Other' }),
    )
    const remove = () => gateway.asOwner(path, { method: 'DELETE' })
    expect((await remove()).json).toEqual({ ok: true, slug: 'recipe__kept', status: 'removed', closed: [] })
    expect(await remove()).toMatchObject({ status: 404 })
    expect((await callRecipe(gateway, 'recipe__kept')).status).toBe(404)
    const audit: Json = (await gateway.asOwner('/v1/enterprise/audit?limit=20')).json
    const told = audit.entries.filter(({ target }: Json) => target === 'recipe__kept')
    expect(told.map(({ action }: Json) => action)).toEqual([
      'recipe.removed',
      'recipe.saved',
      'recipe.saved',
    ])
  })

  it('is written with the slugs of tools where it was sent with aliases', async () => {
    const saved = await saveRecipe(gateway, 'alias', uses('text-slug'))
    expect(saved.json.recipe.recipe.steps[0].tool).toBe('text-slugify')
  })

  it('is changed by nobody but the owner', async () => {
    const { services } = gateway.instance
    const admin = await services.keys.create({
      kind: 'personal',
      name: 'Admin',
      grant: 5,
      permissions: ['admin'],
    })
    for (const key of [gateway.key, admin.key, gateway.instance.demoKey]) {
      const put = { key, method: 'PUT', body: DIGEST }
      expect((await gateway.send('/app/recipes/recipe__not', put)).status).toBe(403)
      expect((await gateway.send('/app/recipes', { key })).status).toBe(403)
      const tried = { slug: 'recipe__not', recipe: DIGEST, input: {} }
      expect((await gateway.send('/app/recipes/try', { key, body: tried })).status).toBe(403)
      expect((await gateway.send('/app/recipes/check', { key, body: tried })).status).toBe(403)
    }
  })

  it.each([
    ['a name that no tool of a source has', 'A_b', DIGEST, /^slug: /],
    [
      'a tool that is there',
      'x',
      uses('text-slugifi'),
      /^steps\.0\.tool: No tool "text-slugifi".*text-slugify/,
    ],
    [
      'fields that the tool has',
      'x',
      recipe([['a', 'text-slugify', { txt: 'x' }]]),
      /^steps\.0\.input\.txt: /,
    ],
    [
      'all fields that the tool needs',
      'x',
      recipe([['a', 'text-slugify', {}]]),
      /^steps\.0\.input\.text: .* needs/,
    ],
    [
      'fixed values that the tool takes',
      'x',
      recipe([['a', 'text-slugify', { text: from('/input/text'), separator: 'xx' }]]),
      /^steps\.0\.input\.separator: /,
    ],
    [
      'links to fields of its input',
      'x',
      recipe([['a', 'text-slugify', { text: from('/input/no') }]]),
      /has no field "no"/,
    ],
    [
      'links to what a step gives',
      'x',
      recipe([['a', 'text-slugify', { text: 'x' }]], { output: { o: from('/a/no') } }),
      /has no "no"; it has slug/,
    ],
    [
      'links to earlier steps alone',
      'x',
      recipe([
        ['a', 'text-slugify', { text: from('/b/slug') }],
        ['b', 'text-slugify', { text: 'x' }],
      ]),
      /"b" is neither input nor an earlier step/,
    ],
    [
      'links that are pointers',
      'x',
      recipe([['a', 'text-slugify', { text: from('input/text') }]]),
      /JSON Pointer/,
    ],
    [
      'links without other members',
      'x',
      recipe([['a', 'text-slugify', { text: { $from: '/input/text', or: 1 } }]]),
      /nothing else/,
    ],
    [
      'ids that differ',
      'x',
      recipe([
        ['a', 'text-slugify', { text: 'x' }],
        ['a', 'text-slugify', { text: 'x' }],
      ]),
      /^steps\.1\.id: /,
    ],
    ['ids other than input', 'x', recipe([['input', 'text-slugify', { text: 'x' }]]), /^steps\.0\.id: /],
    ['an output', 'x', recipe([['a', 'text-slugify', { text: 'x' }]], { output: {} }), /^output: /],
    [
      'no member of the gateway',
      'x',
      recipe([['a', 'text-slugify', { text: 'x' }]], { output: { _engine: 1 } }),
      /^output\._engine: /,
    ],
    [
      'a schema that can be read',
      'x',
      {
        ...DIGEST,
        input: {
          type: 'object',
          properties: Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`f${i}`, {}])),
        },
      },
      /^input: /,
    ],
    [
      'few characters',
      'x',
      { ...DIGEST, output: { long: 'x'.repeat(RECIPE_LIMITS.jsonChars) } },
      /at most 65536 characters/,
    ],
    [
      'few levels',
      'x',
      { ...DIGEST, output: { deep: JSON.parse('['.repeat(40) + ']'.repeat(40)) } },
      /32 levels deep/,
    ],
  ])('needs %s', async (_what, name, content, problem) => {
    const answer = await saveRecipe(gateway, name, content)
    expect(answer.status).toBe(400)
    expect(issuesOf(answer).join('\n')).toMatch(problem)
    expect((await gateway.asOwner(`/app/recipes/recipe__${name}`)).status).toBe(404)
  })

  it('has one to twenty steps', async () => {
    const step = (index: number) => [`s${index}`, 'text-slugify', { text: 'x' }] as const
    const of = (count: number) => recipe(Array.from({ length: count }, (_, index) => step(index)))
    expect((await saveRecipe(gateway, 'many', of(20))).status).toBe(200)
    expect((await saveRecipe(gateway, 'many', of(21))).status).toBe(400)
    expect((await saveRecipe(gateway, 'many', { ...DIGEST, steps: [] })).status).toBe(400)
  })
})

describe('recipes in recipes', () => {
  it('are refused when one would run itself, also by way of others, and when two changes would do it together', async () => {
    const a = await addRecipe(gateway, 'a')
    const b = await addRecipe(gateway, 'b', uses(a))
    const c = await addRecipe(gateway, 'c', uses(b))
    for (const tool of [a, b, c]) {
      const answer = await saveRecipe(gateway, 'a', uses(tool))
      expect(issuesOf(answer)[0]).toMatch(/^steps: It would run itself: recipe__a/)
    }
    const one = await addRecipe(gateway, 'one')
    const two = await addRecipe(gateway, 'two')
    const both = await Promise.all([
      saveRecipe(gateway, 'one', uses(two)),
      saveRecipe(gateway, 'two', uses(one)),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('are refused when any would be deeper than three, or would run more than a hundred tools', async () => {
    const d1 = await addRecipe(gateway, 'd1')
    const d2 = await addRecipe(gateway, 'd2', uses(d1))
    const d3 = await addRecipe(gateway, 'd3', uses(d2))
    expect(issuesOf(await saveRecipe(gateway, 'd4', uses(d3)))[0]).toContain(
      'recipe__d4 would have recipes 4 deep',
    )
    const deeper = await addRecipe(gateway, 'deeper')
    expect(issuesOf(await saveRecipe(gateway, 'd1', uses(deeper)))[0]).toContain('recipe__d3 would have')
    const wide = recipe(
      Array.from({ length: 20 }, (_, i) => [`s${i}`, 'text-slugify', { text: 'x' }] as const),
    )
    const twenty = await addRecipe(gateway, 'twenty', wide)
    const six = (count: number) =>
      recipe(Array.from({ length: count }, (_, i) => [`s${i}`, twenty, { text: 'x' }] as const))
    expect((await saveRecipe(gateway, 'hundred', six(5))).status).toBe(200)
    expect(issuesOf(await saveRecipe(gateway, 'hundred', six(6)))[0]).toContain('would run 120 tools')
  })

  it('are closed together when one of them is removed, and open again when it is saved again', async () => {
    const part = await addRecipe(gateway, 'base')
    const whole = await addRecipe(gateway, 'top', uses(part))
    const removed = await gateway.asOwner(`/app/recipes/${part}`, { method: 'DELETE' })
    expect(removed.json.closed).toEqual([whole])
    const state = async (): Promise<Json> => (await gateway.asOwner(`/app/recipes/${whole}`)).json.recipe
    expect(await state()).toMatchObject({
      state: 'closed',
      credits: null,
      closed_steps: [{ id: 'in', tool: part }],
    })
    const refused = await callRecipe(gateway, whole)
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'tool_changed' } } })
    expect((await gateway.send(`/v1/tools?tools=${whole}`, { key: OWNER_KEY })).status).toBe(400)
    await addRecipe(gateway, 'base')
    expect(await state()).toMatchObject({ state: 'ready', credits: 2 })
    expect((await callRecipe(gateway, whole)).status).toBe(200)
  })
})

describe('a recipe that is not saved', () => {
  it('is checked for 0 credits: what it would cost, and whether it could be computed again', async () => {
    const before = await ownerBalance(gateway)
    const { json } = await gateway.asOwner('/app/recipes/check', {
      body: { slug: 'recipe__new', recipe: DIGEST },
    })
    expect(json).toMatchObject({ ok: true, credits: 2, engine: 'real', is_pure: true, side_effects: false })
    expect(json.steps.map(({ credits }: Json) => credits)).toEqual([1, 1])
    expect(await ownerBalance(gateway)).toBe(before)
  })

  it('is tried as one call with its charge, shows what each step gave, and is not a tool after that', async () => {
    const before = await ownerBalance(gateway)
    const body = { slug: 'recipe__new', recipe: DIGEST, input: { text: 'Ab Cd' } }
    const { json } = await gateway.asOwner('/app/recipes/try', { body })
    expect(json).toMatchObject({ ok: true, credits_used: 2, balance: before - 2, data: { slug: 'ab-cd' } })
    expect(json.steps).toMatchObject([
      { id: 'slug', slug: 'text-slugify', ok: true, data: { slug: 'ab-cd' } },
      { id: 'hash', slug: 'crypto-hash-sha256', ok: true },
    ])
    expect((await callRecipe(gateway, 'recipe__new')).status).toBe(404)
  })

  it('shows where it failed, without a charge', async () => {
    const before = await ownerBalance(gateway)
    const body = { slug: 'recipe__new', recipe: DIGEST, input: { text: 'x', separator: 'xx' } }
    const { json } = await gateway.asOwner('/app/recipes/try', { body })
    expect(json).toMatchObject({
      ok: false,
      credits_used: 0,
      steps: [{ id: 'slug', ok: false, data: null }],
    })
    expect(json.error.message).toContain('Step 1 of 2')
    expect(await ownerBalance(gateway)).toBe(before)
  })
})
