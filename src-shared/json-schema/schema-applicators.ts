import { isObject } from './json-identity.ts'
import { missingFrom } from './schema-assertions.ts'
import { isOld } from './schema-dialects.ts'
import type { Place } from './schema-document.ts'
import type { Evaluation } from './schema-evaluation.ts'
import { Faults } from './schema-faults.ts'

/** A keyword that applies other schemas. */
export type Applicator = (evaluation: Evaluation, schema: Readonly<Record<string, unknown>>) => void

/** Applicators by keyword (2020-12 Core, 8 and 10), in the order in which they are applied. */
export const APPLICATORS = {
  $ref: (evaluation, { $ref }) =>
    evaluation.here(documentOf(evaluation).resolve(String($ref), evaluation.place)),
  $recursiveRef: (evaluation) => evaluation.here(recursive(evaluation)),
  $dynamicRef: (evaluation, { $dynamicRef }) => evaluation.here(dynamic(evaluation, String($dynamicRef))),
  allOf: (evaluation, schema) => {
    for (const place of branches(evaluation, schema, 'allOf')) evaluation.here(place)
  },
  anyOf: (evaluation, schema) => {
    const failed = new Faults(KEPT)
    const matching = branches(evaluation, schema, 'anyOf').filter((place) => evaluation.here(place, failed))
    if (matching.length > 0) return
    evaluation.faults.addAll(failed)
    evaluation.refuse('anyOf', { message: 'must match a schema in anyOf' })
  },
  oneOf: (evaluation, schema) => {
    const failed = new Faults(KEPT)
    const matching = branches(evaluation, schema, 'oneOf').filter((place) => evaluation.here(place, failed))
    if (matching.length === 1) return
    if (matching.length === 0) evaluation.faults.addAll(failed)
    evaluation.refuse('oneOf', { message: 'must match exactly one schema in oneOf' })
  },
  not: (evaluation) => {
    if (evaluation.here(part(evaluation, 'not'), new Faults(0)))
      evaluation.refuse('not', { message: 'must NOT be valid' })
  },
  if: (evaluation, schema) => {
    if (evaluation.place.dialect === 'draft-06') return
    const branch = evaluation.here(part(evaluation, 'if'), new Faults(0)) ? 'then' : 'else'
    if (Object.hasOwn(schema, branch) && !evaluation.here(part(evaluation, branch)))
      evaluation.refuse('if', { message: `must match "${branch}" schema` })
  },
  dependentRequired: (evaluation, { dependentRequired }) => {
    for (const [name, names] of entriesOf(dependentRequired))
      requireWith(evaluation, 'dependentRequired', name, names)
  },
  dependentSchemas: (evaluation, { dependentSchemas }) => {
    for (const [name] of entriesOf(dependentSchemas))
      if (has(evaluation.value, name)) evaluation.here(part(evaluation, 'dependentSchemas', name))
  },
  dependencies: (evaluation, { dependencies }) => {
    for (const [name, of] of entriesOf(dependencies)) {
      if (Array.isArray(of)) requireWith(evaluation, 'dependencies', name, of)
      else if (has(evaluation.value, name)) evaluation.here(part(evaluation, 'dependencies', name))
    }
  },
  propertyNames: (evaluation) => {
    for (const [property] of membersOf(evaluation)) {
      const faults = new Faults(KEPT)
      if (evaluation.aside(part(evaluation, 'propertyNames'), property, faults)) continue
      evaluation.faults.addAll(faults)
      evaluation.refuse('propertyNames', { message: 'property name must be valid', property })
    }
  },
  properties: (evaluation, { properties }) => {
    for (const [name] of entriesOf(properties)) {
      if (!has(evaluation.value, name)) continue
      evaluation.within(part(evaluation, 'properties', name), name, evaluation.value[name])
      evaluation.sawProperty(name)
    }
  },
  patternProperties: (evaluation, { patternProperties }) => {
    for (const [source] of entriesOf(patternProperties)) {
      const matches = documentOf(evaluation).pattern(source)
      for (const [name, value] of membersOf(evaluation)) {
        if (!matches.test(name)) continue
        evaluation.within(part(evaluation, 'patternProperties', source), name, value)
        evaluation.sawProperty(name)
      }
    }
  },
  additionalProperties: (evaluation, schema) => {
    const patterns = entriesOf(schema.patternProperties).map(([source]) =>
      documentOf(evaluation).pattern(source),
    )
    const isNamed = (name: string) =>
      has(schema.properties, name) || patterns.some((pattern) => pattern.test(name))
    applyToProperties(evaluation, 'additionalProperties', 'must NOT have additional properties', isNamed)
  },
  prefixItems: (evaluation) => {
    if (evaluation.place.dialect !== '2020-12') return
    applyToFirst(evaluation, 'prefixItems')
  },
  items: (evaluation, { items, prefixItems }) => {
    if (Array.isArray(items) && evaluation.place.dialect !== '2020-12') applyToFirst(evaluation, 'items')
    else if (!Array.isArray(items)) {
      const isNew = evaluation.place.dialect === '2020-12'
      applyToRest(evaluation, 'items', isNew && Array.isArray(prefixItems) ? prefixItems.length : 0)
    }
  },
  additionalItems: (evaluation, { items }) => {
    if (evaluation.place.dialect === '2020-12' || !Array.isArray(items)) return
    applyToRest(evaluation, 'additionalItems', items.length)
  },
  contains: (evaluation, schema) => contain(evaluation, schema),
  unevaluatedItems: (evaluation) => {
    if (isOld(evaluation.place.dialect)) return
    const { items } = evaluation
    applyToItems(evaluation, 'unevaluatedItems', (index) => items?.has(index) === true, items?.size ?? 0)
  },
  unevaluatedProperties: (evaluation) => {
    if (isOld(evaluation.place.dialect)) return
    const { properties } = evaluation
    const isSeen = (name: string) => properties?.has(name) === true
    applyToProperties(evaluation, 'unevaluatedProperties', 'must NOT have unevaluated properties', isSeen)
  },
} satisfies Record<string, Applicator>

/** Faults of a branch that are kept in case no branch matches. */
const KEPT = 100

function documentOf({ evaluator }: Evaluation): Evaluation['evaluator']['document'] {
  return evaluator.document
}

function part(evaluation: Evaluation, ...names: readonly (string | number)[]): Place {
  return documentOf(evaluation).part(evaluation.place, ...names)
}

function branches(
  evaluation: Evaluation,
  schema: Readonly<Record<string, unknown>>,
  keyword: string,
): Place[] {
  const schemas = schema[keyword]
  return Array.isArray(schemas) ? schemas.map((_, index) => part(evaluation, keyword, index)) : []
}

/**
 * 2020-12 Core, 8.2.3.2: the outermost resource with a dynamic anchor of that name, if the first
 * one has it.
 */
function dynamic(evaluation: Evaluation, reference: string): Place {
  const document = documentOf(evaluation)
  const first = document.resolve(reference, evaluation.place)
  const anchor = document.anchorIn(reference, evaluation.place)
  if (anchor === null || document.dynamicAnchor(first.base, anchor) !== first) return first
  let found = first
  for (let { scope }: { scope: Evaluation['scope'] | null } = evaluation; scope; scope = scope.outer)
    found = document.dynamicAnchor(scope.base, anchor) ?? found
  return found
}

/** 2019-09 Core, 8.2.4.2: the outermost resource with `$recursiveAnchor: true`, if this one has it. */
function recursive(evaluation: Evaluation): Place {
  const document = documentOf(evaluation)
  const first = document.resolve('#', evaluation.place)
  if (!isRecursive(first)) return first
  let found = first
  for (let { scope }: { scope: Evaluation['scope'] | null } = evaluation; scope; scope = scope.outer) {
    const root = document.rootOf(scope.base)
    if (root && isRecursive(root)) found = root
  }
  return found
}

function isRecursive({ schema }: Place): boolean {
  return typeof schema === 'object' && schema.$recursiveAnchor === true
}

function requireWith(evaluation: Evaluation, keyword: string, name: string, names: unknown): void {
  if (!has(evaluation.value, name)) return
  for (const property of missingFrom(evaluation.value, names)) {
    const message = `must have property ${property} when property ${name} is present`
    evaluation.refuse(keyword, { message, property })
  }
}

function applyToProperties(
  evaluation: Evaluation,
  keyword: string,
  message: string,
  isLeftOut: (name: string) => boolean,
): void {
  const place = part(evaluation, keyword)
  for (const [property, value] of membersOf(evaluation)) {
    if (isLeftOut(property)) continue
    if (place.schema === false) evaluation.refuse(keyword, { message, property })
    else evaluation.within(place, property, value)
    evaluation.sawProperty(property)
  }
}

function applyToFirst(evaluation: Evaluation, keyword: string): void {
  const { value, place } = evaluation
  const schemas = typeof place.schema === 'object' ? place.schema[keyword] : null
  if (!Array.isArray(value) || !Array.isArray(schemas)) return
  for (const [index, item] of value.slice(0, schemas.length).entries()) {
    evaluation.within(part(evaluation, keyword, index), index, item)
    evaluation.sawItem(index)
  }
}

function applyToRest(evaluation: Evaluation, keyword: string, from: number): void {
  applyToItems(evaluation, keyword, (index) => index < from, from)
}

function applyToItems(
  evaluation: Evaluation,
  keyword: string,
  isLeftOut: (index: number) => boolean,
  allowed: number,
): void {
  const { value } = evaluation
  if (!Array.isArray(value)) return
  const place = part(evaluation, keyword)
  let isRefused = false
  for (const [index, item] of value.entries()) {
    if (isLeftOut(index)) continue
    if (place.schema !== false) evaluation.within(place, index, item)
    else if (!isRefused) evaluation.refuse(keyword, { message: `must NOT have more than ${allowed} items` })
    isRefused = place.schema === false
    evaluation.sawItem(index)
  }
}

function contain(evaluation: Evaluation, schema: Readonly<Record<string, unknown>>): void {
  const { value, place } = evaluation
  if (!Array.isArray(value)) return
  const counts = !isOld(place.dialect)
  const least = counts && typeof schema.minContains === 'number' ? schema.minContains : 1
  const most = counts && typeof schema.maxContains === 'number' ? schema.maxContains : Infinity
  const matching = value.flatMap((item, index) =>
    evaluation.within(part(evaluation, 'contains'), index, item, new Faults(0)) ? [index] : [],
  )
  // In 2019-09, items that `contains` matched do not count as evaluated.
  if (place.dialect === '2020-12') for (const index of matching) evaluation.sawItem(index)
  if (matching.length >= least && matching.length <= most) return
  const limit = most === Infinity ? '' : ` and no more than ${most}`
  evaluation.refuse('contains', { message: `must contain at least ${least}${limit} valid item(s)` })
}

function has(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.hasOwn(value, name)
}

function membersOf({ value }: Evaluation): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}
