import { NOT_XML_CHAR } from '../../lib/xml-characters.ts'
import * as styles from '@dicebear/collection'
import { createAvatar, type Style } from '@dicebear/core'

interface AvatarRequest {
  readonly seed: string
  readonly style: keyof typeof styles
  readonly size: number
  readonly radius: number
  readonly background?: string | undefined
}

/** Draws an avatar; the same request gives the same bytes. */
export function drawAvatar({ seed, style, size, radius, background }: AvatarRequest) {
  // Each style has its own options; only those that all of them share are used.
  const drawing = styles[style] as Style<object>
  const backgroundColor =
    background === undefined ? {} : { backgroundColor: [background.replace('#', '').toLowerCase()] }
  const svg = createAvatar(drawing, { seed, size, radius, ...backgroundColor }).toString()
  // Initials are taken by UTF-16 units; half of a character has no meaning and is not valid in
  // JSON.
  return {
    svg: svg.replaceAll(NOT_XML_CHAR, ''),
    style,
    license: drawing.meta?.license?.name ?? 'unknown',
  }
}
