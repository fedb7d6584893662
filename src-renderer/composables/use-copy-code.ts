import type { SnippetCall } from '../code-snippets.ts'
import { CallError } from '../gateway-types.ts'
import { CODE_CREDITS, CODE_KEY_NAME, useCodeKey } from '../stores/code-key.ts'
import { useSnippet } from '../stores/snippet.ts'
import { useToasts } from '../stores/toasts.ts'
import { useCopy } from './use-copy.ts'

type Call = Pick<SnippetCall, 'slug' | 'input' | 'modes'>

/** Copies calls as code in the language that was used last, and says what was copied. */
export function useCopyCode() {
  const snippet = useSnippet()
  const codeKey = useCodeKey()
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
      const key = await codeKey.get()
      if (key === null) return toasts.say('Nothing was copied: a key is for the owner, so sign in first')
      await put(
        snippet.write(call, key),
        ` with the key “${CODE_KEY_NAME}”, for at most ${CODE_CREDITS} credits`,
      )
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toasts.say(`Nothing was copied: ${error.message}`)
    }
  }

  async function put(text: string, more: string): Promise<void> {
    await copy(text)
    const { label } = snippet.snippet
    toasts.say(state.value === 'copied' ? `Copied as ${label}${more}` : 'The browser refused to copy')
  }

  return { state, copyCode }
}
