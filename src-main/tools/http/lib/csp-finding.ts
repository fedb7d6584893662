import type { HeaderFinding } from './header-finding.ts'

/** The header of the policy. */
export const HEADER = 'Content-Security-Policy'

/** One finding about the policy. */
export function weak(level: HeaderFinding['level'], message: string, fix: string): HeaderFinding {
  return { header: HEADER, level, message, fix }
}
