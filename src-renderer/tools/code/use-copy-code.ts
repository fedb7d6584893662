import type { SnippetCall } from './code-snippets.ts'
import { CallError } from '../../gateway/gateway-types.ts'
import { useSnippet } from './snippet.ts'
import { useToasts } from '../../ui/kept/toasts.ts'
import { useCopy } from '../../ui/composables/use-copy.ts'

type Call = Pick<SnippetCall, 'slug' | 'input' | 'modes'>

/** Copies calls as code in the language that was used last, and says what was copied. */
export function useCopyCode() {
  const snippet = useSnippet()
  const toasts = useToasts()
  const { state, copy } = useCopy()

  /** Copies a call; with a key where that is asked for and the code has a place for one. */
  function copyCode(call: Call | null, withKey = false): boolean {
    if (!call) return false
    const { carriesKey } = snippet.snippet
    void (withKey && carriesKey ? copyWithKey(call) : copyPlain(call, withKey))
    return true
  }

  async function copyPlain(call: Call, withKey: boolean): Promise<void> {
    await put(snippet.write(call), withKey ? '. Its connection carries the key, not the call' : '')
  }

  async function copyWithKey(call: Call): Promise<void> {
    try {
      const { CODE_CREDITS, CODE_KEY_NAME, useCodeKey } = await import('./code-key.ts')
      const key = await useCodeKey().get()
      if (key === null) return toasts.say('Nothing was copied: a key is for the owner, so sign in first')
      await put(
        snippet.write(call, key),
        ` with the key “${CODE_KEY_NAME}”, for at most ${CODE_CREDITS} credits`,
      )
    } catch (error) {
      // Anything else is the way to the gateway, over which the code for it comes as well.
      const why = error instanceof CallError ? error.message : 'Toolgate does not answer.'
      toasts.say(`Nothing was copied: ${why}`)
    }
  }

  async function put(text: string, more: string): Promise<void> {
    await copy(text)
    const { label } = snippet.snippet
    toasts.say(state.value === 'copied' ? `Copied as ${label}${more}` : 'The browser refused to copy')
  }

  return { state, copyCode }
}
