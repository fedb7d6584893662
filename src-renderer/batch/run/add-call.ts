import type { Tool } from '../../gateway/gateway-types.ts'
import { useBatch } from '../batch.ts'
import { useBatchOpen } from '../batch-open.ts'
import { useBatchRun } from './batch-run.ts'
import { useToasts } from '../../ui/kept/toasts.ts'
import { counted } from '../../../src-shared/counted.ts'

type Input = Readonly<Record<string, unknown>>

/** Adds calls to a batch of their tool; `addToBatch` is the way to it. */
export function useAddCall() {
  const batch = useBatch()
  const opening = useBatchOpen()
  const run = useBatchRun()
  const toasts = useToasts()

  /**
   * Adds a call to the open batch if that is of the same tool, and begins another one if not.
   * @param input null while it is none, which is said
   */
  async function add(tool: Tool, input: Input | null): Promise<void> {
    if (input === null) return refuse('the input needs a fix first')
    // What is still on its way to the gateway is let through before another batch takes its place.
    if (!isOf(tool.slug)) await batch.save()
    const hindrance = hindranceOf(tool.slug)
    if (hindrance !== '') return refuse(hindrance)
    const before = isOf(tool.slug) ? null : leave()
    const position = batch.rows.length
    if (batch.startFrom([input], tool.slug) === 0) return refuse('the batch is full')
    toasts.say(`Added to the batch ${batch.name}: ${rowWords(batch.tally.rows)}`, () =>
      takeBack(position, before),
    )
  }

  function refuse(why: string): void {
    toasts.say(`Nothing was added: ${why}`)
  }

  /** Why another batch cannot be begun; empty when nothing would be lost. */
  function hindranceOf(slug: string): string {
    if (isOf(slug)) return ''
    if (run.running) return 'another batch is running'
    return batch.kept === 'saved' ? '' : 'the open batch is of other tools and is not kept'
  }

  const present = () => batch.rows.filter(({ state }) => state !== 'removed')
  const isOf = (slug: string) => present().every((row) => row.slug === slug)

  /** Puts the open batch away; it stays in the list of runs. @returns its id */
  function leave(): string | null {
    const { id } = batch
    batch.clear()
    run.clear()
    return id
  }

  function takeBack(position: number, before: string | null): void {
    batch.remove([position])
    if (before !== null) void opening.open(before)
  }

  return { add }
}

const rowWords = (count: number) => counted(count, 'row')
