import type { StructuredPatch, StructuredPatchHunk } from 'diff'
import { replacementOf } from './diff-operations.ts'

type Lines = readonly string[]

/** Lines with their line feed; the last one may have none. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/**
 * One hunk that replaces everything between the common first and last lines: for texts so different
 * that searching for the shortest edit is not worthwhile.
 * @param context unchanged lines around the change
 */
export function replacementPatch(
  names: { readonly from: string; readonly to: string },
  before: string,
  after: string,
  context: number,
): StructuredPatch {
  const [old, now] = [linesOf(before), linesOf(after)]
  const [head, , , tail] = replacementOf(...numbersOf(old, now)).map(({ count }) => count)
  const from = Math.max(0, (head ?? 0) - context)
  const kept = Math.min(context, tail ?? 0)
  const [oldEnd, newEnd] = [old.length - (tail ?? 0), now.length - (tail ?? 0)]
  const hunk: StructuredPatchHunk = {
    oldStart: from + 1,
    oldLines: oldEnd + kept - from,
    newStart: from + 1,
    newLines: newEnd + kept - from,
    lines: [
      ...marked(' ', old.slice(from, head)),
      ...marked('-', old.slice(head, oldEnd)),
      ...marked('+', now.slice(head, newEnd)),
      ...marked(' ', old.slice(oldEnd, oldEnd + kept)),
    ],
  }
  return {
    oldFileName: names.from,
    newFileName: names.to,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [hunk],
  }
}

function marked(mark: string, lines: Lines): string[] {
  return lines.flatMap((line) =>
    line.endsWith('\n') ? [mark + line.slice(0, -1)] : [mark + line, '\\ No newline at end of file'],
  )
}

function numbersOf(old: Lines, now: Lines): [number[], number[]] {
  const numbers = new Map<string, number>()
  const numberOf = (line: string) => {
    const number = numbers.get(line) ?? numbers.size
    numbers.set(line, number)
    return number
  }
  return [old.map(numberOf), now.map(numberOf)]
}
