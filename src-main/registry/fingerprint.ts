import { hash } from 'node:crypto'

/** The deterministic hash of a tool and its checked input (spec, "Agent block"), in hexadecimal. */
export function fingerprintOf(slug: string, canonicalInput: string): string {
  return hash('sha256', `${slug}\n${canonicalInput}`)
}
