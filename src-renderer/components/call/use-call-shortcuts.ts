import { useShortcuts } from '../../composables/use-shortcuts.ts'
import { useCopy } from '../../composables/use-copy.ts'
import { useModes } from '../../stores/modes.ts'
import { useRun } from '../../stores/run.ts'
import { useSnippet } from '../../stores/snippet.ts'
import { useToasts } from '../../stores/toasts.ts'

/** What the keyboard does with the open call. */
export function useCallShortcuts(does: {
  run: () => void
  preview: () => void
  otherView: () => void
}): void {
  const run = useRun()
  const modes = useModes()
  const snippet = useSnippet()
  const toasts = useToasts()
  const { state, copy } = useCopy()
  const ofCall = { place: 'tools', group: 'Call' } as const

  async function copyCode(): Promise<void> {
    await copy(snippet.text)
    toasts.say(
      state.value === 'copied' ? `Copied as ${snippet.snippet.label}` : 'The browser refused to copy',
    )
  }

  useShortcuts([
    { ...ofCall, keys: 'Ctrl+Enter', label: 'Run', run: does.run },
    { ...ofCall, keys: 'Ctrl+Shift+Enter', label: 'Dry run', run: does.preview },
    { ...ofCall, keys: 'Ctrl+E', label: 'Form or JSON', run: does.otherView },
    {
      ...ofCall,
      keys: 'Ctrl+Shift+C',
      label: 'Copy the call as code',
      run: () => (snippet.text === '' ? false : void copyCode()),
    },
    {
      ...ofCall,
      keys: 'Ctrl+Alt+S',
      label: 'Stream on or off',
      run: () => void (modes.stream = !modes.stream),
    },
    {
      ...ofCall,
      keys: 'Ctrl+Alt+A',
      label: 'Agent mode on or off',
      run: () => void (modes.agent = !modes.agent),
    },
    { ...ofCall, keys: '', label: 'Trace on or off', run: () => void (modes.trace = !modes.trace) },
    { ...ofCall, keys: 'Escape', label: 'Stop', run: run.stop, keyOnly: true },
  ])
}
