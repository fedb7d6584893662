import {
  extractBIC,
  isSEPACountry,
  validateBIC,
  validateIBAN,
  ValidationErrorsBIC,
  ValidationErrorsIBAN,
} from 'ibantools'
import { ibanCountryOf, type IbanCountry } from './iban-registry.ts'

const BIC_REASONS: Readonly<Record<ValidationErrorsBIC, string>> = {
  [ValidationErrorsBIC.NoBICProvided]: 'The BIC is empty',
  [ValidationErrorsBIC.NoBICCountry]: 'The fifth and sixth letters must be a country',
  [ValidationErrorsBIC.WrongBICFormat]:
    'A BIC must have 4 letters, 2 for the country, 2 for the place, and optionally 3 for the branch',
}
const NOTHING = {
  valid: false,
  electronic: null,
  printed: null,
  country: null,
  bank: null,
  branch: null,
  account: null,
  sepa: null,
}

/** Checks an IBAN without spaces, in upper case, against SWIFT's registry. */
export function checkIban(text: string) {
  const code = text.slice(0, 2)
  const country = ibanCountryOf(code)
  const reason = country === null ? unknownCountry(text) : faultOf(text, country)
  if (country === null || reason !== null)
    return { ...NOTHING, kind: 'iban' as const, reasons: [reason ?? unknownCountry(text)] }
  const own = text.slice(4)
  const { bank, branch, sepa } = country
  return {
    valid: true,
    kind: 'iban' as const,
    electronic: text,
    printed: text.replace(/.{4}(?=.)/g, '$& '),
    country: code,
    bank: own.slice(...bank),
    branch: branch && own.slice(...branch),
    account: own.slice(Math.max(bank[1], branch?.[1] ?? 0)),
    sepa,
    reasons: [],
  }
}

function unknownCountry(text: string): string {
  if (text === '') return 'The IBAN is empty'
  const code = text.slice(0, 2)
  return /^[A-Z]{2}$/.test(code)
    ? `${code} is not a country of SWIFT's IBAN registry (ISO 13616-1)`
    : 'The first two letters must be a country with IBANs'
}

function faultOf(text: string, { length, form }: IbanCountry): string | null {
  const code = text.slice(0, 2)
  if (text.length !== length)
    return `The length must be ${length}, that of the country's IBANs; ${code} was sent with ${text.length}`
  if (!/^\d\d$/.test(text.slice(2, 4))) return 'The check digits must be digits'
  if (!form.test(text.slice(4))) return "The letters and digits are not in the form of the country's IBANs"
  if (remainder97(text) !== 1) return 'The check digits are wrong (ISO 7064, MOD 97-10)'
  // Some countries have a check digit of their own inside, which the registry does not define.
  return validateIBAN(text).errorCodes.includes(ValidationErrorsIBAN.WrongAccountBankBranchChecksum)
    ? 'The check digits of the account number are wrong'
    : null
}

// Letters count as 10 to 35, and the first four signs come last.
function remainder97(text: string): number {
  const digits = [...text.slice(4), ...text.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('')
  return Number(BigInt(digits) % 97n)
}

/** Checks a BIC without spaces, in upper case. */
export function checkBic(text: string) {
  const { valid, errorCodes } = validateBIC(text)
  if (!valid)
    return { ...NOTHING, kind: 'bic' as const, reasons: errorCodes.map((code) => BIC_REASONS[code]) }
  const parts = extractBIC(text)
  return {
    ...NOTHING,
    valid,
    kind: 'bic' as const,
    electronic: text,
    country: parts.countryCode ?? null,
    bank: parts.bankCode ?? null,
    branch: parts.branchCode,
    sepa: isSEPACountry(text.slice(4, 6)),
    reasons: [],
  }
}
