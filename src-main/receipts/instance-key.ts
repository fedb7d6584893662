import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { GatewayError } from '../../src-shared/errors.ts'
import { readPrivateFile, writePrivateFile } from '../data-folder/private-file.ts'
import { StartupError } from '../storage/startup-error.ts'
import { toPublicKey, type PublicKey } from './public-key.ts'

interface Pair {
  readonly secret: KeyObject
  readonly publicKey: PublicKey
}

/**
 * The key that this instance signs with. It is generated at first use and kept in `instance-key.pem`, which only its
 * owner can read; without a data folder it lives as long as the process.
 */
export class InstanceKey {
  readonly #file: string | null
  #pair: Pair | null

  /**
   * @param dataDir the data folder, or `:memory:`
   * @throws StartupError when the folder contains an unusable key
   */
  constructor(dataDir: string) {
    this.#file = dataDir === ':memory:' ? null : join(dataDir, 'instance-key.pem')
    this.#pair = this.#file === null ? null : readPair(this.#file)
  }

  /** The key of a PKCS #8 text, which is kept elsewhere. @throws TypeError when it is of another kind */
  static of(pem: string): InstanceKey {
    const key = new InstanceKey(':memory:')
    key.#pair = toPair(createPrivateKey(pem))
    return key
  }

  /** A new key as a PKCS #8 text. */
  static generate(): string {
    const { privateKey } = generateKeyPairSync('ed25519')
    return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  }

  /**
   * The public half; generates the key when there is none yet.
   * @throws GatewayError storage_full when a new key cannot be saved
   */
  get publicKey(): PublicKey {
    return this.#make().publicKey
  }

  /** Signs a text. @returns 64 bytes in lower-case hex */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#make().secret).toString('hex')
  }

  #make(): Pair {
    this.#pair ??= makePair(this.#file)
    return this.#pair
  }
}

function readPair(file: string): Pair | null {
  try {
    const pem = readPrivateFile(file)
    if (pem === null) return null
    // A key that was restored from a backup may have come with the backup's permissions.
    chmodSync(file, 0o600)
    return toPair(createPrivateKey(pem))
  } catch (error) {
    throw new StartupError(
      `The signing key ${file} cannot be used. Nothing was changed. Restore it from a backup, or move it ` +
        'away and a new one is generated; receipts signed with the old one then name a key that this instance no longer has.',
      { cause: error },
    )
  }
}

function makePair(file: string | null): Pair {
  const { privateKey } = generateKeyPairSync('ed25519')
  if (file !== null) keep(file, privateKey)
  return toPair(privateKey)
}

function keep(file: string, secret: KeyObject): void {
  try {
    writePrivateFile(file, secret.export({ type: 'pkcs8', format: 'pem' }).toString())
  } catch (error) {
    throw new GatewayError(
      'storage_full',
      'The signing key of this instance cannot be written to its data folder. Nothing was charged. Free some space, ' +
        'then call again.',
      {},
      { cause: error },
    )
  }
}

function toPair(secret: KeyObject): Pair {
  return { secret, publicKey: toPublicKey(createPublicKey(secret)) }
}
