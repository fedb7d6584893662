import { engineOfTier } from '../../src-shared/engines.ts'
import { TIERS, type Tier } from '../tool-kit/define-tool.ts'
import { ListedTool, type Chain, type OutputEngine, type RegisteredTool } from './listed-tool.ts'
import { ShapedTool } from './toolsets/shaped-tool.ts'

/** A tool whose calls are calls of other tools, such as a recipe. */
export class ChainedTool extends ListedTool {
  /** Its steps in their order, by the tools that they call. */
  readonly steps: readonly ListedTool[]

  constructor(
    facts: ListedTool['facts'],
    steps: readonly ListedTool[],
    load: () => Promise<RegisteredTool>,
  ) {
    super(facts, load)
    this.steps = steps
  }

  override get engine(): OutputEngine {
    return engineOfSteps(this.steps)
  }
}

/** The tools that a call of a tool calls itself; none for a tool that is not a chain. */
export function stepsOf(tool: ListedTool): readonly ListedTool[] {
  const base = tool instanceof ShapedTool ? tool.base : tool
  return base instanceof ChainedTool ? base.steps : []
}

/** The tools that a call calls in the end, through chains within chains; the tool itself where it is not a chain. */
export function callsOf(tool: ListedTool): readonly ListedTool[] {
  const steps = stepsOf(tool)
  return steps.length === 0 ? [tool] : steps.flatMap(callsOf)
}

/** What a chain is as a whole, by what its steps are. */
export function factsOfSteps(steps: readonly ListedTool[]) {
  return {
    credits: steps.reduce((sum, { facts }) => sum + facts.credits, 0),
    tier: tierOfSteps(steps),
    cacheable: steps.every(({ facts }) => facts.cacheable === true),
    sideEffects: steps.some(({ facts }) => facts.sideEffects === true),
  }
}

/** The least that can be said of an answer to which all these have contributed. */
export function engineOfSteps(steps: readonly ListedTool[]): OutputEngine {
  if (steps.some(({ engine }) => engine === 'external')) return 'external'
  return engineOfTier(tierOfSteps(steps))
}

// Those that keep something rank below those that reach out, and models above all.
const RANKED: readonly Tier[] = ['compute', 'memory', 'network', 'llm'] satisfies (typeof TIERS)[number][]

function tierOfSteps(steps: readonly ListedTool[]): Tier {
  const ranks = steps.map(({ facts }) => RANKED.indexOf(facts.tier))
  return RANKED[Math.max(0, ...ranks)] ?? 'compute'
}

/** The steps of a recipe as callers see them: what each calls, and its share of the price. */
export function shownSteps({ steps }: Chain): { id: string; slug: string; credits: number }[] {
  return steps.map(({ id, tool: { slug, definition } }) => ({ id, slug, credits: definition.credits }))
}
