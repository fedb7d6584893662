import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { TestGateway, type TestAnswer } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const SHA = 'crypto-hash-sha256'
// FIPS 180-2, B.1.
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
})
afterAll(async () => await gateway.close())
beforeEach(() => gateway.advance(60_000))

const call = (slug: string, input: object) => gateway.call(slug, input)

describe('a path', () => {
  it('can be read below folders that the owner has allowed for the key', async () => {
    const folder = realpathSync(makeTempDir())
    mkdirSync(join(folder, 'sub'))
    writeFileSync(join(folder, 'sub/a b.txt'), 'abc')
    const path = join(folder, 'sub/a b.txt')
    const hashed = (file: string) => call(SHA, { text: { file } })
    expect(await hashed(path)).toMatchObject({ status: 400 })

    const body = { key_id: gateway.keyId, folders: [folder, join(folder, '.')] }
    expect(await gateway.send('/v1/enterprise/folders', { body })).toMatchObject({ status: 403 })
    const set = await gateway.asOwner('/v1/enterprise/folders', { body })
    expect(set.json).toEqual({ ok: true, key_id: gateway.keyId, folders: [folder] })
    expect((await gateway.send('/v1/files')).json.folders).toEqual([folder])
    const { json } = await gateway.asOwner('/v1/enterprise/audit?action=key.folders_set')
    expect(json.entries[0]).toMatchObject({ target: gateway.keyId, detail: { folders: [folder] } })

    expect((await hashed(path)).json.data?.hash).toBe(ABC)
    expect((await hashed(`file://${folder}/sub/a%20b.txt`)).json.data?.hash).toBe(ABC)
    expect(await hashed(`${folder}/sub/../sub/a b.txt`)).toMatchObject({ status: 400 })
    const missing = await hashed(join(folder, 'none'))
    const outside = await hashed('/etc/hostname')
    const told = (answer: TestAnswer) => answer.json.error.message.replace(/"[^"]*"/, '')
    expect(told(missing)).toBe(told(outside))
    // Not even the owner's own key reads what was not allowed for it.
    expect(await gateway.asOwner(`/v1/${SHA}`, { body: { text: { file: path } } })).toMatchObject({
      status: 400,
    })
    await gateway.asOwner('/v1/enterprise/folders', { body: { ...body, folders: [] } })
    expect(await hashed(path)).toMatchObject({ status: 400 })
  })

  it('is not allowed by an admin key that is not the owner’s', async () => {
    const made = await gateway.asOwner('/v1/enterprise/keys', {
      body: { name: 'Admin', permissions: ['admin'] },
    })
    const body = { key_id: gateway.keyId, folders: [makeTempDir()] }
    expect(await gateway.send('/v1/enterprise/folders', { body, key: made.json.key })).toMatchObject({
      status: 403,
      json: { error: { code: 'forbidden' } },
    })
  })
})

itObeysTheRules([
  { method: 'GET', path: '/v1/files', admin: false },
  { method: 'GET', path: '/v1/files/none', admin: false },
  { method: 'DELETE', path: '/v1/files/none', admin: false },
  {
    method: 'POST',
    path: '/v1/enterprise/folders',
    admin: true,
    body: { key_id: 'none', folders: [] },
    wrong: [
      [{ folders: [] }, 'key_id'],
      [{ key_id: 'x', folders: 'a' }, 'folders'],
      [{ key_id: 'x' }, 'folders'],
    ],
  },
])
