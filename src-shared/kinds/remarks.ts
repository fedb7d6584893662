type Fields = Readonly<Record<string, unknown>>

/** Where tools say what they left out, rounded or assumed. */
const FIELDS = ['warnings', 'notes', 'ignored', 'dropped'] as const

const MOST = 10

/**
 * What a tool says about its own answer, for a place that shows the main output alone: each remark as a line, at most
 * ten and how many more there are.
 * @param data the tool's output
 * @param main its main output, which is not said again; null where the whole output is shown
 */
export function remarksOf(data: Fields, main: string | null): string[] {
  if (!main) return []
  const remarks = FIELDS.filter((name) => name !== main && Object.hasOwn(data, name)).flatMap((name) =>
    listOf(data[name]).map((item) => `${name}: ${lineOf(item)}`),
  )
  if (data.truncated === true) remarks.push('truncated: there is more than this answer holds')
  return remarks.length <= MOST
    ? remarks
    : [...remarks.slice(0, MOST), `${remarks.length - MOST} more are in the whole answer`]
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function lineOf(item: unknown): string {
  return typeof item === 'string' ? item : JSON.stringify(item)
}
