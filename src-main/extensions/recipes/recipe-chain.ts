import { isLink, namesOf, type Recipe } from '../../../src-shared/recipes/recipe.ts'
import type { Chain, LoadedStep, OutputEngine, RunStep } from '../../registry/listed-tool.ts'
import { fillFields } from './fill-links.ts'

/** A recipe with the tools of its steps, ready to run. */
export class RecipeChain implements Chain {
  readonly steps: readonly LoadedStep[]
  readonly engine: OutputEngine
  readonly #recipe: Recipe

  constructor(recipe: Recipe, steps: readonly LoadedStep[], engine: OutputEngine) {
    this.#recipe = recipe
    this.steps = steps
    this.engine = engine
  }

  inputBehind(index: number, path: string): string | null {
    const value = this.#recipe.steps[index]?.input[path.split('.')[0] ?? '']
    if (!isLink(value)) return null
    const [first, name] = namesOf(value.$from) ?? ['']
    return first === 'input' ? (name ?? '') : null
  }

  async run(input: Readonly<Record<string, unknown>>, runStep: RunStep): Promise<Record<string, unknown>> {
    const known = new Map<string, unknown>([['input', input]])
    for (const [index, step] of this.steps.entries()) {
      const { input: fields = {} } = this.#recipe.steps[index] ?? {}
      known.set(step.id, await runStep(step, () => fillFields(fields, known), index))
    }
    return fillFields(this.#recipe.output, known)
  }
}
