import { Decimal } from 'decimal.js'

/** Decimal arithmetic for money: 40 digits, halves rounded away from zero as on invoices. */
export const Money = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

/** An amount as a JSON number with at most this many decimal places. */
export function toAmount(amount: Decimal, decimals: number): number {
  return amount.toDecimalPlaces(decimals).toNumber() + 0
}
