/**
 * Saves a secret in the keychain of the session that it runs in, reads it as another process would, removes it, and
 * prints what it saw. Run by os-keychain.test.ts under a D-Bus session of its own.
 */
import { OsKeychain } from '../../src-main/secrets/os-keychain.ts'
import { SecretsUnavailable } from '../../src-main/secrets/secret-store.ts'

const keychain = new OsKeychain()
try {
  await keychain.save('prv_test', 'sk-round-trip')
  const read = await new OsKeychain().read('prv_test')
  const both = await Promise.all([keychain.read('prv_test'), keychain.read('prv_none')])
  await keychain.remove('prv_test')
  console.log(JSON.stringify({ read, both, after: await keychain.read('prv_test') }))
} catch (error) {
  if (!(error instanceof SecretsUnavailable)) throw error
  console.log(JSON.stringify({ unavailable: error.message }))
}
