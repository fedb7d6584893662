import { nextTick } from 'vue'
import { counted } from '../../../src-shared/counted.ts'
import { useRouter } from 'vue-router'
import { useCopy } from '../../ui/composables/use-copy.ts'
import { shortcut, useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { useComparison } from '../compare/comparison.ts'
import type { FinishedCall } from './finished-calls.ts'
import { useInspector } from '../inspector/inspector.ts'
import { useRun } from './run.ts'
import { useToasts } from '../../ui/kept/toasts.ts'
import { saveOutput } from './save-output.ts'

/** Registers the shortcuts of the result pane and of stepping through earlier results. */
export function useResultShortcuts(open: { sendTo: () => void; history: () => boolean | void }) {
  const run = useRun()
  const inspector = useInspector()
  const comparison = useComparison()
  const toasts = useToasts()
  const router = useRouter()
  const { state, copy } = useCopy()

  const hasOutput = () => run.state.kind === 'done' && run.output !== null

  async function copyOutput(): Promise<void> {
    await copy(run.output?.text ?? '')
    const count = run.output?.remarks?.length ?? 0
    const done = count > 0 ? `Output copied without its ${counted(count, 'remark')}` : 'Output copied'
    toasts.say(state.value === 'copied' ? done : 'The browser blocked copying')
  }

  function save(): boolean {
    if (!run.output || !run.request) return false
    saveOutput(run.output, run.request.slug)
    return true
  }

  /** Opens an earlier result beside its tool. */
  async function revisit(call: FinishedCall | null): Promise<void> {
    if (!call || run.running) return
    await router.push({ name: 'tools', params: { slug: call.request.slug } })
    await nextTick()
    run.revisit(call)
  }

  function step(by: number): boolean {
    const call = run.running ? null : run.finished.step(by)
    void revisit(call)
    return call !== null
  }

  function compare(): boolean | void {
    if (!comparison.possible) return false
    if (!comparison.close()) void comparison.open()
  }

  useShortcuts([
    shortcut('result.compare', compare),
    shortcut('result.closeComparison', comparison.close),
    shortcut('result.copy', () => (hasOutput() ? void copyOutput() : false)),
    shortcut('result.save', save),
    shortcut('result.send', () => (hasOutput() ? open.sendTo() : false)),
    shortcut('result.history', open.history),
    shortcut('result.again', run.again),
    shortcut('result.verify', () => void (inspector.tab = 'verify')),
    shortcut('result.older', () => step(1)),
    shortcut('result.newer', () => step(-1)),
  ])

  return { compare, revisit, save }
}
