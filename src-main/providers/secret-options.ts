import { OsKeychain } from './os-keychain.ts'
import type { ProviderOptions } from './open-providers.ts'

/**
 * Where a start keeps the keys of providers: in the keychain, or, where TOOLGATE_SECRET was given to unlock it, in
 * the encrypted file. Nothing is asked before a key is saved or read.
 */
export function secretOptionsOf(env: NodeJS.ProcessEnv): Pick<ProviderOptions, 'keychain' | 'passphrase'> {
  const { TOOLGATE_SECRET: passphrase } = env
  return passphrase ? { passphrase } : { keychain: new OsKeychain() }
}
