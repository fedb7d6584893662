type Scalar = string | number | boolean | null

/** Turns a scalar into the first of a schema's types that means the same; anything else stays as it is. */
export function coerceScalar(value: unknown, type: unknown): unknown {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  if (!isScalar(value) || types.some((one) => isOf(value, one))) return value
  for (const one of types) {
    const coerced = typeof one === 'string' ? COERCIONS[one]?.(value) : undefined
    if (coerced !== undefined) return coerced
  }
  return value
}

const COERCIONS: Readonly<Record<string, (value: Scalar) => Scalar | undefined>> = {
  string: (value) => (value === null ? '' : String(value)),
  number: toNumber,
  integer: (value) => {
    const number = toNumber(value)
    return Number.isInteger(number) ? number : undefined
  },
  boolean: (value) => {
    if (value === 'true' || value === 1) return true
    return value === 'false' || value === 0 || value === null ? false : undefined
  },
  null: (value) => (value === '' || value === 0 || value === false ? null : undefined),
}

function toNumber(value: Scalar): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function isOf(value: Scalar, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  return value === null ? type === 'null' : typeof value === type
}
