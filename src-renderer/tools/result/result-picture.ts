import type { Data } from '../../../src-shared/envelope.ts'
import { mainValueOf } from '../../../src-shared/kinds/main-value.ts'
import type { Tool } from '../../gateway/gateway-types.ts'

/** Longer pictures are shown as text only: their address would be in memory twice. */
const MOST_CHARS = 4_000_000
/** The types of pictures by the beginning of their Base64 (their first bytes), which browsers show. */
const TYPES: readonly (readonly [beginning: RegExp, type: string])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD/, 'image/gif'],
  [/^UklGR.{6}XRUJQ/, 'image/webp'],
  [/^AAAA.GZ0eXBhdml[mz]/, 'image/avif'],
]

/**
 * The address of the picture that is the main output of a tool, as a `data:` URL; null for other outputs, and for a
 * picture that is too large. An SVG in an `<img>` runs no scripts and loads nothing.
 */
export function pictureOf(data: Data, tool: Pick<Tool, 'produces' | 'main_output'>): string | null {
  const value = mainValueOf(data, tool.main_output)
  if (typeof value !== 'string' || value.length > MOST_CHARS) return null
  if (tool.produces === 'svg')
    return /^\s*<svg[\s>]/.test(value)
      ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(value.toWellFormed())}`
      : null
  if (tool.produces !== 'image') return null
  const type = TYPES.find(([beginning]) => beginning.test(value))?.[1]
  return type === undefined ? null : `data:${type};base64,${value}`
}
