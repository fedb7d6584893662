import { collect } from './collect.ts'
import { findVariants } from './find-variants.ts'
import { foldRecursion } from './fold-recursion.ts'
import { DEFAULT_INFERENCE, type InferenceOptions, type Model } from './model.ts'
import { nameTypes } from './name-types.ts'
import { isDeclared } from './nodes.ts'
import { shareShapes } from './share-shapes.ts'
import { toModel } from './to-model.ts'

/**
 * Infers the types of JSON values. The samples are several examples of one thing.
 *
 * @throws TooDeep for values nested more than 1,000 levels deep
 */
export function inferModel(samples: readonly unknown[], given: Partial<InferenceOptions> = {}): Model {
  const options = { ...DEFAULT_INFERENCE, ...given }
  const { root, shapes } = collect(samples, options)
  foldRecursion(shapes)
  const declared = shapes.filter((shape) => shape.joinedTo === null && isDeclared(shape))
  const variants = findVariants(declared, options)
  shareShapes([...declared, ...variants], options)
  return toModel(root, nameTypes(root, shapes, options), options)
}
