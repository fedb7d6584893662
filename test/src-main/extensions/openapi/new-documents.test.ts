import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { liftRateLimit } from '../../../support/gateway/lift-rate-limit.ts'
import { TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'
import { addApi, openApi, sendDocument, TestApi } from '../../../support/tools/api-desk.ts'
import { PETS } from '../../../support/tools/pets-api.ts'
import { callSource } from '../../../support/tools/source-desk.ts'

let gateway: TestGateway
let api: TestApi
beforeAll(async () => {
  gateway = await TestGateway.create()
  api = await TestApi.start()
  await liftRateLimit(gateway)
})
afterAll(async () => {
  await gateway.close()
  await api.close()
})
afterEach(() => {
  api.answer = null
  api.seen.length = 0
})

describe('a new version of a document', () => {
  const renew = async (id: string, document: object) => {
    const { json } = await sendDocument(gateway, document)
    const body = { document: json.document.hash }
    return await gateway.asOwner(`/app/sources/${id}/document`, { body })
  }

  it('closes what changed until its owner has looked at it, and adds nothing by itself', async () => {
    await openApi(gateway, PETS, { id: 'next', server: api.origin, secrets: { key: 'k-12345' } })
    const next = structuredClone(PETS) as Json
    next.info.version = '2.0'
    next.paths['/pets/{id}'].get.parameters[1].name = 'way'
    delete next.paths['/pets/{id}'].delete
    next.paths['/owners'] = { get: { operationId: 'listOwners', responses: {} } }
    const { json } = await renew('next', next)
    expect(json.source).toMatchObject({
      server_version: '2.0',
      tool_counts: { on: 2, off: 0, new: 1, changed: 1, gone: 1 },
    })
    expect((await callSource(gateway, 'next__get-pet', { id: '1' })).json.error.code).toBe('tool_changed')
    expect((await callSource(gateway, 'next__delete-pet', { id: '1' })).status).toBe(404)
    expect((await callSource(gateway, 'next__list-owners')).status).toBe(404)
    expect((await callSource(gateway, 'next__put-pet', { id: '1', body: { name: 'a' } })).status).toBe(200)
    const { changes, waiting } = (await gateway.asOwner('/app/sources/next/changes')).json
    expect([waiting, changes.length]).toEqual([2, 2])
    const changed = changes.find(({ name }: Json) => name === 'getPet')
    expect([changed.approved.request, changed.seen.request]).toEqual([
      expect.stringContaining('"mode"'),
      expect.stringContaining('"way"'),
    ])
    const { source } = (await gateway.asOwner('/app/sources/next')).json
    const hashes = source.tools.flatMap(({ name, hash, state }: Json) =>
      state === 'gone' ? [] : [{ name, hash, state: 'on' }],
    )
    await gateway.asOwner('/app/sources/next/approve', { body: { tools: hashes } })
    const { status } = await callSource(gateway, 'next__get-pet', { id: '1', way: 'x' })
    expect([status, api.seen.at(-1)?.url]).toEqual([200, '/pets/1?way=x'])
  })

  // Catches: an operation that was marked as one that only reads, sent again after it became one that writes.
  it('does not take what acts for what reads, because it did', async () => {
    await openApi(gateway, PETS, { id: 'turned', server: api.origin, secrets: { key: 'k-12345' } })
    const next = structuredClone(PETS) as Json
    next.paths['/pets/{id}'].post = next.paths['/pets/{id}'].get
    delete next.paths['/pets/{id}'].get
    await renew('turned', next)
    const { source } = (await gateway.asOwner('/app/sources/turned')).json
    const tool = source.tools.find(({ name }: Json) => name === 'getPet')
    expect(tool).toMatchObject({ state: 'changed', read_only: false })
    await gateway.asOwner('/app/sources/turned/approve', {
      body: { tools: [{ name: 'getPet', hash: tool.hash, state: 'on' }] },
    })
    api.answer = () => ({ hangsUp: true })
    const { error } = (await callSource(gateway, 'turned__get-pet', { id: '1' })).json
    expect([error.outcome, api.seen.length]).toEqual(['unknown', 1])
  })

  it('is asked for where the document was sent', async () => {
    await addApi(gateway, PETS, { id: 'sent' })
    const later = await gateway.asOwner('/app/sources/sent/look', { method: 'POST' })
    expect(later.status).toBe(200)
    const { json } = await gateway.asOwner('/app/sources/vices-not-there/document', {
      body: { document: '0'.repeat(64) },
    })
    expect(json.error.code).toBe('validation_error')
  })
})
