import type { Tool } from '../../gateway/gateway-types.ts'
import { useBatch } from '../batch.ts'
import { useBatchOpen } from '../batch-open.ts'
import { useBatchRun } from './batch-run.ts'
import { useToasts } from '../../ui/kept/toasts.ts'
import { counted } from '../../../src-shared/counted.ts'

type Input = Readonly<Record<string, unknown>>

/** Adds calls to a batch of their tool; components use `addToBatch`. */
export function useAddCall() {
  const batch = useBatch()
  const opening = useBatchOpen()
  const run = useBatchRun()
  const toasts = useToasts()

  /**
   * Adds a call to the open batch if it has the same tool, else starts a new batch.
   * @param input null if the input is not valid; a toast says so
   */
  async function add(tool: Tool, input: Input | null): Promise<void> {
    if (input === null) return refuse('fix the input first')
    // Finish saving before another batch takes this one's place.
    if (!isOf(tool.slug)) await batch.save()
    const hindrance = hindranceOf(tool.slug)
    if (hindrance !== '') return refuse(hindrance)
    const before = isOf(tool.slug) ? null : leave()
    const position = batch.rows.length
    if (batch.startFrom([input], tool.slug) === 0) return refuse('the batch is full')
    toasts.say(`Added to batch ${batch.name}: ${rowWords(batch.tally.rows)}`, () =>
      undoAdd(position, before),
    )
  }

  function refuse(why: string): void {
    toasts.say(`Not added: ${why}`)
  }

  /** Why a new batch cannot be started; empty if nothing would be lost. */
  function hindranceOf(slug: string): string {
    if (isOf(slug)) return ''
    if (run.running) return 'another batch is running'
    return batch.kept === 'saved' ? '' : 'the open batch has other tools and is not saved'
  }

  const present = () => batch.rows.filter(({ state }) => state !== 'removed')
  const isOf = (slug: string) => present().every((row) => row.slug === slug)

  /** Closes the open batch; it stays in the list of runs. @returns its id */
  function leave(): string | null {
    const { id } = batch
    batch.clear()
    run.clear()
    return id
  }

  function undoAdd(position: number, before: string | null): void {
    batch.remove([position])
    if (before !== null) void opening.open(before)
  }

  return { add }
}

const rowWords = (count: number) => counted(count, 'row')
