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
  [ValidationErrorsIBAN.NoIBANProvided]: 'There is no IBAN',
  [ValidationErrorsIBAN.NoIBANCountry]: 'The first two letters are no country with IBANs',
  [ValidationErrorsIBAN.WrongBBANLength]: 'Its length is not that of its country',
  [ValidationErrorsIBAN.WrongBBANFormat]: 'Letters or digits stand where its country has others',
  [ValidationErrorsIBAN.ChecksumNotNumber]: 'The check digits are no digits',
  [ValidationErrorsIBAN.WrongIBANChecksum]: 'The check digits are wrong (ISO 7064, MOD 97-10)',
  [ValidationErrorsIBAN.WrongAccountBankBranchChecksum]: 'The check digits of the account number are wrong',
  [ValidationErrorsIBAN.QRIBANNotAllowed]: 'It is a QR-IBAN',
}
const BIC_REASONS: Readonly<Record<ValidationErrorsBIC, string>> = {
  [ValidationErrorsBIC.NoBICProvided]: 'There is no BIC',
  [ValidationErrorsBIC.NoBICCountry]: 'The fifth and sixth letters are no country',
  [ValidationErrorsBIC.WrongBICFormat]:
    'A BIC has 4 letters, 2 for the country, 2 for the place, and 3 or none',
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
