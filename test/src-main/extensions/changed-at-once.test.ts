import { nothing, run, statement } from '../../../src-main/storage/engine/work.ts'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { addServer, approveAll } from '../../support/tools/source-desk.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
  onTestFinished(() => gateway.close())
  await addServer(gateway)
  await approveAll(gateway)
})

const sources = () => gateway.instance.services.sources
const stored = () => gateway.instance.services.sources.get('vices')

describe('a source that several change at once', () => {
  // Catches: a change that is worked out from what was there before another one, and takes that one back.
  it('keeps all of their changes, in memory and on disk', async () => {
    await Promise.all([
      sources().set('vices', { title: 'One of two' }, nothing),
      sources().set('vices', { credits: 7 }, nothing),
      sources().set('vices', { callSeconds: 9 }, nothing),
      sources().look('vices'),
    ])
    expect(stored()).toMatchObject({ title: 'One of two', credits: 7, callSeconds: 9 })
    const { json } = await gateway.asOwner('/app/sources/vices')
    expect(json.source).toMatchObject({ title: 'One of two', credits: 7, call_seconds: 9 })
    expect(sources().tools('vices').length).toBeGreaterThan(0)
  })

  it('keeps what was decided about its tools while their prices change', async () => {
    const [first] = sources().tools('vices')
    const { original } = first!
    await Promise.all([
      sources().setTools('vices', new Map([[original, { credits: 5 }]]), nothing),
      sources().decide('vices', [{ original, state: 'off' }], nothing),
    ])
    expect(sources().tools('vices')[0]).toMatchObject({ original, credits: 5, state: 'off' })
  })

  // Catches: a process that dies while its owner switches it off, and opens its tools again as "broken".
  it('stays off when its process dies while its owner switches it off', async () => {
    await Promise.all([
      sources().stop('vices', nothing),
      gateway.asOwner('/v1/vices__die', { body: {} }),
      sources().set('vices', { title: 'Off' }, nothing),
    ])
    expect(stored()).toMatchObject({ state: 'off', title: 'Off' })
  })

  // Catches: a change that puts a removed source back on disk, where the next start finds it.
  it('stays removed when it is changed at the same time', async () => {
    const [removal, change] = await Promise.allSettled([
      sources().remove('vices', nothing),
      sources().set('vices', { title: 'Still here' }, nothing),
    ])
    expect(removal.status).toBe('fulfilled')
    expect(change).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
    expect((await gateway.asOwner('/app/sources')).json.sources).toEqual([])
  })

  // Catches: a tool whose definition another gateway has deleted, reported as a bug of this one.
  it('is gone for calls and lists when it was removed elsewhere a moment ago', async () => {
    const remove = statement<{ id: string }>('DELETE FROM source WHERE id = :id')
    await gateway.instance.services.engine.write('test', () => run(remove, { id: 'vices' }))
    const called = await gateway.asOwner('/v1/vices__echo', { body: { text: 'a' } })
    expect(called).toMatchObject({ status: 404, json: { error: { code: 'api_not_found' } } })
    expect(called.json.error.message).toContain('its source was removed a moment ago')
    const { status, json } = await gateway.asOwner('/v1/tools')
    expect(status).toBe(200)
    expect(json.tools.map(({ category }: Json) => category)).not.toContain('vices')
    expect((await gateway.asOwner('/v1/tools/vices__echo')).status).toBe(404)
    expect(gateway.bugs).toEqual([])
  })
})
