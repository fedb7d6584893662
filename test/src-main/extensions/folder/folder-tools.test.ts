import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { mcpClient, textsOf } from '../../../support/gateway/mcp-client.ts'
import { OWNER_KEY, type Json } from '../../../support/gateway/test-gateway.ts'
import { FolderDesk, processScript, pureScript } from '../../../support/tools/folder-desk.ts'
import { callSource } from '../../../support/tools/source-desk.ts'
import { waitUntil } from '../../../support/wait-until.ts'

let desk: FolderDesk
afterEach(() => desk.close())

const call = (slug: string, input: object = {}, headers = {}) =>
  callSource(desk.gateway, slug, input, headers)

describe('the folder of scripts', () => {
  it('is off until it is switched on, and then waits for each file to be approved', async () => {
    desk = await FolderDesk.open()
    desk.save('letters.ts', pureScript())
    expect((await call('my__letters', { word: 'abc' })).status).toBe(404)
    const body = { kind: 'folder', id: 'my' }
    const { consent } = (await desk.gateway.asOwner('/app/sources/preview', { body })).json
    expect(consent).toMatchObject({ kind: 'folder', path: desk.folder, edited_here: false })
    const { json } = await desk.gateway.asOwner('/app/sources', {
      body: { ...body, consent: consent.hash },
    })
    expect(json.source.tool_counts).toMatchObject({ on: 0, new: 1 })
    expect((await call('my__letters', { word: 'abc' })).status).toBe(404)
    await desk.approve()
    const answered = await call('my__letters', { word: 'abc' })
    expect([answered.status, answered.json.data, answered.json.meta.credits_used]).toEqual([
      200,
      { letters: 3, version: 1, _engine: 'external' },
      1,
    ])
  })

  it('takes an agreement to saves that run at once only for what was shown, and only one folder', async () => {
    desk = await FolderDesk.open()
    const body = { kind: 'folder', id: 'my' }
    const { consent } = (await desk.gateway.asOwner('/app/sources/preview', { body })).json
    const other = { ...body, edited_here: true, consent: consent.hash }
    expect((await desk.gateway.asOwner('/app/sources', { body: other })).json.error.code).toBe(
      'consent_mismatch',
    )
    await desk.switchOn()
    const second = await desk.gateway.asOwner('/app/sources', {
      body: { ...body, id: 'two', consent: consent.hash },
    })
    expect([second.status, second.json.error.message]).toEqual([400, expect.stringContaining('as my')])
  })

  it('closes a file that was changed until it is approved, and runs only what was', async () => {
    desk = await FolderDesk.open()
    desk.save('letters.ts', pureScript())
    await desk.switchOn()
    desk.save('letters.ts', pureScript(2))
    await waitUntil(
      async () => (await call('my__letters', { word: 'a' })).status === 409,
      'the change is seen',
    )
    const { changes } = (await desk.gateway.asOwner('/app/sources/my/changes')).json
    expect(changes).toMatchObject([{ approved: { code: pureScript() }, seen: { code: pureScript(2) } }])
    await desk.approve()
    expect((await call('my__letters', { word: 'a' })).json.data.version).toBe(2)
  })

  it('serves a save at once while its owner edits there', async () => {
    desk = await FolderDesk.open()
    await desk.switchOn({ editedHere: true })
    desk.save('letters.ts', pureScript())
    await waitUntil(
      async () => (await call('my__letters', { word: 'a' })).status === 200,
      'a new file is served',
    )
    desk.save('letters.ts', pureScript(2))
    await waitUntil(
      async () => (await call('my__letters', { word: 'a' })).json.data?.version === 2,
      'a changed file is served',
    )
    await desk.gateway.asOwner('/app/sources/my', { method: 'PATCH', body: { edited_here: false } })
    desk.save('letters.ts', pureScript(3))
    await waitUntil(
      async () => (await call('my__letters', { word: 'a' })).status === 409,
      'the change waits',
    )
  })

  it('leaves out what its owner keeps out and what has invisible characters, also while they edit there', async () => {
    desk = await FolderDesk.open()
    desk.save('out.ts', pureScript())
    await desk.switchOn({ editedHere: true })
    const body = { tools: [{ name: 'out', state: 'off' }] }
    await desk.gateway.asOwner('/app/sources/my/approve', { body })
    desk.save('out.ts', pureScript(2))
    desk.save('odd.ts', pureScript().replace('Counts', 'Counts\u200b'))
    desk.save('fine.ts', pureScript())
    await waitUntil(
      async () => (await call('my__fine', { word: 'a' })).status === 200,
      'the others are served',
    )
    expect((await call('my__out', { word: 'a' })).status).toBe(404)
    expect((await call('my__odd', { word: 'a' })).status).toBe(404)
  })

  it('keeps the last good version of a file with a fault, and shows the file and the line', async () => {
    desk = await FolderDesk.open()
    desk.save('letters.ts', pureScript())
    await desk.switchOn({ editedHere: true })
    desk.save('letters.ts', `${pureScript(2)}enum A { b }\n`)
    desk.save('never.ts', 'const a = {')
    const { problems } = await desk.look()
    const lines = pureScript(2).split('\n').length
    expect(problems).toEqual([
      { file: 'letters.ts', line: lines, message: expect.stringContaining('in place of an enum') },
      { file: 'never.ts', line: 1, message: expect.any(String) },
    ])
    expect((await call('my__letters', { word: 'a' })).json.data.version).toBe(1)
    desk.save('letters.ts', pureScript(3))
    await waitUntil(
      async () => (await call('my__letters', { word: 'a' })).json.data?.version === 3,
      'the mended file is served',
    )
    expect((await desk.look()).problems).toMatchObject([{ file: 'never.ts' }])
  })

  it('says that a tool is gone when its file is, and serves it again when it is back as it was', async () => {
    desk = await FolderDesk.open()
    desk.save('letters.ts', pureScript())
    await desk.switchOn()
    rmSync(join(desk.folder, 'letters.ts'))
    await desk.look()
    expect((await call('my__letters', { word: 'a' })).json.error.message).toContain('is gone')
    desk.save('letters.ts', pureScript())
    await desk.look()
    expect((await call('my__letters', { word: 'a' })).status).toBe(200)
  })

  it('reads no links out of the folder, nothing but text, and nothing that is too long', async () => {
    desk = await FolderDesk.open()
    await desk.switchOn({ editedHere: true })
    writeFileSync(join(desk.dataDir, 'secret.ts'), pureScript())
    symlinkSync(join(desk.dataDir, 'secret.ts'), join(desk.folder, 'linked.ts'))
    desk.save('long.ts', `${pureScript()}// ${'a'.repeat(256 * 1024)}`)
    writeFileSync(join(desk.folder, 'bytes.ts'), Buffer.from([0xff, 0xfe, 0x00]))
    mkdirSync(join(desk.folder, 'folder.ts'))
    desk.save('bad name.ts', pureScript())
    desk.save('twice.ts', pureScript())
    desk.save('twice.js', pureScript().replace(': { word: string }', ''))
    desk.save('left.test.ts', pureScript())
    const { problems, tools } = await desk.look()
    expect(problems.map(({ file, message }: { file: string; message: string }) => [file, message])).toEqual(
      [
        ['bad name.ts', expect.stringContaining('Name the file')],
        ['bytes.ts', expect.stringContaining('UTF-8')],
        ['folder.ts', expect.any(String)],
        ['linked.ts', expect.stringContaining('link')],
        ['long.ts', expect.stringContaining('256 KiB')],
        ['twice.ts', expect.stringContaining('Another file')],
      ],
    )
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(['twice'])
  })

  it('is not read where it is a link itself', async () => {
    desk = await FolderDesk.open()
    const elsewhere = join(desk.dataDir, 'elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, 'letters.ts'), pureScript())
    symlinkSync(elsewhere, desk.folder)
    const source = await desk.switchOn({ editedHere: true })
    expect(source).toMatchObject({ tools: [], last_error: expect.stringContaining('must not be a link') })
  })

  it('is served over MCP, in batches and in lists as other tools are', async () => {
    desk = await FolderDesk.open()
    desk.save('letters.ts', pureScript())
    desk.save('other.ts', processScript("return { here: 'yes' }"))
    await desk.switchOn()
    const client = await mcpClient(desk.gateway, { key: OWNER_KEY, query: '?toolset=my&schemas=all' })
    const { tools } = await client.listTools()
    const letters = tools.find(({ name }) => name === 'my__letters')
    expect(letters).toMatchObject({
      inputSchema: { required: ['word'] },
      annotations: { readOnlyHint: true, openWorldHint: false },
    })
    expect(tools.find(({ name }) => name === 'my__other')?.annotations).toMatchObject({
      readOnlyHint: false,
      openWorldHint: true,
    })
    const called = await client.callTool({ name: 'my__letters', arguments: { word: 'four' } })
    expect(textsOf(called).join('')).toContain('"letters":4')
    await client.close()
    const calls = ['a', 'bb', 'ccc'].map((word) => ({ slug: 'my__letters', input: { word } }))
    const { json } = await desk.gateway.asOwner('/v1/batch', { body: { calls } })
    expect(json.results.map(({ data }: Json) => data.letters)).toEqual([1, 2, 3])
    const { json: listed } = await desk.gateway.asOwner('/v1/tools?category=my')
    expect(JSON.stringify(listed)).toContain('my__other')
  })

  it('starts without its folder where that cannot be made, and says so', async () => {
    desk = await FolderDesk.open()
    await desk.switchOn()
    await desk.gateway.close()
    rmSync(desk.folder, { recursive: true })
    writeFileSync(desk.folder, 'in the way')
    desk = await FolderDesk.open(desk.dataDir)
    await waitUntil(
      async () => (await desk.source()).last_error?.includes('not a folder') === true,
      'the fault is shown',
    )
  })

  it('is for keys that name it, and for nobody else', async () => {
    desk = await FolderDesk.open()
    desk.save('letters.ts', pureScript())
    await desk.switchOn()
    const asked = async (key: string) =>
      (await desk.gateway.call('my__letters', { word: 'a' }, { key })).status
    expect(await asked(desk.gateway.key)).toBe(403)
    expect(await asked(desk.gateway.instance.demoKey)).toBe(403)
    const { json } = await desk.gateway.asOwner('/v1/enterprise/keys', {
      body: { name: 'CI', sources: ['my'] },
    })
    expect(await asked(json.key)).toBe(200)
    expect(await asked(OWNER_KEY)).toBe(200)
  })

  it('serves what was approved after a new start, and sees what was saved meanwhile', async () => {
    desk = await FolderDesk.open()
    desk.save('letters.ts', pureScript())
    desk.save('other.ts', processScript("return { here: 'yes' }"))
    await desk.switchOn()
    await desk.gateway.close()
    desk.save('letters.ts', pureScript(2))
    desk = await FolderDesk.open(desk.dataDir)
    expect((await call('my__other')).json.data.here).toBe('yes')
    await waitUntil(
      async () => (await call('my__letters', { word: 'a' })).status === 409,
      'the change is seen',
    )
  })
})
