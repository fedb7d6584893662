import {
  extractBIC,
  extractIBAN,
  friendlyFormatIBAN,
  isSEPACountry,
  validateBIC,
  validateIBAN,
  ValidationErrorsBIC,
  ValidationErrorsIBAN,
} from 'ibantools'

const IBAN_REASONS: Readonly<Record<ValidationErrorsIBAN, string>> = {
  [ValidationErrorsIBAN.NoIBANProvided]: 'The IBAN is empty',
  [ValidationErrorsIBAN.NoIBANCountry]: 'The first two letters must be a country with IBANs',
  [ValidationErrorsIBAN.WrongBBANLength]: "The length must be that of the country's IBANs",
  [ValidationErrorsIBAN.WrongBBANFormat]:
    "The letters and digits are not in the form of the country's IBANs",
  [ValidationErrorsIBAN.ChecksumNotNumber]: 'The check digits must be digits',
  [ValidationErrorsIBAN.WrongIBANChecksum]: 'The check digits are wrong (ISO 7064, MOD 97-10)',
  [ValidationErrorsIBAN.WrongAccountBankBranchChecksum]: 'The check digits of the account number are wrong',
  [ValidationErrorsIBAN.QRIBANNotAllowed]: 'A QR-IBAN is not allowed here',
}
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

/** Checks an IBAN without spaces, in upper case. */
export function checkIban(text: string) {
  const { valid, errorCodes } = validateIBAN(text)
  if (!valid)
    return { ...NOTHING, kind: 'iban' as const, reasons: errorCodes.map((code) => IBAN_REASONS[code]) }
  const parts = extractIBAN(text)
  return {
    valid,
    kind: 'iban' as const,
    electronic: text,
    printed: friendlyFormatIBAN(text),
    country: parts.countryCode ?? null,
    bank: parts.bankIdentifier ?? null,
    branch: parts.branchIdentifier ?? null,
    account: parts.accountNumber ?? null,
    sepa: isSEPACountry(text.slice(0, 2)),
    reasons: [],
  }
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
