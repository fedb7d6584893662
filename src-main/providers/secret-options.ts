import { OsKeychain } from './os-keychain.ts'
import type { ProviderOptions } from './open-providers.ts'

/**
 * Where to store the keys of providers: in the keychain, or in the encrypted file when TOOLGATE_SECRET was given to
 * unlock it. Neither is used before a key is saved or read.
 */
export function secretOptionsOf(env: NodeJS.ProcessEnv): Pick<ProviderOptions, 'keychain' | 'passphrase'> {
  const { TOOLGATE_SECRET: passphrase } = env
  return passphrase ? { passphrase } : { keychain: new OsKeychain() }
}
