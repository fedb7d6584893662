import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HeadlessProcess } from '../../../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { DIGEST, from, recipe } from '../../../support/tools/recipe-desk.ts'

let folder: string
let file: string
let gateway: HeadlessProcess & { readonly url: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-recipes-'))
  file = join(folder, 'digest.json')
  writeFileSync(file, JSON.stringify({ slug: 'recipe__digest', ...DIGEST }))
  gateway = await HeadlessProcess.start(join(folder, 'data'))
})
afterAll(async () => {
  await gateway.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

const run = (...words: string[]) =>
  toolgateHere([...words, '--url', gateway.url], {
    TOOLGATE_KEY: OWNER_KEY,
    TOOLGATE_HOME: join(folder, 'data'),
  })

it('checks, tries, saves, lists, shows, runs and removes a recipe, also as JSON', async () => {
  expect((await run('recipes', 'list')).stdout).toContain('No recipe is saved.')
  const checked = await run('recipes', 'check', file)
  expect(checked.stdout).toContain('2 credits a call, engine real; can be computed again to verify it.')
  const tried = await run('recipes', 'try', file, '--input', '{"text": "Ab Cd"}')
  expect(tried).toMatchObject({ code: 0, stdout: expect.stringContaining('slug (text-slugify), ') })
  expect(tried.stdout).toContain('"slug": "ab-cd"')
  expect(tried.stderr).toContain('2 credits charged.')
  const saved = await run('recipes', 'save', file)
  expect(saved.stdout).toContain('recipe__digest is saved, version 1: 2 steps, 2 credits a call.')
  expect((await run('recipes', 'list')).stdout).toMatch(/recipe__digest\s+ready\s+2\s+2\s+real/)
  const shown = await run('recipes', 'show', 'recipe__digest')
  expect(JSON.parse(shown.stdout)).toEqual({ slug: 'recipe__digest', ...DIGEST })
  const called = await run('call', 'recipe__digest', '--text', 'Ab Cd', '--json')
  expect(JSON.parse(called.stdout)).toMatchObject({ data: { slug: 'ab-cd' }, meta: { credits_used: 2 } })
  for (const words of [['list'], ['show', 'recipe__digest'], ['check', file], ['save', file]])
    expect(JSON.parse((await run('recipes', ...words, '--json')).stdout)).toMatchObject({ ok: true })
  expect((await run('recipes', 'remove', 'recipe__digest')).stdout).toContain('recipe__digest is removed.')
  expect((await run('recipes', 'show', 'recipe__digest')).code).not.toBe(0)
})

it('tells what is closed by a removal, and which step is', async () => {
  writeFileSync(join(folder, 'inner.json'), JSON.stringify({ slug: 'recipe__inner', ...DIGEST }))
  const outer = recipe([['in', 'recipe__inner', { text: from('/input/text') }]])
  writeFileSync(join(folder, 'outer.json'), JSON.stringify({ slug: 'recipe__outer', ...outer }))
  await run('recipes', 'save', join(folder, 'inner.json'))
  await run('recipes', 'save', join(folder, 'outer.json'))
  const removed = await run('recipes', 'remove', 'recipe__inner')
  expect(removed.stderr).toContain('These run it and are closed now: recipe__outer.')
  expect((await run('recipes', 'show', 'recipe__outer')).stderr).toContain(
    'the tool of its step in, was changed',
  )
})

it('says what is wrong with a recipe, and fails', async () => {
  const wrong = join(folder, 'wrong.json')
  writeFileSync(wrong, JSON.stringify({ slug: 'recipe__wrong', ...recipe([['a', 'text-slugify', {}]]) }))
  expect(await run('recipes', 'save', wrong)).toMatchObject({
    stderr: expect.stringContaining('steps.0.input.text: text-slugify needs this field'),
  })
  const failed = await run('recipes', 'try', file, '--input', '{"text": "a", "separator": "xx"}')
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('Step 1 of 2') })
  writeFileSync(wrong, '{')
  expect(await run('recipes', 'check', wrong)).toMatchObject({ code: 2 })
  expect(await run('recipes', 'draft')).toMatchObject({ code: 2 })
})
