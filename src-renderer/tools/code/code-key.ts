import { defineStore } from 'pinia'
import { useGateway } from '../../gateway/gateway.ts'
import { useKeys } from '../../balance/keys.ts'
import { useSession } from '../../gateway/session.ts'

/** What a key in copied code may spend in all. */
export const CODE_CREDITS = 500
export const CODE_KEY_NAME = 'Copied code'

/**
 * The key that goes into copied code. The page holds no key of its own, and code ends up in chats and repositories: it
 * gets a team key with a small allowance, made when it is first asked for and known until the page is closed.
 */
export const useCodeKey = defineStore('code-key', () => {
  const { client } = useGateway()
  const session = useSession()
  const keys = useKeys()
  let made: Promise<{ readonly key: string; readonly key_id: string }> | null = null

  /** A key that counts; null without the owner's session, which alone may make one. */
  async function get(): Promise<string | null> {
    if (session.state !== 'signed_in' || session.usesDemoKey) return null
    if (made && !(await counts((await made).key_id))) made = null
    made ??= client.createKey(CODE_KEY_NAME, CODE_CREDITS)
    try {
      return (await made).key
    } catch (error) {
      made = null
      throw error
    }
  }

  /** It may have been revoked since. */
  async function counts(keyId: string): Promise<boolean> {
    await keys.load()
    return keys.byId.get(keyId)?.status === 'active'
  }

  return { get }
})
