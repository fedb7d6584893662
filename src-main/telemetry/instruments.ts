/** Upper bounds in seconds: from a commit to the longest call. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15] as const

/** A metric in Prometheus' text format, version 0.0.4. */
interface Instrument {
  lines(): string[]
}

/** A number that only grows, for each combination of label values. */
export class Counter implements Instrument {
  readonly #head: string[]
  readonly #name: string
  readonly #labels: readonly string[]
  readonly #values = new Map<string, { readonly values: readonly string[]; count: number }>()

  constructor(name: string, help: string, labels: readonly string[]) {
    this.#head = headOf(name, help, 'counter')
    this.#name = name
    this.#labels = labels
  }

  /** @param values one for each label, in their order, from a set that callers cannot extend */
  add(values: readonly string[], amount = 1): void {
    // Labels are formatted when they are read; here, for every call, a unique name is enough.
    const name = values.join('\n')
    const known = this.#values.get(name)
    if (known) known.count += amount
    else this.#values.set(name, { values, count: amount })
  }

  lines(): string[] {
    return [
      ...this.#head,
      ...Array.from(
        this.#values.values(),
        ({ values, count }) => `${this.#name}${labelsOf(this.#labels, values)} ${count}`,
      ),
    ]
  }
}

/** Counts observations up to each bound, and sums them, in seconds. */
export class Histogram implements Instrument {
  readonly #head: string[]
  readonly #name: string
  readonly #label: string | null
  readonly #series = new Map<string, { readonly buckets: number[]; sum: number }>()

  constructor(name: string, help: string, label: string | null = null) {
    this.#head = headOf(name, help, 'histogram')
    this.#name = name
    this.#label = label
  }

  observe(seconds: number, labelValue = ''): void {
    let series = this.#series.get(labelValue)
    if (!series)
      this.#series.set(
        labelValue,
        (series = { buckets: new Array<number>(BOUNDS.length + 1).fill(0), sum: 0 }),
      )
    const index = BOUNDS.findIndex((bound) => seconds <= bound)
    series.buckets[index === -1 ? BOUNDS.length : index]! += 1
    series.sum += seconds
  }

  lines(): string[] {
    return [
      ...this.#head,
      ...Array.from(this.#series, ([value, series]) => this.#linesOf(value, series)).flat(),
    ]
  }

  #linesOf(
    value: string,
    { buckets, sum }: { readonly buckets: readonly number[]; readonly sum: number },
  ): string[] {
    const label = this.#label === null ? [] : [pairOf(this.#label, value)]
    let count = 0
    const lines = buckets.map((inside, index) => {
      count += inside
      const bound = pairOf('le', String(BOUNDS[index] ?? '+Inf'))
      return `${this.#name}_bucket{${[...label, bound].join(',')}} ${count}`
    })
    const labels = label.length === 0 ? '' : `{${label.join(',')}}`
    return [...lines, `${this.#name}_sum${labels} ${sum}`, `${this.#name}_count${labels} ${count}`]
  }
}

/** The lines of a value that is read on request. */
export function gauge(name: string, help: string, value: number, type = 'gauge'): string[] {
  return [...headOf(name, help, type), `${name} ${value}`]
}

/** The lines of a value that is read on request, one for each value of a label. */
export function gauges(
  name: string,
  help: string,
  label: string,
  values: readonly (readonly [labelValue: string, value: number])[],
  type = 'gauge',
): string[] {
  const lines = values.map(([labelValue, value]) => `${name}${labelsOf([label], [labelValue])} ${value}`)
  return [...headOf(name, help, type), ...lines]
}

function headOf(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function labelsOf(names: readonly string[], values: readonly string[]): string {
  return `{${names.map((name, index) => pairOf(name, values[index] ?? '')).join(',')}}`
}

function pairOf(name: string, value: string): string {
  return `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}
