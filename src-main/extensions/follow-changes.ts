import { isDeepStrictEqual } from 'node:util'
import type { SourceDifference } from './source-shelf.ts'
import type { SourceRunner } from './source-runner.ts'
import type { Source } from './source.ts'

/**
 * Does in this process what another gateway has decided about sources: processes and connections are each gateway's
 * own. Calls do not wait for it: what is served has changed already.
 * @param open begins what goes on by itself
 */
export function follower(
  runner: SourceRunner,
  open: (source: Source) => void,
  report: (error: unknown) => void,
): (differences: readonly SourceDifference[]) => void {
  return (differences) => {
    for (const difference of differences) followChange(difference, runner, open).catch(report)
  }
}

async function followChange(
  { before, after }: SourceDifference,
  runner: SourceRunner,
  open: (source: Source) => void,
): Promise<void> {
  if (before && before.kind !== after?.kind) {
    await runner.of(before).remove(before.id)
    await runner.signIns.drop(before.id)
  }
  if (!after) return
  const isKnown = before?.kind === after.kind
  if (isKnown && (after.state === 'off' || !isDeepStrictEqual(agreedTo(before), agreedTo(after))))
    await runner.of(after).stop(after.id, 'was changed at another gateway')
  const wasOff = !isKnown || before.state === 'off' || before.state === 'broken'
  if (!wasOff || after.state === 'broken') return
  runner.of(after).forgive(after.id)
  open(after)
}

// That a sign-in is wanted is nothing that its owner has agreed to.
function agreedTo({ settings }: Source): object {
  return { ...settings, wantedSignIn: null }
}
