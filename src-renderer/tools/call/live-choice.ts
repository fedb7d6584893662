import { ref, shallowRef } from 'vue'
import type { Tool } from '../../gateway/gateway-types.ts'
import { keepChoice, keptChoice } from '../../ui/kept/kept-choice.ts'

const MAX_CREDITS = 3
const EVERYWHERE = 'toolgate.live'
const CHOSEN = 'toolgate.live-tools'

/** Whether a tool may run as one types: it is cheap, gives the same for the same input and touches nothing outside. */
export function canBeLive({ cacheable, tier, credits }: Tool): boolean {
  return cacheable && tier === 'compute' && credits <= MAX_CREDITS
}

/** Which tools are live, as this browser remembers it: some of them, or every one that can be. */
export function createLiveChoice() {
  const everywhere = ref(keptChoice(EVERYWHERE) === 'on')
  const chosen = shallowRef<ReadonlySet<string>>(new Set((keptChoice(CHOSEN) ?? '').split(' ')))

  function isOn(tool: Tool): boolean {
    return canBeLive(tool) && (everywhere.value || chosen.value.has(tool.slug))
  }

  /** Switches one tool; with the switch for all on, switching one off leaves the others as they were chosen. */
  function choose({ slug }: Tool, on: boolean): void {
    const slugs = new Set(chosen.value)
    if (on) slugs.add(slug)
    else slugs.delete(slug)
    chosen.value = slugs
    keepChoice(CHOSEN, [...slugs].join(' '))
    if (!on) chooseAll(false)
  }

  function chooseAll(on: boolean): void {
    everywhere.value = on
    keepChoice(EVERYWHERE, on ? 'on' : null)
  }

  return { everywhere, isOn, choose, chooseAll }
}
