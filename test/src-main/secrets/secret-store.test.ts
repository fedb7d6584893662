import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SecretFile } from '../../../src-main/secrets/secret-file.ts'
import {
  SecretsInMemory,
  SecretStore,
  SecretsUnavailable,
  type SecretBackend,
} from '../../../src-main/secrets/secret-store.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const SECRET = 'sk-planted-3f7c1d5e9a'

/** A keychain of the tests: it keeps in memory, or says no. */
function keychain(refusal?: string): SecretBackend & { asked: number } {
  const kept = new Map<string, string>()
  const answer = <T>(value: T): Promise<T> =>
    refusal === undefined ? Promise.resolve(value) : Promise.reject(new SecretsUnavailable(refusal))
  const chain = {
    place: 'keychain' as const,
    asked: 0,
    save: async (id: string, secret: string) => {
      chain.asked++
      await answer(null)
      kept.set(id, secret)
    },
    read: async (id: string) => (chain.asked++, await answer(kept.get(id) ?? null)),
    remove: async (id: string) => {
      await answer(kept.delete(id))
    },
    describe: () => 'in a keychain of the tests',
  }
  return chain
}

describe('the store of secrets', () => {
  it('keeps a secret in the keychain if there is one, and reads nothing from it before', async () => {
    const chain = keychain()
    const store = new SecretStore(chain, new SecretsInMemory())
    expect(chain.asked).toBe(0)
    expect(await store.save('one', SECRET)).toEqual({
      place: 'keychain',
      message: 'The key is in a keychain of the tests.',
    })
    expect(await store.read('one', 'keychain')).toBe(SECRET)
    expect(chain.asked).toBe(1)
    expect(await new SecretStore(chain, new SecretsInMemory()).read('one', 'keychain')).toBe(SECRET)
  })

  it('says that it used the file, and why, when the keychain says no', async () => {
    const dir = makeTempDir()
    const store = new SecretStore(keychain('The keychain is locked.'), new SecretFile(dir, undefined))
    const { place, message } = await store.save('one', SECRET)
    expect(place).toBe('file')
    expect(message).toMatch(/^The keychain is locked\. So the key was stored elsewhere\. .*secrets\.json/)
    expect(message).toContain('not from anybody who can read the folder')
  })

  it('never looks in a place where the secret was not put', async () => {
    const other = new SecretsInMemory()
    await other.save('one', SECRET)
    const store = new SecretStore(keychain(), other)
    await expect(store.read('one', 'keychain')).rejects.toThrow('Enter it again')
    await expect(store.read('one', 'file')).rejects.toThrow('which this start of Toolgate does not use')
  })

  it('forgets what was removed', async () => {
    const store = new SecretStore(keychain(), new SecretsInMemory())
    await store.save('one', SECRET)
    await store.remove('one', 'keychain')
    await expect(store.read('one', 'keychain')).rejects.toThrow(SecretsUnavailable)
  })
})

describe('a secret that changes while it is read', () => {
  // A keychain that answers a read when it is told to, with what it had when it was asked.
  function slowKeychain() {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    const chain = keychain()
    const slow: SecretBackend = {
      ...chain,
      read: async (id) => {
        const had = await chain.read(id)
        await mayAnswer
        return had
      },
    }
    return { chain: slow, fast: chain, answer }
  }

  it('is the new one for whoever asks afterwards', async () => {
    const { chain, fast, answer } = slowKeychain()
    await fast.save('one', 'old')
    const store = new SecretStore(chain, new SecretsInMemory())
    const reading = store.read('one', 'keychain')
    await store.save('one', SECRET)
    answer()
    await reading
    expect(await store.read('one', 'keychain')).toBe(SECRET)
  })

  it('is not kept when it was removed', async () => {
    const { chain, fast, answer } = slowKeychain()
    await fast.save('one', 'old')
    const store = new SecretStore(chain, new SecretsInMemory())
    const reading = store.read('one', 'keychain')
    await store.remove('one', 'keychain')
    answer()
    await reading
    expect(store.known()).toEqual([])
    await expect(store.read('one', 'keychain')).rejects.toThrow(SecretsUnavailable)
  })
})

describe('the encrypted file', () => {
  // Catches: GCM with a tag of four bytes, which is guessed in some billions of tries instead of never.
  it('opens nothing whose tag was cut', async () => {
    const dir = makeTempDir()
    await new SecretFile(dir, 'pass').save('one', SECRET)
    const path = join(dir, 'secrets.json')
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { secrets: { one: { tag: string } } }
    kept.secrets.one.tag = kept.secrets.one.tag.slice(0, 8)
    writeFileSync(path, JSON.stringify(kept))
    await expect(new SecretFile(dir, 'pass').read('one')).rejects.toThrow('cannot be unlocked')
  })

  const text = (dir: string, name = 'secrets.json') => readFileSync(join(dir, name), 'utf8')

  it('holds no secret in the clear, and gives it back to the next process', async () => {
    const dir = makeTempDir()
    const file = new SecretFile(dir, undefined)
    await Promise.all([file.save('one', SECRET), file.save('two', 'another'), file.save('__proto__', 'x')])
    expect(text(dir)).not.toContain(SECRET)
    expect(text(dir)).not.toContain(Buffer.from(SECRET).toString('hex'))
    for (const name of ['secrets.json', 'secret.key'])
      expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600)
    const next = new SecretFile(dir, undefined)
    expect(await next.read('one')).toBe(SECRET)
    expect(await next.read('two')).toBe('another')
    await next.remove('one')
    expect(await next.read('one')).toBeNull()
    expect(await next.read('two')).toBe('another')
  })

  it('takes the passphrase that it was written with and no other', async () => {
    const dir = makeTempDir()
    await new SecretFile(dir, 'open sesame').save('one', SECRET)
    expect(await new SecretFile(dir, 'open sesame').read('one')).toBe(SECRET)
    await expect(new SecretFile(dir, 'open barley').read('one')).rejects.toThrow('cannot be unlocked')
    await expect(new SecretFile(dir, undefined).read('one')).rejects.toThrow('needs TOOLGATE_SECRET')
    expect(() => text(dir, 'secret.key')).toThrow()
  })

  it('keeps the entries of two providers apart', async () => {
    const dir = makeTempDir()
    const file = new SecretFile(dir, 'open sesame')
    await file.save('one', SECRET)
    writeFileSync(join(dir, 'secrets.json'), text(dir).replace('"one"', '"two"'))
    await expect(file.read('two')).rejects.toThrow('cannot be unlocked')
  })

  it('derives another key for each file, also from the same passphrase', async () => {
    const [one, two] = [makeTempDir(), makeTempDir()]
    for (const dir of [one, two]) await new SecretFile(dir, 'open sesame').save('id', SECRET)
    const [first, second] = [one, two].map((dir) => JSON.parse(text(dir)))
    expect(first.salt).not.toBe(second.salt)
    writeFileSync(join(two, 'secrets.json'), JSON.stringify({ ...second, secrets: first.secrets }))
    await expect(new SecretFile(two, 'open sesame').read('id')).rejects.toThrow('cannot be unlocked')
  })

  it('makes no new key over secrets that need the old one', async () => {
    const dir = makeTempDir()
    await new SecretFile(dir, undefined).save('one', SECRET)
    rmSync(join(dir, 'secret.key'))
    const next = new SecretFile(dir, undefined)
    await expect(next.save('two', 'x')).rejects.toThrow(
      'secret.key, which unlocks secrets.json, is missing',
    )
    expect(text(dir)).toContain('"one"')
  })

  it('says that it is damaged, and is never overwritten', async () => {
    const dir = makeTempDir()
    writeFileSync(join(dir, 'secrets.json'), '{"version": 1')
    await expect(new SecretFile(dir, undefined).save('one', SECRET)).rejects.toThrow('is damaged')
    expect(text(dir)).toBe('{"version": 1')
  })
  it('takes secrets again once what kept one from being saved is gone', async () => {
    const dir = makeTempDir()
    writeFileSync(join(dir, 'secrets.json'), 'damaged')
    const file = new SecretFile(dir, undefined)
    await expect(file.save('one', SECRET)).rejects.toThrow('is damaged')
    rmSync(join(dir, 'secrets.json'))
    await file.save('one', SECRET)
    expect(await file.read('one')).toBe(SECRET)
  })
})
