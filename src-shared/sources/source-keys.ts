import { counted } from '../counted.ts'

/** What opens the tools of a source to a key: an admin's, the whole source, some tools by name, or nothing. */
export const SOURCE_GRANTS = ['owner', 'source', 'tools', 'none'] as const
export type SourceGrant = (typeof SOURCE_GRANTS)[number]

/** A key that may call the tools of a source, or could be let. */
export interface SourceKey {
  readonly key_id: string
  readonly name: string
  readonly last4: string
  readonly grant: SourceGrant
  /** How many of its open tools the key may call. */
  readonly tools: number
  /** Why it cannot be granted the source, as the rest of a sentence; null where it can. */
  readonly barred: string | null
}

/** What a key may call of a source, as what follows "may call". @param open how many of its tools are open */
export function grantWords(
  { grant, tools, barred }: Pick<SourceKey, 'grant' | 'tools' | 'barred'>,
  open: number,
): string {
  switch (grant) {
    case 'owner':
      return 'every tool, as an admin'
    case 'none':
      return barred === null ? 'none of its tools' : `none of its tools: it ${barred}`
    default: {
      if (open === 0) return 'its tools once they are open'
      const count = `${tools} of ${counted(open, 'open tool')}`
      return grant === 'tools' ? `${count}, named one by one` : count
    }
  }
}
