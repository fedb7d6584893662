/**
 * Whether a parsed JSON value is longer than a number of characters. It estimates, and stops reading at the limit:
 * a text may have escapes that make its JSON longer still.
 */
export function isLongerThan(value: unknown, chars: number): boolean {
  return roomAfter(value, chars) < 0
}

function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2
  // Numbers have from 1 to 24 characters.
  if (typeof value !== 'object' || value === null) return room - 4
  let left = room - 2
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at++) left = roomAfter(value[at], left - 1)
    return left
  }
  // A list of all members would take longer than to look at the first of them.
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) {
    if (left < 0) break
    left = roomAfter(members[name], left - name.length - 4)
  }
  return left
}
