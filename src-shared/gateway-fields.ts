/** Fields of a call's body that belong to the gateway; no tool may declare one (spec, "Tool call request body"). */
export const RESERVED_FIELDS = ['mode', 'trace', 'session_id', 'receipt', 'token_granularity'] as const

/** The tool's own fields of a call's body. */
export function withoutGatewayFields(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own: readonly string[] = RESERVED_FIELDS
  return Object.fromEntries(Object.entries(body).filter(([name]) => !own.includes(name)))
}
