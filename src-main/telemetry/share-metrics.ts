import type { ShareState } from '../../src-shared/shares.ts'
import { gauges } from './instruments.ts'

const HELP: Readonly<Record<Exclude<keyof ShareState, 'resource'>, string>> = {
  limit: 'Places of a shared resource for all keys together.',
  per_key: 'Places that one key may hold.',
  owner_reserve: "Further places for the owner's keys alone.",
  in_use: 'Places that are held.',
  in_use_by_owner: "Places that the owner's keys hold.",
  waiting: 'Pieces of work that wait for a place.',
  keys: 'Keys that hold places or wait for one.',
  entered_total: 'Places given.',
  refused_total: 'Refusals because there was neither a place nor room to wait.',
  waited_out_total: 'Refusals at the end of the longest wait.',
  used_seconds_total: 'Cost of the work that has ended.',
}

/** The metrics of all shared resources; the label is the resource and never a key. */
export function shareLines(states: readonly ShareState[]): string[] {
  return Object.entries(HELP).flatMap(([field, help]) => {
    // Object.entries loses the type of its keys.
    const values = states.map((state) => [state.resource, state[field as keyof typeof HELP]] as const)
    return gauges(
      `toolgate_share_${field}`,
      help,
      'resource',
      values,
      field.endsWith('_total') ? 'counter' : 'gauge',
    )
  })
}
