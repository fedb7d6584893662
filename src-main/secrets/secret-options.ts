import { OsKeychain } from './os-keychain.ts'
import type { SecretOptions } from './open-secrets.ts'

/**
 * Where to store secrets: in the keychain, or in the encrypted file when TOOLGATE_SECRET was given to unlock it.
 * Neither is used before a secret is saved or read.
 */
export function secretOptionsOf(env: NodeJS.ProcessEnv): SecretOptions {
  const { TOOLGATE_SECRET: passphrase } = env
  return passphrase ? { passphrase } : { keychain: new OsKeychain() }
}
