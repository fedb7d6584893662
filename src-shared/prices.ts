/** The price of one credit in dollars: $1 buys 1,000 (spec, "Limits"). */
const PURCHASE_USD_PER_CREDIT = 0.001

/** Dollars per credit in the X-Cost-USD header (spec, "Response headers"). */
const HEADER_USD_PER_CREDIT = 0.005

/** The smallest purchase, in credits. */
export const MIN_PURCHASE_CREDITS = 1_000

/** Credits that a key may buy in 30 days without the owner's approval, unless the owner sets another sum. */
export const AUTO_APPROVED_PURCHASE_CREDITS = 10_000

/** Credits granted once to each kind of key. */
export const SIGNUP_GRANT_CREDITS = 500
export const DEMO_GRANT_CREDITS = 200

/** Below this balance every answer has the header X-Low-Balance (spec, "Limits"). */
export const LOW_BALANCE_CREDITS = 100

/** The price of credits, as the decimal string of `estimated_cost_usd` and `amount_usd`. */
export function toPurchaseUsd(credits: number): string {
  return decimalOf(credits * PURCHASE_USD_PER_CREDIT)
}

/** The value of the X-Cost-USD header. */
export function toHeaderUsd(credits: number): string {
  return decimalOf(credits * HEADER_USD_PER_CREDIT)
}

// Three decimals represent every whole number of credits exactly at both rates; trailing zeros are dropped.
function decimalOf(usd: number): string {
  return String(Number(usd.toFixed(3)))
}
