/** The most characters of the name of a client or session. */
export const MAX_NAME_CHARS = 128

/** The name of a client: of a User-Agent the first product, and of an MCP client what it calls itself. */
export function agentName(agent: string): string {
  if (agent.startsWith('Mozilla/')) return 'browser'
  return (/^([^\s/()]+)\/\S/.exec(agent)?.[1] ?? agent).slice(0, MAX_NAME_CHARS).toWellFormed()
}
