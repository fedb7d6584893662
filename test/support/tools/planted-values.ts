import fc from 'fast-check'
import { CANARIES, ORDER } from '../gateway/guard-desk.ts'

const SECRETS = [...Object.values(CANARIES), ORDER]
const UNSEEN = '\u200b'

// Letters and digits right beside a number would make another number of it.
const text = fc
  .tuple(
    fc.constantFrom('', 'lorem ', 'Nr. ', '\n', '日本 ', '"'),
    fc.constantFrom(...SECRETS),
    fc.constantFrom('', ' ipsum', '\n', ' 日本', '"'),
  )
  .map((parts) => parts.join(''))
const form = fc.constantFrom<(said: string) => unknown>(
  (said) => said,
  (said) => ({ [said]: 1 }),
  (said) => [[said]],
  (said) => Buffer.from(`Here it is, ${said}`).toString('base64'),
  (said) => `data:text/plain;base64,${Buffer.from(said).toString('base64url')}`,
  (said) => said.split('').join(UNSEEN),
)
const filler = fc.jsonValue({ maxDepth: 2 })

/** JSON values with one of the canaries somewhere in them, in one of many forms. */
export const planted: fc.Arbitrary<unknown> = fc
  .tuple(text, form, filler)
  .map(([said, put, rest]) => [rest, put(said), rest])

/** The canaries that a text has, in whatever form. */
export function leftIn(json: string): string[] {
  const decoded = json
    .replaceAll(
      /[A-Za-z0-9+/_-]{16,}=*/g,
      (part) => `${part} ${Buffer.from(part, 'base64').toString('utf8')}`,
    )
    .replaceAll(UNSEEN, '')
    .replaceAll(String.raw`\u200b`, '')
  return SECRETS.filter((one) => decoded.includes(one))
}
