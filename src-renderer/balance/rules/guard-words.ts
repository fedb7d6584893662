import type { Guard } from '../../../src-shared/rules/guard.ts'
import type { PiiKind } from '../../../src-shared/rules/pii-kinds.ts'

/** What the detector finds, in words. */
export const KIND_WORDS: Readonly<Record<PiiKind, string>> = {
  credit_card: 'card numbers',
  iban: 'IBANs',
  us_ssn: 'US SSNs',
  email: 'e-mail addresses',
  phone: 'phone numbers',
  ip_address: 'IP addresses',
  mac_address: 'MAC addresses',
  url: 'web addresses',
}

/** What a guard does, in a line. */
export function guardWords({ on, action, kinds = [], patterns = [] }: Guard): string {
  const finds = [...kinds.map((kind) => KIND_WORDS[kind]), ...patterns.map((pattern) => `/${pattern}/`)]
  const [verb, where] = [
    action === 'refuse' ? 'Refuses' : 'Redacts',
    on === 'arguments' ? 'in what it sends' : 'in what it gets',
  ]
  return `${verb} ${finds.join(', ')} ${where}`
}

/** A name for a new guard that none of the others has, such as `redact-results-2`. */
export function freeName({ on, action }: Pick<Guard, 'on' | 'action'>, others: readonly Guard[]): string {
  const usual = `${action}-${on}`
  const taken = (name: string) => others.some((other) => other.name === name)
  let [name, number] = [usual, 2]
  while (taken(name)) name = `${usual}-${number++}`
  return name
}
