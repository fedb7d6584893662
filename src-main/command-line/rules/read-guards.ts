import { GUARD_ACTIONS, GUARD_SIDES } from '../../../src-shared/rules/guard.ts'
import { PII_KINDS } from '../../../src-shared/rules/pii-kinds.ts'
import { UsageError } from '../terminal/usage-error.ts'

const [ACTIONS, SIDES] = [GUARD_ACTIONS.join('|'), GUARD_SIDES.join('|')]
const GUARD = new RegExp(String.raw`^\s*([\w-]+)=(${ACTIONS}) (${SIDES}) (\S.*?)\s*$`, 's')
// A pattern may have a semicolon of its own.
const NEXT = new RegExp(String.raw`;(?=\s*[\w-]+=(?:${ACTIONS}) (?:${SIDES}) )`)

/**
 * Reads guards such as `pii=redact results email,iban; order=refuse arguments /ORD-\d+/`.
 * @returns null for `none`
 * @throws UsageError
 */
export function readGuards(text: string): readonly object[] | null {
  return text === 'none' ? null : text.split(NEXT).map(readGuard)
}

function readGuard(part: string): object {
  const [, name, action, on, finds = ''] = GUARD.exec(part) ?? []
  if (name === undefined)
    throw new UsageError(
      `--guard takes parts such as "pii=redact results email,iban" or "order=refuse arguments /ORD-[0-9]+/", ` +
        `with ${[...GUARD_ACTIONS, ...GUARD_SIDES].join(', ')}; not ${JSON.stringify(part)}.`,
    )
  return { name, action, on, ...foundBy(finds) }
}

function foundBy(finds: string): object {
  if (finds.length > 2 && finds.startsWith('/') && finds.endsWith('/'))
    return { patterns: [finds.slice(1, -1)] }
  const kinds = finds.split(',').map((kind) => kind.trim())
  const unknown = kinds.find((kind) => !PII_KINDS.some((known) => known === kind))
  if (unknown === undefined) return { kinds }
  throw new UsageError(
    `--guard looks for ${PII_KINDS.join(', ')} or a /pattern/; not for ${JSON.stringify(unknown)}.`,
  )
}
