import { CircleAlert, Hourglass, Unplug } from '@lucide/vue'
import type { Component } from 'vue'
import { counted } from '../../../src-shared/counted.ts'
import type { RunPhase } from './run-pause.ts'

/** A line above the rows of a batch or a table. */
export interface Notice {
  readonly icon: Component
  readonly text: string
}

export const SIGN_IN = 'Sign in to run: open the address that Toolgate printed when it started.'

/**
 * Why a run waits, and for how long.
 * @param nowMs milliseconds since 1970
 * @param what what it sends, in the plural
 * @returns null while it does not wait
 */
export function pauseNotice(phase: RunPhase, nowMs: number, what: 'rows' | 'calls'): Notice | null {
  if (phase.kind !== 'waiting' && phase.kind !== 'paused') return null
  const seconds = Math.max(0, Math.ceil((phase.untilMs - nowMs) / 1_000))
  return phase.kind === 'waiting'
    ? { icon: Hourglass, text: `Rate limit reached. The next ${what} run in ${seconds} s.` }
    : {
        icon: Unplug,
        text: `Toolgate is not responding. Trying again in ${seconds} s. No ${what} are lost.`,
      }
}

/**
 * What a run that was cut off has left.
 * @param sent how many have no answer yet
 * @param go the name of the button that goes on
 */
export function interrupted(sent: number, what: 'row' | 'call', go: 'Continue' | 'Run'): Notice {
  const open = counted(sent, `${what} has`, `${what}s have`)
  return {
    icon: CircleAlert,
    text: `This run was interrupted. ${open} no answer yet. ${go} fetches the answers and charges nothing twice.`,
  }
}
