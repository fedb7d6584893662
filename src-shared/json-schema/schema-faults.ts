import type { Mismatch } from './schema-assertions.ts'

/** What is wrong with one place of a value, and the keyword that reports it. */
export interface Fault extends Mismatch {
  readonly path: string
  readonly keyword: string
  readonly schemaPath: string
}

/** Faults in the order in which they are found: all are counted, the first of them kept. */
export class Faults {
  readonly kept: Fault[] = []
  readonly #most: number
  count = 0

  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.kept.length >= this.#most
  }

  add(fault: Fault): void {
    if (++this.count <= this.#most) this.kept.push(fault)
  }

  addAll(others: Faults): void {
    this.kept.push(...others.kept.slice(0, Math.max(0, this.#most - this.kept.length)))
    this.count += others.count
  }
}
