import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../src-shared/parse-json.ts'
import { readPrivateFile, writePrivateFile } from '../data-folder/private-file.ts'
import { keyFrom, newSalt, seal, unseal } from './seal.ts'
import { SecretsUnavailable, type SecretBackend } from './secret-store.ts'

const FILE = 'secrets.json'
const KEY_FILE = 'secret.key'
const KEY_BYTES = 32

const hex = z.string().regex(/^([0-9a-f]{2})*$/)
const contents = z.object({
  version: z.literal(1),
  unlocked_by: z.enum(['TOOLGATE_SECRET', KEY_FILE]),
  salt: hex,
  secrets: z.record(z.string(), z.object({ nonce: hex, tag: hex, text: hex })),
})
type Contents = z.infer<typeof contents>

/**
 * Secrets in an encrypted file of the data folder (AES-256-GCM, key by scrypt). It is weaker than a keychain: it is
 * unlocked by the passphrase that the process was started with, or by a second file beside it.
 */
export class SecretFile implements SecretBackend {
  readonly place = 'file'
  readonly #dataDir: string
  readonly #passphrase: string | null
  readonly #keys = new Map<string, Promise<Buffer>>()
  #writing: Promise<unknown> = Promise.resolve()

  /** @param passphrase TOOLGATE_SECRET; without it a key file is created when first needed */
  constructor(dataDir: string, passphrase: string | undefined) {
    this.#dataDir = dataDir
    this.#passphrase = passphrase || null
  }

  async save(id: string, secret: string): Promise<void> {
    await this.#change(async (kept) => {
      const sealed = seal(await this.#keyOf(kept), id, secret)
      return { ...kept, secrets: { ...kept.secrets, [id]: sealed } }
    })
  }

  async read(id: string): Promise<string | null> {
    const kept = this.#load()
    const sealed = kept?.secrets[id]
    if (!kept || !sealed) return null
    const key = await this.#keyOf(kept)
    try {
      return unseal(key, id, sealed)
    } catch (error) {
      throw new SecretsUnavailable(
        `${FILE} cannot be unlocked with this ${kept.unlocked_by}. Start with the one that it was written ` +
          'with, or remove the file and enter the keys again.',
        { cause: error },
      )
    }
  }

  async remove(id: string): Promise<void> {
    if (!this.#load()?.secrets[id]) return
    await this.#change(async (kept) => {
      const { [id]: _gone, ...secrets } = kept.secrets
      return { ...kept, secrets }
    })
  }

  describe(): string {
    const file = `in the encrypted file ${join(this.#dataDir, FILE)}`
    return this.#passphrase === null
      ? `${file}, unlocked by ${KEY_FILE} beside it: it is safe from anybody who sees only one of the two files, but not ` +
          'from anybody who can read the folder'
      : `${file}, unlocked by TOOLGATE_SECRET`
  }

  // Changes run one after another, so that none overwrites another.
  #change(work: (kept: Contents) => Promise<Contents>): Promise<void> {
    const change = this.#writing
      .catch(() => undefined)
      .then(async () => {
        const changed = await work(this.#load() ?? this.#blank())
        writePrivateFile(join(this.#dataDir, FILE), `${JSON.stringify(changed, null, 2)}\n`)
      })
    this.#writing = change
    return change
  }

  #blank(): Contents {
    const unlocked_by = this.#passphrase === null ? KEY_FILE : 'TOOLGATE_SECRET'
    return { version: 1, unlocked_by, salt: newSalt(), secrets: {} }
  }

  #load(): Contents | null {
    const text = readPrivateFile(join(this.#dataDir, FILE))
    if (text === null) return null
    const read = contents.safeParse(parsed(text))
    if (read.success) return read.data
    throw new SecretsUnavailable(
      `${FILE} is damaged. Restore it from a copy, or remove it and enter the keys again.`,
    )
  }

  #keyOf({ salt, unlocked_by: source }: Contents): Promise<Buffer> {
    const passphrase = source === KEY_FILE ? this.#keyFile() : this.#passphrase
    if (passphrase === null)
      throw new SecretsUnavailable(`${FILE} needs TOOLGATE_SECRET. Set it and start again.`)
    const name = `${source}:${salt}`
    let key = this.#keys.get(name)
    if (!key) {
      key = keyFrom(passphrase, salt)
      this.#keys.set(name, key)
      // A lack of memory may pass; the next request tries again.
      key.catch(() => this.#keys.delete(name))
    }
    return key
  }

  #keyFile(): string {
    const path = join(this.#dataDir, KEY_FILE)
    const kept = readPrivateFile(path)?.trim()
    if (kept) return kept
    if (this.#load())
      throw new SecretsUnavailable(
        `${KEY_FILE}, which unlocks ${FILE}, is missing. Restore it, or remove ${FILE} and enter the keys again.`,
      )
    const made = randomBytes(KEY_BYTES).toString('hex')
    writePrivateFile(path, `${made}\n`)
    return made
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // The schema rejects undefined, which stands for invalid JSON.
    return null
  }
}
