import type { SnippetCall } from './code-snippets.ts'
import { CallError } from '../../gateway/gateway-types.ts'
import { useSnippet } from './snippet.ts'
import { useToasts } from '../../ui/kept/toasts.ts'
import { useCopy } from '../../ui/composables/use-copy.ts'

type Call = Pick<SnippetCall, 'slug' | 'input' | 'modes'>

/** Copies calls as code in the language used last, and confirms it with a toast. */
export function useCopyCode() {
  const snippet = useSnippet()
  const toasts = useToasts()
  const { state, copy } = useCopy()

  /** Copies a call, with a key if `withKey` is set and the code has a place for one. */
  function copyCode(call: Call | null, withKey = false): boolean {
    if (!call) return false
    const { carriesKey } = snippet.snippet
    void (withKey && carriesKey ? copyWithKey(call) : copyPlain(call, withKey))
    return true
  }

  async function copyPlain(call: Call, withKey: boolean): Promise<void> {
    await put(snippet.write(call), withKey ? '. MCP clients send the key with the connection' : '')
  }

  async function copyWithKey(call: Call): Promise<void> {
    try {
      const { CODE_CREDITS, CODE_KEY_NAME, useCodeKey } = await import('./code-key.ts')
      const key = await useCodeKey().get()
      if (key === null) return toasts.say('Not copied: sign in to include a key')
      await put(
        snippet.write(call, key),
        ` with the key “${CODE_KEY_NAME}”, limited to ${CODE_CREDITS} credits`,
      )
    } catch (error) {
      // Any other error means that code-key.ts could not be loaded, so the gateway is unreachable.
      const why = error instanceof CallError ? error.message : 'Toolgate is not responding.'
      toasts.say(`Not copied: ${why}`)
    }
  }

  async function put(text: string, more: string): Promise<void> {
    await copy(text)
    const { label } = snippet.snippet
    toasts.say(state.value === 'copied' ? `Copied as ${label}${more}` : 'The browser blocked copying')
  }

  return { state, copyCode }
}
