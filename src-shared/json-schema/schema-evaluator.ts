import { isObject } from './json-identity.ts'
import { APPLICATORS, type Applicator } from './schema-applicators.ts'
import { ASSERTIONS, missingFrom } from './schema-assertions.ts'
import { isOld } from './schema-dialects.ts'
import type { Place, SchemaDocument } from './schema-document.ts'
import { Evaluation, type Evaluator } from './schema-evaluation.ts'
import { Faults } from './schema-faults.ts'

const MAX_KEPT = 100

/** Whether a value has a format; unknown formats and formats for other types accept everything. */
export type FormatCheck = (format: unknown, value: unknown) => boolean

/** Checks values against a schema. */
export class SchemaEvaluator implements Evaluator {
  readonly document: SchemaDocument
  readonly #formats: FormatCheck | null
  readonly #steps = new WeakMap<object, readonly Applicator[]>()

  /** @param formats null if formats are only annotations */
  constructor(document: SchemaDocument, formats: FormatCheck | null) {
    this.document = document
    this.#formats = formats
  }

  /** What is wrong with a value. */
  faultsOf(value: unknown): Faults {
    const faults = new Faults(MAX_KEPT)
    this.run(Evaluation.of(this, this.document.root, value, faults))
    return faults
  }

  /** Whether a value matches a part of the schema. */
  matches(place: Place, value: unknown): boolean {
    return this.run(Evaluation.of(this, place, value, new Faults(0)))
  }

  run(evaluation: Evaluation): boolean {
    const { place, faults } = evaluation
    const before = faults.count
    if (place.schema === false) evaluation.refuse('false schema', { message: 'boolean schema is false' })
    if (typeof place.schema === 'object')
      for (const step of this.#stepsOf(place, place.schema)) step(evaluation, place.schema)
    return faults.count === before
  }

  #stepsOf(place: Place, schema: Readonly<Record<string, unknown>>): readonly Applicator[] {
    const known = this.#steps.get(schema)
    if (known) return known
    const steps =
      isOld(place.dialect) && typeof schema.$ref === 'string' ? [APPLICATORS.$ref] : this.#all(schema)
    this.#steps.set(schema, steps)
    return steps
  }

  #all(schema: Readonly<Record<string, unknown>>): Applicator[] {
    const names = Object.keys(schema)
    return [
      ...names.filter((name) => Object.hasOwn(ASSERTIONS, name)).map(toStep),
      ...(Object.hasOwn(schema, 'pattern') ? [pattern] : []),
      ...(this.#formats && Object.hasOwn(schema, 'format') ? [toFormat(this.#formats)] : []),
      ...(Object.hasOwn(schema, 'required') ? [required] : []),
      // Keywords that depend on what others have evaluated come last in the table.
      ...Object.entries(APPLICATORS)
        .filter(([name]) => Object.hasOwn(schema, name))
        .map(([, applicator]) => applicator),
    ]
  }
}

function toStep(keyword: string): Applicator {
  return (evaluation, schema) => {
    const mismatch = ASSERTIONS[keyword]?.(schema[keyword], evaluation.value) ?? null
    if (mismatch) evaluation.refuse(keyword, mismatch)
  }
}

const pattern: Applicator = (evaluation, { pattern: source }) => {
  const { value } = evaluation
  if (typeof value !== 'string' || evaluation.evaluator.document.pattern(String(source)).test(value)) return
  evaluation.refuse('pattern', { message: `must match pattern "${String(source)}"` })
}

function toFormat(fits: FormatCheck): Applicator {
  return (evaluation, { format: name }) => {
    if (!fits(name, evaluation.value))
      evaluation.refuse('format', { message: `must match format "${String(name)}"` })
  }
}

const required: Applicator = (evaluation, { required: names }) => {
  if (!isObject(evaluation.value)) return
  for (const property of missingFrom(evaluation.value, names))
    evaluation.refuse('required', { message: `must have required property '${property}'`, property })
}
