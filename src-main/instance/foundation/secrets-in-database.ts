import { z } from 'zod'
import { parseJson } from '../../../src-shared/parse-json.ts'
import type { Engine } from '../../storage/engine/engine.ts'
import { one, run, statement, type Work } from '../../storage/engine/work.ts'
import { StartupError } from '../../storage/startup-error.ts'
import { keyFrom, newSalt, seal, unseal } from '../../secrets/seal.ts'
import { SecretsUnavailable, type SecretBackend } from '../../secrets/secret-store.ts'

type None = Readonly<Record<never, never>>
interface Row {
  readonly salt: string
  readonly proof: string
}

const SEAL = statement<None, Row>('SELECT salt, proof FROM seal')
const FIRST_SEAL = statement<{ salt: string; proof: string }>(
  'INSERT INTO seal (only_row, salt, proof) VALUES (1, :salt, :proof) ON CONFLICT DO NOTHING',
)
const FIND = statement<{ id: string }, { readonly sealed: string }>(
  'SELECT sealed FROM secret WHERE id = :id',
)
const SAVE = statement<{ id: string; sealed: string }>(
  'INSERT INTO secret (id, sealed) VALUES (:id, :sealed) ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed',
)
const REMOVE = statement<{ id: string }>('DELETE FROM secret WHERE id = :id')

const stored = z.object({ nonce: z.string(), tag: z.string(), text: z.string() })
const PROOF = 'toolgate'

/** Seals texts with TOOLGATE_SECRET (AES-256-GCM, key by scrypt), so that a copy of the database does not have them. */
export class DatabaseSeal {
  readonly #key: Buffer

  private constructor(key: Buffer) {
    this.#key = key
  }

  /** @throws StartupError when the database was sealed with another passphrase */
  static async open(engine: Engine, passphrase: string): Promise<DatabaseSeal> {
    const known = await engine.read(() => one(SEAL, {}))
    const salt = known?.salt ?? newSalt()
    const made = new DatabaseSeal(await keyFrom(passphrase, salt))
    const row = known ?? (await engine.write('seal', () => firstSeal(salt, made.seal('proof', PROOF))))
    // Another one was the first.
    if (row.salt !== salt) return await DatabaseSeal.open(engine, passphrase)
    try {
      made.unseal('proof', row.proof)
      return made
    } catch (error) {
      throw new StartupError(
        'TOOLGATE_SECRET is another one than this database was sealed with. Nothing was changed. Start with that one.',
        { cause: error },
      )
    }
  }

  /** @param id what it is sealed for: under another id it does not open */
  seal(id: string, text: string): string {
    return JSON.stringify(seal(this.#key, id, text))
  }

  /** @throws Error when it was sealed otherwise, or was changed */
  unseal(id: string, sealed: string): string {
    return unseal(this.#key, id, stored.parse(parseJson(sealed)))
  }
}

/** Secrets as sealed rows of the database. */
export class SecretsInDatabase implements SecretBackend {
  readonly place = 'database'
  readonly #engine: Engine
  readonly #seal: DatabaseSeal

  constructor(engine: Engine, seal: DatabaseSeal) {
    this.#engine = engine
    this.#seal = seal
  }

  async save(id: string, secret: string): Promise<void> {
    const sealed = this.#seal.seal(`secret ${id}`, secret)
    await this.#engine.write('secrets', () => run(SAVE, { id, sealed }))
  }

  async read(id: string): Promise<string | null> {
    const row = await this.#engine.read(() => one(FIND, { id }))
    if (!row) return null
    try {
      return this.#seal.unseal(`secret ${id}`, row.sealed)
    } catch (error) {
      throw new SecretsUnavailable('The stored key was changed in the database. Enter it again.', {
        cause: error,
      })
    }
  }

  async remove(id: string): Promise<void> {
    await this.#engine.write('secrets', () => run(REMOVE, { id }))
  }

  describe(): string {
    return 'in the database, sealed with TOOLGATE_SECRET'
  }
}

function* firstSeal(salt: string, proof: string): Work<Row> {
  yield* run(FIRST_SEAL, { salt, proof })
  return (yield* one(SEAL, {}))!
}
