import { shortcut, useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { useCopyCode } from '../code/use-copy-code.ts'
import { useModes } from './modes.ts'
import { useRun } from '../result/run.ts'
import { useSnippet } from '../code/snippet.ts'

/** Registers the shortcuts of the open call. */
export function useCallShortcuts(does: {
  run: () => void
  preview: () => void
  otherView: () => void
}): void {
  const run = useRun()
  const modes = useModes()
  const snippet = useSnippet()
  const { copyCode } = useCopyCode()

  useShortcuts([
    shortcut('call.run', does.run),
    shortcut('call.dry-run', does.preview),
    shortcut('call.view', does.otherView),
    shortcut('call.code', () => copyCode(snippet.call)),
    shortcut('call.code-with-key', () => copyCode(snippet.call, true)),
    shortcut('call.stream', () => void (modes.stream = !modes.stream)),
    shortcut('call.agent', () => void (modes.agent = !modes.agent)),
    shortcut('call.trace', () => void (modes.trace = !modes.trace)),
    shortcut('call.stop', run.stop),
  ])
}
