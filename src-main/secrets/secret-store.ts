/** Where secrets are stored: `memory` for an instance that keeps nothing on disk, `database` where several share it. */
export const SECRET_PLACES = ['keychain', 'file', 'memory', 'database'] as const
export type SecretPlace = (typeof SECRET_PLACES)[number]

/** One place that can keep secrets, each under the id of its owner, such as a provider. */
export interface SecretBackend {
  readonly place: SecretPlace
  /** @throws SecretsUnavailable when it cannot store the secret */
  save(id: string, secret: string): Promise<void>
  /** @throws SecretsUnavailable when the place does not answer; null means that no such secret is stored */
  read(id: string): Promise<string | null>
  remove(id: string): Promise<void>
  /** In plain words, as the end of "The key is …". */
  describe(): string
}

/** A place for secrets does not answer, or not in time; the message says why and what to do. */
export class SecretsUnavailable extends Error {
  override readonly name = 'SecretsUnavailable'
}

/** Where a secret was stored, as a code and as a sentence for the person who gave it. */
export interface SavedSecret {
  readonly place: SecretPlace
  readonly message: string
}

/**
 * Stores secrets, such as the keys of providers. The keychain is used only when a secret is saved or read; the file is
 * used only when the keychain refuses, and the answer then says so.
 */
export class SecretStore {
  readonly #keychain: SecretBackend | null
  readonly #otherwise: SecretBackend
  readonly #known = new Map<string, string>()
  /** Counts the changes of each secret: what was read before one of them is not kept. */
  readonly #changes = new Map<string, number>()

  /** @param keychain null to use none */
  constructor(keychain: SecretBackend | null, otherwise: SecretBackend) {
    this.#keychain = keychain
    this.#otherwise = otherwise
  }

  /** @throws SecretsUnavailable when no place can store it */
  async save(id: string, secret: string): Promise<SavedSecret> {
    this.#changed(id)
    const refusal = this.#keychain ? await refusalOf(this.#keychain.save(id, secret)) : null
    if (this.#keychain && refusal === null) {
      this.#keep(id, secret)
      return { place: this.#keychain.place, message: `The key is ${this.#keychain.describe()}.` }
    }
    await this.#otherwise.save(id, secret)
    this.#keep(id, secret)
    const because = refusal === null ? '' : `${refusal} So the key was stored elsewhere. `
    return {
      place: this.#otherwise.place,
      message: `${because}The key is ${this.#otherwise.describe()}.`,
    }
  }

  /**
   * @param place where it was saved; no other place is searched
   * @throws SecretsUnavailable
   */
  async read(id: string, place: SecretPlace): Promise<string> {
    const known = this.#known.get(id)
    // Another gateway may have stored another one in the database since.
    if (known !== undefined && place !== 'database') return known
    const changes = this.#changes.get(id)
    const secret = await this.#at(place).read(id)
    if (secret === null)
      throw new SecretsUnavailable(
        'The key of this provider is missing from the place where it was stored. Enter it again.',
      )
    if (changes === this.#changes.get(id)) this.#known.set(id, secret)
    return secret
  }

  /** @throws SecretsUnavailable when the place does not answer */
  async remove(id: string, place: SecretPlace): Promise<void> {
    this.#changed(id)
    this.#known.delete(id)
    await this.#at(place).remove(id)
  }

  /** Where a place is, as the end of "The keys are …"; null when this start does not use it. */
  describe(place: SecretPlace): string | null {
    return [this.#keychain, this.#otherwise].find((one) => one?.place === place)?.describe() ?? null
  }

  /** The secrets that have been saved or read since the start. */
  known(): string[] {
    return [...this.#known.values()]
  }

  /** Where the first key will be stored. */
  plan(): string {
    const otherwise = `${this.#keychain ? 'otherwise ' : ''}${this.#otherwise.describe()}`
    const first = this.#keychain ? `${this.#keychain.describe()} if that accepts it, and ` : ''
    return `The first key will be stored ${first}${otherwise}; the answer then says where it is.`
  }

  // Whoever reads it while it is being saved may still get the one before.
  #keep(id: string, secret: string): void {
    this.#changed(id)
    this.#known.set(id, secret)
  }

  #changed(id: string): void {
    this.#changes.set(id, (this.#changes.get(id) ?? 0) + 1)
  }

  #at(place: SecretPlace): SecretBackend {
    if (this.#otherwise.place === place) return this.#otherwise
    if (this.#keychain?.place === place) return this.#keychain
    throw new SecretsUnavailable(
      `The key is in the ${place}, which this start of Toolgate does not use. Enter it again.`,
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
    return 'only in the memory of this process, like everything in this instance, until the process ends'
  }
}
