/** What a provider's strict mode takes of JSON Schema, and of tools in one request. */
export interface StrictRules {
  /** Keywords that limit a value and may stay; the others go into the description. */
  readonly limits: ReadonlySet<string>
  /** The formats of texts that it knows. */
  readonly formats: ReadonlySet<string>
  /** Whether every field must be required, so that a field that may be left out takes null instead. */
  readonly allRequired: boolean
  /** Whether the least number of items may be more than 1. */
  readonly anyMinItems: boolean
  /** Levels of objects and arrays. */
  readonly levels: number
  /** Values that all enums of a tool have together. */
  readonly enumValues: number
}

/** What one request may have of tools altogether. */
export interface RequestLimits {
  readonly tools: number
  /** Fields that may be left out. */
  readonly optional: number
  /** Fields of more than one type. */
  readonly unions: number
}

const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']
const NUMBER_LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']

/** OpenAI, "Structured Outputs", supported schemas. */
export const OPENAI_RULES: StrictRules = {
  limits: new Set(['pattern', 'format', 'minItems', 'maxItems', ...NUMBER_LIMITS]),
  formats: new Set(FORMATS),
  allRequired: true,
  anyMinItems: true,
  levels: 10,
  enumValues: 1_000,
}

/** Anthropic, "Structured outputs", JSON Schema limitations. */
export const ANTHROPIC_RULES: StrictRules = {
  limits: new Set(['pattern', 'format', 'minItems', 'default']),
  formats: new Set([...FORMATS, 'uri']),
  allRequired: false,
  anyMinItems: false,
  levels: Infinity,
  enumValues: Infinity,
}

/** A request to OpenAI with more functions is refused. */
export const OPENAI_LIMITS: RequestLimits = { tools: 128, optional: Infinity, unions: Infinity }
/** Anthropic, "Structured outputs", schema complexity limits. */
export const ANTHROPIC_STRICT_LIMITS: RequestLimits = { tools: 20, optional: 24, unions: 16 }
export const NO_LIMITS: RequestLimits = { tools: Infinity, optional: Infinity, unions: Infinity }
