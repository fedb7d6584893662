/** The variables that this program reads, by how they begin. */
const OURS = /^(?:TOOLGATE_|SLOP|OTEL_|OPENAI_|ANTHROPIC_|GOOGLE_|OLLAMA_)/

/** Takes variables away that are set to nothing, as `TOOLGATE_KEY= toolgate …` does: they count as unset. */
export function forgetEmptyVariables(env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(env)) if (value === '' && OURS.test(name)) delete env[name]
}
