import type { Plain } from './plain-types.ts'

/**
 * Whether a value that a JSON library read has to be converted to a record somewhere inside. Values
 * of several kinds stay as they were read.
 */
export function converted(type: Plain): boolean {
  switch (type.kind) {
    case 'named':
      return true
    case 'list':
    case 'map':
    case 'nullable':
      return converted(type.of)
    case 'tuple':
      return type.items.some(converted)
    default:
      return false
  }
}
