import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_PREV } from '../../../../src-main/accounts/audit-row.ts'
import { AuditTrail } from '../../../../src-main/accounts/audit-trail.ts'
import {
  changeScopes,
  hasOtherAdmin,
  insertKey,
  isTaken,
  keysAfter,
  updateKey,
} from '../../../../src-main/accounts/key-table.ts'
import { toAccount, type KeyRow } from '../../../../src-main/accounts/key-row.ts'
import { SignUpLimits } from '../../../../src-main/accounts/sign-up-limits.ts'
import {
  putRecipe,
  removeRecipe,
  storedRecipes,
} from '../../../../src-main/extensions/recipes/recipe-store.ts'
import { AllowedFolders } from '../../../../src-main/files/allowed-folders.ts'
import { AllowedOrigins } from '../../../../src-main/outbound/allowed-origins.ts'
import {
  orderProviders,
  saveProvider,
  storedProviders,
} from '../../../../src-main/providers/provider-store.ts'
import { ToolsetStore } from '../../../../src-main/registry/toolsets/toolset-store.ts'
import type { Engine } from '../../../../src-main/storage/engine/engine.ts'
import { nothing } from '../../../../src-main/storage/engine/work.ts'
import { SettingsStore } from '../../../../src-main/storage/settings-store.ts'
import { FakeClock } from '../../../support/gateway/open-stores.ts'
import { LAID_OUT, type LaidOut } from '../../../support/postgres/laid-out.ts'

const KEY: KeyRow = {
  ...{ id: 'key_a', hash: 'a', kind: 'personal', name: 'A', email: 'a@b.c', email_key: 'a@b.c' },
  ...{ permissions: '["call","admin"]', rate_limit: 60, window_seconds: 60, scopes: '["text"]' },
  ...{ created_at: 1, expires_at: null, revoked_at: null, last4: 'aaaa', model_questions: null },
  ...{ model_tokens: 5, suspended_at: null, made_by: null, ends_with: null, rules: null },
}
const fail = (error: unknown): never => {
  throw error
}

describe.each(LAID_OUT)('what the owner sets up on %s', (_name, open) => {
  let laidOut: LaidOut
  let engine: Engine
  const clock = new FakeClock()
  beforeAll(async () => {
    laidOut = await open()
    engine = laidOut.engines[0]
  })
  afterAll(() => laidOut.close())

  it('records what several gateways do at once in one chain', async () => {
    const trails = laidOut.engines.map((one) => new AuditTrail(one, clock.now))
    const event = { action: 'settings.changed', address: null, requestId: null } as const
    const actor = { id: 'key_a', last4: 'aaaa' }
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        trails[at % 2]!.record({ ...event, actor: at % 2 ? actor : null, detail: { at } }),
      ),
    )
    const rows = await trails[0]!.oldest({}, { after: 0, limit: 100 })
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    let prev = FIRST_PREV
    for (const { body, hash: own } of rows) {
      expect(JSON.parse(body)).toMatchObject({ prev })
      expect(own).toBe((prev = hash('sha256', body)))
    }
    expect(await trails[1]!.head()).toEqual({ seq: 20, hash: prev })
    expect(await trails[0]!.newest({ actor: 'key_a' }, { before: 21, limit: 50 })).toHaveLength(10)
    const at = new Date(clock.time).toISOString()
    expect(
      await trails[0]!.newest({ from: at, to: at, action: 'key.created' }, { before: 21, limit: 5 }),
    ).toEqual([])
  })

  it('keeps keys, their limits, and how many have signed up', async () => {
    await engine.write('keys', () => insertKey(KEY))
    await engine.write('keys', () =>
      insertKey({
        ...KEY,
        id: 'key_b',
        hash: 'b',
        email: null,
        email_key: null,
        permissions: '["call"]',
        created_at: 2,
      }),
    )
    expect((await engine.read(() => keysAfter(-1))).map((row) => toAccount(row).id)).toEqual([
      'key_a',
      'key_b',
    ])
    expect(await engine.read(() => hasOtherAdmin('key_b'))).toBe(true)
    expect(await engine.read(() => hasOtherAdmin('key_a'))).toBe(false)
    expect(await engine.read(() => isTaken('a@b.c'))).toBe(true)
    await engine.write('keys', () => updateKey('budget', 'key_b', { questions: null, tokens: 7 }))
    await engine.write('keys', () => changeScopes('key_b', (now) => ({ ...now, tools: ['x'] }) as never))
    const changed = (await engine.read(() => keysAfter(-1)))[1]
    expect(changed).toMatchObject({ model_tokens: 7, model_questions: null })
    expect(changed?.scopes).toContain('"x"')
    await engine.write('keys', () => changeScopes('key_b', () => null))
    expect((await engine.read(() => keysAfter(-1)))[1]?.scopes).toBeNull()
    clock.time = 1_000
    const limits = new SignUpLimits(
      engine,
      () => ({ sign_ups_per_address: 9, sign_ups_per_day: 1 }),
      clock.now,
    )
    await expect(limits.admit('1.2.3.4')).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('keeps settings, toolsets, recipes, origins, folders and providers for the next start', async () => {
    const settings = await SettingsStore.open(engine, fail)
    await engine.write('settings', () => settings.write({ sign_up_open: false }))
    await engine.write('settings', () => settings.write({ call_seconds: 7 }))
    expect((await SettingsStore.open(engine, fail)).get()).toMatchObject({
      sign_up_open: false,
      call_seconds: 7,
    })

    const toolsets = await ToolsetStore.open(engine, clock.now)
    await engine.write('t', () => toolsets.write('mine', { tools: [] }))
    await engine.write('t', () => toolsets.write('mine', { tools: [] }))
    expect((await ToolsetStore.open(engine, clock.now)).find('mine')).toMatchObject({ version: 2 })
    await engine.write('t', () => toolsets.remove('mine'))
    expect((await ToolsetStore.open(engine, clock.now)).list()).toEqual([])

    const recipe = { title: 'T', summary: 's', input: {}, steps: [], output: {} }
    const version = async () => (await engine.read(storedRecipes)).version
    for (let savedAt = 1; savedAt <= 2; savedAt++) {
      const facts = { savedAt, checkedWith: await version() }
      await engine.write('r', () => putRecipe('r', recipe, facts, nothing))
    }
    const { recipes } = await engine.read(storedRecipes)
    expect(recipes).toEqual([{ ...recipe, slug: 'r', version: 2, savedAt: 2 }])
    // What was checked with others than are stored is not stored.
    const late = { savedAt: 3, checkedWith: -1 }
    expect(await engine.write('r', () => putRecipe('r', recipe, late, nothing))).toBeNull()
    await engine.write('r', () => removeRecipe('r'))

    const origins = await AllowedOrigins.open(engine, [])
    for (let at = 1; at <= 2; at++) await engine.write('o', () => origins.write('http://a:1', at))
    expect((await AllowedOrigins.open(engine, [])).addedCount).toBe(1)

    const folders = new AllowedFolders(engine, null)
    await engine.write('f', () => folders.set('key_a', ['/a', '/b', '/a']))
    expect(await folders.of('key_a')).toEqual(['/a', '/b'])

    const provider = {
      kind: 'openai',
      name: 'O',
      baseUrl: null,
      model: null,
      enabled: true,
      secret: null,
    } as const
    for (const id of ['p1', 'p2', 'p1'])
      await engine.write('p', () => saveProvider({ id, ...provider } as never))
    await engine.write('p', () => orderProviders(['p2', 'p1']))
    expect((await engine.read(storedProviders)).map(({ id }) => id)).toEqual(['p2', 'p1'])
  })
})
