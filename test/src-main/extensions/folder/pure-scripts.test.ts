import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Rerunner } from '../../../../src-main/command-line/verify/rerun-call.ts'
import { recomputePast } from '../../../../src-main/pipeline/recompute.ts'
import { TEST_FILES } from '../../../support/gateway/test-gateway.ts'
import { FolderDesk, pureScript } from '../../../support/tools/folder-desk.ts'
import { callSource } from '../../../support/tools/source-desk.ts'

/** A pure tool without a declared output. @param body what its function gives */
const pure = (body: string): string =>
  `export const tool = { title: 'P', summary: 'Pure.', pure: true, input: { type: 'object', properties: {} } }
export default (input: any) => ${body}
`

let desk: FolderDesk
beforeAll(async () => {
  desk = await FolderDesk.open()
  desk.save('letters.ts', pureScript())
  desk.save(
    'sees.ts',
    pure(
      "({ sees: ['Date', 'fetch', 'process', 'require', 'setTimeout', 'WeakRef', 'performance', 'console'].filter((name) => name in globalThis), random: typeof Math.random })",
    ),
  )
  desk.save('throws.ts', pure("{ throw new Error('no such word') }"))
  desk.save('loops.ts', pure('{ for (;;); }'))
  desk.save('text.ts', pure("'only text'"))
  desk.save('nan.ts', pure('({ share: 0 / 0 })'))
  desk.save('engine.ts', pure("({ _engine: 'real' })"))
  desk.save('waits.ts', pure('Promise.resolve({ later: true })'))
  desk.save('breaks.ts', pureScript().replace('letters: [...word].length', "letters: 'three'"))
  desk.save('imports.ts', pure("import('node:fs').then(() => ({ got: 'files' }))"))
  await desk.switchOn()
})
afterAll(() => desk.close())

const call = (slug: string, input: object = {}, headers = {}) =>
  callSource(desk.gateway, slug, input, headers)
const balance = () => desk.gateway.instance.services.ledger.lastKnown(desk.gateway.ownerId).balance

describe('a pure script', () => {
  it('has no clock, no random numbers and no way out', async () => {
    expect((await call('my__sees')).json.data).toMatchObject({ sees: [], random: 'undefined' })
    expect((await call('my__imports')).json.ok).toBe(false)
  })

  it('is answered from the cache for the same key, and never from that of another version', async () => {
    const first = await call('my__letters', { word: 'cache' })
    const again = await call('my__letters', { word: 'cache' })
    expect([first.headers.get('x-cache'), again.headers.get('x-cache')]).toEqual(['MISS', 'HIT'])
    expect(again.json.data).toEqual(first.json.data)
    expect(again.json.meta.engine).toBe('external')
    desk.save('letters.ts', pureScript(7))
    await desk.look()
    await desk.approve()
    const other = await call('my__letters', { word: 'cache' })
    expect([other.json.data.version, other.headers.get('x-cache')]).toEqual([7, 'MISS'])
    desk.save('letters.ts', pureScript())
    await desk.look()
    await desk.approve()
  })

  it.each([
    ['throws', 'no such word'],
    ['text', 'return an object'],
    ['nan', 'is NaN, which JSON cannot write'],
    ['engine', '_engine'],
    ['breaks', 'letters'],
    ['loops', '1.5 seconds'],
  ])('costs nothing when it %s, and says why', async (name, words) => {
    const before = balance()
    const { json } = await call(`my__${name}`, name === 'breaks' ? { word: 'a' } : {})
    expect(json.error).toMatchObject({ code: 'handler_error', message: expect.stringContaining(words) })
    expect(balance()).toBe(before)
  })

  it('may wait for a promise, and is checked by its input schema', async () => {
    expect((await call('my__waits')).json.data.later).toBe(true)
    expect((await call('my__letters', { wort: 'a' })).json.error.code).toBe('validation_error')
  })

  it('takes its price from its file, unless its owner sets another', async () => {
    desk.save('letters.ts', pureScript().replace('pure: true', 'pure: true,\n  credits: 5'))
    await desk.look()
    await desk.approve()
    expect((await call('my__letters', { word: 'price' })).json.meta.credits_used).toBe(5)
    const body = { tools: [{ name: 'letters', credits: 2 }] }
    await desk.gateway.asOwner('/app/sources/my/tools', { method: 'PATCH', body })
    expect((await call('my__letters', { word: 'prices' })).json.meta.credits_used).toBe(2)
    const reset = { tools: [{ name: 'letters', credits: null }] }
    await desk.gateway.asOwner('/app/sources/my/tools', { method: 'PATCH', body: reset })
    desk.save('letters.ts', pureScript())
    await desk.look()
    await desk.approve()
  })

  it('is run again by its receipt, here and without a gateway, while its file is the one that answered', async () => {
    const input = { word: 'receipt' }
    const { json } = await call('my__letters', { ...input, receipt: true })
    const { slug, output_hash: hash, tool_version: version, source } = json.receipt.statement
    expect(source).toMatchObject({ id: 'my', kind: 'folder' })
    expect(source.definition).toBe(createHash('sha256').update(pureScript()).digest('hex'))
    const { registry, workers } = desk.gateway.instance.services
    const you = { id: 'you', isOwner: true }
    const here = async (definition: string) => {
      const tool = (await registry.find(slug)?.load()) ?? null
      return await recomputePast({ slug, version: 1, definition, fields: input }, tool, () => workers, you)
    }
    const rerunner = new Rerunner(TEST_FILES.workerUrl, desk.dataDir)
    const offline = () => rerunner.rerun(slug, version, input, source.definition)
    try {
      expect(await here(source.definition)).toMatchObject({ kind: 'done', outputHash: hash })
      expect(await offline()).toMatchObject({ kind: 'done', outputHash: hash })
      writeFileSync(join(desk.folder, 'letters.ts'), pureScript(9))
      expect(await offline()).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('hash') })
    } finally {
      await rerunner.close()
    }
    await desk.look()
    await desk.approve()
    expect(await here(source.definition)).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('another version of the file'),
    })
  })
})
