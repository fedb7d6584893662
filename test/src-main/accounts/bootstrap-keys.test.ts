import { rmSync, statSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeApiKey } from '../../../src-main/accounts/api-key.ts'
import { bootstrapKeys } from '../../../src-main/accounts/bootstrap-keys.ts'
import { KEEPS_NO_KEYS, keysInFolder } from '../../../src-main/accounts/kept-keys.ts'
import { writeInstanceFile } from '../../../src-main/data-folder/instance-file.ts'
import { StartupError } from '../../../src-main/storage/startup-error.ts'
import { openKeys } from '../../support/gateway/open-keys.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

describe('bootstrapKeys', () => {
  it('gives a new instance a demo key with 200 credits and an owner with 500', async () => {
    const folder = makeTempDir()
    const { keys, audit, ledger } = await openKeys(folder)
    const { demoKey, owner, newOwnerKey } = await bootstrapKeys({ keys, audit, kept: keysInFolder(folder) })
    const demo = keys.find(demoKey)!
    expect(demo).toMatchObject({ kind: 'demo', rateLimit: 60 })
    expect(demo.permissions.size).toBe(0)
    expect(ledger.lastKnown(demo.id).balance).toBe(200)
    expect(keys.find(newOwnerKey!)).toBe(owner)
    expect(owner).toMatchObject({ kind: 'personal', rateLimit: 6_000, permissions: new Set(['admin']) })
    expect(ledger.lastKnown(owner.id).balance).toBe(500)
    const file = join(folder, 'owner.key')
    expect(readFileSync(file, 'utf8')).toBe(`${newOwnerKey}\n`)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('makes neither again at the next start, and still knows the demo key', async () => {
    const folder = makeTempDir()
    const first = await openKeys(folder)
    const made = await bootstrapKeys({ ...first, kept: keysInFolder(folder) })
    first.close()
    const second = await openKeys(folder)
    const found = await bootstrapKeys({
      ...second,
      kept: keysInFolder(folder),
      ownerKey: makeApiKey('personal'),
    })
    expect(found).toEqual({ demoKey: made.demoKey, owner: made.owner, newOwnerKey: null })
    expect(second.keys.list()).toHaveLength(2)
  })

  it('takes the owner key it is given and writes it to no file', async () => {
    const folder = makeTempDir()
    const { keys, audit } = await openKeys(folder)
    const ownerKey = makeApiKey('personal')
    const { owner } = await bootstrapKeys({ keys, audit, kept: keysInFolder(folder), ownerKey })
    expect(keys.find(ownerKey)).toBe(owner)
    expect(() => statSync(join(folder, 'owner.key'))).toThrow('ENOENT')
  })

  it('refuses a guessable owner key', async () => {
    for (const ownerKey of ['', 'admin', 'sk-toolgate-1234', makeApiKey('demo')]) {
      const { keys, audit } = await openKeys()
      await expect(bootstrapKeys({ keys, audit, kept: KEEPS_NO_KEYS, ownerKey })).rejects.toThrow(
        StartupError,
      )
    }
  })

  it('completes the keys whose files were written before a crash', async () => {
    const folder = makeTempDir()
    const { keys, audit } = await openKeys(folder)
    const [demoKey, ownerKey] = [makeApiKey('demo'), makeApiKey('personal')]
    writeInstanceFile(folder, { demoKey })
    writeFileSync(join(folder, 'owner.key'), `${ownerKey}\n`)
    const found = await bootstrapKeys({ keys, audit, kept: keysInFolder(folder) })
    expect(found).toMatchObject({ demoKey, newOwnerKey: ownerKey })
  })

  it('replaces a demo key whose text was lost, and ends the old one', async () => {
    const folder = makeTempDir()
    const first = await openKeys(folder)
    const old = await bootstrapKeys({ ...first, kept: keysInFolder(folder) })
    first.close()
    rmSync(join(folder, 'instance.json'))
    const { keys, audit } = await openKeys(folder)
    const { demoKey } = await bootstrapKeys({ keys, audit, kept: keysInFolder(folder) })
    expect(keys.find(demoKey)).toMatchObject({ kind: 'demo' })
    expect(demoKey === old.demoKey).toBe(false)
    expect(keys.find(old.demoKey)).toBeNull()
  })

  it('starts with a new owner key when no key is left that administers the gateway', async () => {
    const folder = makeTempDir()
    const first = await openKeys(folder)
    const old = await bootstrapKeys({ ...first, kept: keysInFolder(folder) })
    first.db.prepare('UPDATE api_key SET revoked_at = 1 WHERE id = ?').run(old.owner.id)
    first.close()
    const { keys, audit } = await openKeys(folder)
    const found = await bootstrapKeys({ keys, audit, kept: keysInFolder(folder) })
    expect(keys.find(found.newOwnerKey!)?.id).toBe(found.owner.id)
    expect(keys.find(old.newOwnerKey!)).toBeNull()
  })
})
