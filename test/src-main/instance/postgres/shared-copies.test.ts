import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunningGateway } from '../../../../src-main/instance/start-gateway.ts'
import { MISSING_POSTGRES } from '../../../support/postgres/missing-postgres.ts'
import {
  ask,
  gatewayFolder,
  serveOn,
  serveSeveral,
  type ServedGateways,
} from '../../../support/postgres/served-gateways.ts'
import { makeSchema } from '../../../support/postgres/test-postgres.ts'
import { recipe } from '../../../support/tools/recipe-desk.ts'
import { serverBody } from '../../../support/tools/source-desk.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import type { Place } from '../../../../src-main/storage/postgres/connection.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

/** What the owner's page asks of a gateway. */
async function own(gateway: RunningGateway, path: string, body?: object, method?: string): Promise<Json> {
  const { status, json, text } = await ask(gateway, path, body, { origin: gateway.url }, method)
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
  return json
}

/** Adds the server of the tests and approves its tools. */
async function addServer(gateway: RunningGateway, id: string): Promise<void> {
  const { secrets, ...shown } = serverBody({ id })
  const { consent } = await own(gateway, '/app/sources/preview', { ...shown, secret_names: [] })
  const { source } = await own(gateway, '/app/sources', { ...shown, secrets, consent: consent.hash })
  const tools = source.tools.map(({ name, hash }: Json) => ({ name, hash, state: 'on' }))
  await own(gateway, `/app/sources/${id}/approve`, { tools })
}

const callStatus = async (gateway: RunningGateway, slug: string, input: object): Promise<number> =>
  (await ask(gateway, `/v1/${slug}`, input)).status

describe.skipIf(MISSING_POSTGRES)('what the owner changes at one of several gateways', () => {
  let place: Place
  let served: ServedGateways
  let one: RunningGateway
  let other: RunningGateway

  beforeAll(async () => {
    place = await makeSchema()
    served = await serveSeveral(2, place)
    ;[one, other] = served.gateways as [RunningGateway, RunningGateway]
  })
  afterAll(async () => {
    await served.close()
    expect(served.bugs).toEqual([])
  })

  test('a provider is known to the other with its key, and after a start, until it is removed', async () => {
    const added = await own(one, '/app/providers', {
      ...{ kind: 'openai', api_key: 'sk-of-the-test-1234', base_url: 'https://models.example.com/v1' },
    })
    const listed = async (gateway: RunningGateway): Promise<Json> =>
      (await own(gateway, '/app/providers')).providers.find(({ id }: Json) => id === added.provider.id)
    const known = await waitUntil(() => listed(other), 'the other one knows it')
    expect(known).toEqual(await listed(one))
    expect(known.secret).toEqual({ stored: true, where: 'database', hint: expect.stringContaining('1234') })
    const third = await serveOn(place, { name: 'third', dataDir: gatewayFolder() })
    expect(await listed(third)).toEqual(known)
    await own(third, `/app/providers/${known.id}`, { name: 'Renamed' }, 'PATCH')
    await waitUntil(async () => (await listed(one))?.name === 'Renamed', 'its new name is known')
    await own(other, `/app/providers/${known.id}`, undefined, 'DELETE')
    await waitUntil(async () => (await listed(one)) === undefined, 'it is gone everywhere')
  })

  test('a toolset is served by the other, changed and removed there', async () => {
    const path = '/v1/enterprise/toolsets/small'
    const slugs = async (gateway: RunningGateway): Promise<string> => {
      const { status, json } = await ask(gateway, '/v1/tools?toolset=small')
      return status === 200 ? json.tools.map(({ slug }: Json) => slug).join() : String(status)
    }
    await own(one, path, { tools: [{ slug: 'text-slugify' }] }, 'PUT')
    await waitUntil(async () => (await slugs(other)) === 'text-slugify', 'the toolset is known')
    await own(other, path, { tools: [{ slug: 'crypto-uuid' }] }, 'PUT')
    await waitUntil(async () => (await slugs(one)) === 'crypto-uuid', 'its change is known')
    await own(one, path, undefined, 'DELETE')
    await waitUntil(async () => (await slugs(other)) !== 'crypto-uuid', 'it is gone')
  })

  test('a recipe is a tool of the other, and two that would run each other are not both saved', async () => {
    const slugified = recipe([['slug', 'text-slugify', { text: { $from: '/input/text' } }]])
    await own(one, '/app/recipes/recipe__a', slugified, 'PUT')
    await own(one, '/app/recipes/recipe__b', slugified, 'PUT')
    await waitUntil(async () => (await callStatus(other, 'recipe__b', { text: 'B' })) === 200, 'it runs')
    const of = (slug: string) => recipe([['step', slug, { text: { $from: '/input/text' } }]])
    const both = await Promise.allSettled([
      own(one, '/app/recipes/recipe__a', of('recipe__b'), 'PUT'),
      own(other, '/app/recipes/recipe__b', of('recipe__a'), 'PUT'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await own(other, '/app/recipes/recipe__c', slugified, 'PUT')
    await own(other, '/app/recipes/recipe__c', undefined, 'DELETE')
    await waitUntil(async () => (await callStatus(one, 'recipe__c', { text: 'C' })) === 404, 'it is gone')
  })

  describe('a source', () => {
    beforeEach(async () => {
      for (const { id } of (await own(one, '/app/sources')).sources)
        await own(one, `/app/sources/${id}`, undefined, 'DELETE')
      await waitUntil(async () => (await own(other, '/app/sources')).sources.length === 0, 'none is left')
    })

    const state = async (gateway: RunningGateway): Promise<Json> =>
      (await own(gateway, '/app/sources/vices')).source
    const runs = (gateway: RunningGateway) =>
      waitUntil(async () => (await callStatus(gateway, 'vices__echo', { text: 'a' })) === 200, 'it answers')

    test('is called at the other, whose process ends when it is switched off or removed here', async () => {
      await addServer(one, 'vices')
      await runs(other)
      const pids = [(await state(one)).pid, (await state(other)).pid]
      expect(new Set(pids).size).toBe(2)
      await own(one, '/app/sources/vices/stop', undefined, 'POST')
      await waitUntil(async () => (await state(other)).pid === null, 'its process has ended')
      expect(await callStatus(other, 'vices__echo', { text: 'a' })).toBe(404)
      await own(other, '/app/sources/vices/start', undefined, 'POST')
      await runs(one)
      await own(other, '/app/sources/vices', undefined, 'DELETE')
      await waitUntil(
        async () => (await callStatus(one, 'vices__echo', { text: 'a' })) === 404,
        'it is gone',
      )
      expect((await own(one, '/app/sources')).sources).toEqual([])
    })

    // Catches: a process at another gateway that goes on with a secret that was replaced.
    test('runs with another secret at the other, too', async () => {
      await addServer(one, 'vices')
      await runs(other)
      const { pid } = await state(other)
      const secrets = { CANARY: 'canary-of-both' }
      await own(one, '/app/sources/vices/secrets', { secrets }, 'PATCH')
      await waitUntil(async () => (await state(other)).pid !== pid, 'its process has ended')
      await runs(other)
      expect((await state(other)).secrets).toEqual([{ name: 'CANARY', place: 'database' }])
      // What it tells of its token is masked, so it was given the new one.
      const { json } = await ask(other, '/v1/vices__secret', {})
      expect(json.data.text).toMatch(/^the token is (?!undefined|canary)/)
    })

    // Catches: a change that is worked out from a copy, and takes back what another gateway has stored since.
    test('keeps the changes of both when they come at once', async () => {
      await addServer(one, 'vices')
      await runs(other)
      const closed = (name: string) => ({ tools: [{ name, state: 'off' }] })
      await Promise.all([
        own(one, '/app/sources/vices', { title: 'Of one' }, 'PATCH'),
        own(other, '/app/sources/vices', { credits: 7 }, 'PATCH'),
        own(one, '/app/sources/vices/approve', closed('echo')),
        own(other, '/app/sources/vices/approve', closed('picture')),
        own(other, '/app/sources/vices/look', undefined, 'POST'),
      ])
      for (const gateway of served.gateways) {
        const off = async (): Promise<boolean> => {
          const { title, credits, tools } = await state(gateway)
          const names = tools.filter((tool: Json) => tool.state === 'off').map(({ name }: Json) => name)
          return title === 'Of one' && credits === 7 && names.toSorted().join() === 'echo,picture'
        }
        await waitUntil(off, 'both changes are there')
      }
    })

    test('is added once when both add one of the same name', async () => {
      const added = await Promise.allSettled([addServer(one, 'vices'), addServer(other, 'vices')])
      expect(added.map(({ status }) => status)).toContain('fulfilled')
      const ids = async (gateway: RunningGateway) =>
        (await own(gateway, '/app/sources')).sources.map(({ id }: Json) => id).join()
      for (const gateway of served.gateways)
        await waitUntil(async () => (await ids(gateway)) === 'vices', 'there is one')
    })
  })
})
