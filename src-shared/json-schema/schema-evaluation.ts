import type { Mismatch } from './schema-assertions.ts'
import { pointerTo, type Place, type SchemaDocument } from './schema-document.ts'
import type { Faults } from './schema-faults.ts'
import { UnusableSchema } from './unusable-schema.ts'

/** The resources that were entered on the way to a place, the last one first (2020-12 Core, 7.1). */
export interface Scope {
  readonly base: string
  readonly outer: Scope | null
}

/** The path in the value, innermost name first; written as a pointer only for faults. */
interface Trail {
  readonly name: string | number
  readonly outer: Trail | null
}

/** Applies schemas to values. */
export interface Evaluator {
  readonly document: SchemaDocument
  /** @returns whether the evaluation's value matches its schema */
  run(evaluation: Evaluation): boolean
}

/** How many in-place schemas may follow one another before a schema counts as endlessly recursive. */
const MAX_HOPS = 500

/** One schema applied to one place of a value. */
export class Evaluation {
  readonly evaluator: Evaluator
  readonly place: Place
  readonly value: unknown
  readonly faults: Faults
  readonly scope: Scope
  readonly #trail: Trail | null
  readonly #hops: number
  /**
   * The properties and items that a keyword has evaluated, for `unevaluated…`; only tracked when
   * needed.
   */
  properties: Set<string> | undefined
  items: Set<number> | undefined

  private constructor(
    evaluator: Evaluator,
    place: Place,
    value: unknown,
    faults: Faults,
    scope: Scope | null,
    trail: Trail | null,
    hops: number,
  ) {
    this.evaluator = evaluator
    this.place = place
    this.value = value
    this.faults = faults
    this.scope = scope?.base === place.base ? scope : { base: place.base, outer: scope }
    this.#trail = trail
    this.#hops = hops
  }

  /** The evaluation of a whole value. */
  static of(evaluator: Evaluator, place: Place, value: unknown, faults: Faults): Evaluation {
    return new Evaluation(evaluator, place, value, faults, null, null, 0)
  }

  refuse(keyword: string, mismatch: Mismatch): void {
    const { faults, place } = this
    if (faults.isFull) faults.count++
    else {
      const schemaPath = pointerTo(place.pointer, [keyword])
      faults.add({ ...mismatch, path: this.#path(), keyword, schemaPath })
    }
  }

  /**
   * Applies another schema to the same value. If it matches, what it evaluated counts as evaluated
   * here too.
   */
  here(place: Place, faults: Faults = this.faults): boolean {
    if (this.#hops > MAX_HOPS) throw new UnusableSchema('it refers to itself without end')
    const inner = new Evaluation(
      this.evaluator,
      place,
      this.value,
      faults,
      this.scope,
      this.#trail,
      this.#hops + 1,
    )
    if (!this.evaluator.run(inner)) return false
    for (const name of inner.properties ?? []) this.sawProperty(name)
    for (const index of inner.items ?? []) this.sawItem(index)
    return true
  }

  /** Applies a schema to a part of the value. */
  within(place: Place, name: string | number, value: unknown, faults: Faults = this.faults): boolean {
    const trail = { name, outer: this.#trail }
    return this.evaluator.run(new Evaluation(this.evaluator, place, value, faults, this.scope, trail, 0))
  }

  /** Applies a schema to something other than the value or its parts, such as a property name. */
  aside(place: Place, value: unknown, faults: Faults): boolean {
    return this.evaluator.run(
      new Evaluation(this.evaluator, place, value, faults, this.scope, this.#trail, this.#hops + 1),
    )
  }

  sawProperty(name: string): void {
    if (this.evaluator.document.asksWhatIsSeen) (this.properties ??= new Set()).add(name)
  }

  sawItem(index: number): void {
    if (this.evaluator.document.asksWhatIsSeen) (this.items ??= new Set()).add(index)
  }

  #path(): string {
    const names: (string | number)[] = []
    for (let at = this.#trail; at; at = at.outer) names.push(at.name)
    return pointerTo('', names.toReversed())
  }
}
