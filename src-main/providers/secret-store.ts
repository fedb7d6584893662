/** Where a secret lies. `memory` is that of an instance which keeps nothing on disk. */
export type SecretPlace = 'keychain' | 'file' | 'memory'

/** One place that can keep secrets, each under the id of its provider. */
export interface SecretBackend {
  readonly place: SecretPlace
  /** @throws SecretsUnavailable when it cannot keep the secret */
  save(id: string, secret: string): Promise<void>
  /** @throws SecretsUnavailable when the place cannot be asked; null means that there is no such secret */
  read(id: string): Promise<string | null>
  remove(id: string): Promise<void>
  /** In plain words, as the end of "The key lies …". */
  describe(): string
}

/** A place for secrets does not answer, or not in time; the sentence says why and what to do. */
export class SecretsUnavailable extends Error {
  override readonly name = 'SecretsUnavailable'
}

/** Where a secret was put, in a word and in a sentence for the person who gave it. */
export interface SavedSecret {
  readonly place: SecretPlace
  readonly message: string
}

/**
 * Keeps the keys of providers. The keychain is asked when a secret is saved and never before; the file is used only
 * when the keychain has said no, and the answer then says so.
 */
export class SecretStore {
  readonly #keychain: SecretBackend | null
  readonly #otherwise: SecretBackend
  readonly #known = new Map<string, string>()

  /** @param keychain null where none is to be asked */
  constructor(keychain: SecretBackend | null, otherwise: SecretBackend) {
    this.#keychain = keychain
    this.#otherwise = otherwise
  }

  /** @throws SecretsUnavailable when no place takes it */
  async save(id: string, secret: string): Promise<SavedSecret> {
    const refusal = this.#keychain ? await refusalOf(this.#keychain.save(id, secret)) : null
    if (this.#keychain && refusal === null) {
      this.#known.set(id, secret)
      return { place: this.#keychain.place, message: `The key lies ${this.#keychain.describe()}.` }
    }
    await this.#otherwise.save(id, secret)
    this.#known.set(id, secret)
    const because = refusal === null ? '' : `${refusal} So the key was put elsewhere. `
    return {
      place: this.#otherwise.place,
      message: `${because}The key lies ${this.#otherwise.describe()}.`,
    }
  }

  /**
   * @param place where it was saved; no other place is looked in
   * @throws SecretsUnavailable
   */
  async read(id: string, place: SecretPlace): Promise<string> {
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const secret = await this.#at(place).read(id)
    if (secret === null)
      throw new SecretsUnavailable(
        'The key of this provider is no longer where it was put. Enter it once more.',
      )
    this.#known.set(id, secret)
    return secret
  }

  /** @throws SecretsUnavailable when the place cannot be asked */
  async remove(id: string, place: SecretPlace): Promise<void> {
    this.#known.delete(id)
    await this.#at(place).remove(id)
  }

  /** Where a place is, as the end of "The keys lie …"; null for one that this start does not use. */
  describe(place: SecretPlace): string | null {
    return [this.#keychain, this.#otherwise].find((one) => one?.place === place)?.describe() ?? null
  }

  /** The secrets that have been saved or read since the start. */
  known(): string[] {
    return [...this.#known.values()]
  }

  /** What will become of the first key. */
  plan(): string {
    const otherwise = `${this.#keychain ? 'otherwise ' : ''}${this.#otherwise.describe()}`
    const first = this.#keychain ? `${this.#keychain.describe()} if that takes it, and ` : ''
    return `The first one will be put ${first}${otherwise}; the answer then says where it is.`
  }

  #at(place: SecretPlace): SecretBackend {
    if (this.#otherwise.place === place) return this.#otherwise
    if (this.#keychain?.place === place) return this.#keychain
    throw new SecretsUnavailable(
      `The key lies in the ${place}, which this start of Toolgate does not use. Enter it once more.`,
    )
  }
}

async function refusalOf(saving: Promise<void>): Promise<string | null> {
  try {
    await saving
    return null
  } catch (error) {
    if (error instanceof SecretsUnavailable) return error.message
    throw error
  }
}

/** Keeps secrets for as long as the process runs. */
export class SecretsInMemory implements SecretBackend {
  readonly place = 'memory'
  readonly #secrets = new Map<string, string>()

  async save(id: string, secret: string): Promise<void> {
    this.#secrets.set(id, secret)
  }

  async read(id: string): Promise<string | null> {
    return this.#secrets.get(id) ?? null
  }

  async remove(id: string): Promise<void> {
    this.#secrets.delete(id)
  }

  describe(): string {
    return 'in the memory of this process and is gone when it ends, as all of this instance'
  }
}
