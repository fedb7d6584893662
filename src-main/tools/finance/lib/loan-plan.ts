import type { Decimal } from 'decimal.js'
import { Money, toAmount } from './money.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

interface Loan {
  readonly principal: number
  readonly annual_rate_percent: number
  readonly payments: number
  readonly payments_per_year: number
  readonly balloon: number
  readonly decimals: number
  readonly schedule: boolean
}

interface Instalment {
  number: number
  payment: number
  interest: number
  principal: number
  balance: number
}

/**
 * A loan's payments as a bank books them: the regular payment and each interest amount are rounded,
 * and the last payment settles the difference.
 * @throws InvalidInput for a loan whose numbers cannot be booked
 */
export function planLoan(loan: Loan) {
  const { payments, payments_per_year, decimals } = loan
  const principal = new Money(loan.principal)
  if (loan.balloon > loan.principal)
    throw new InvalidInput('balloon', 'The balloon is larger than the loan; send at most the principal')
  const rate = new Money(loan.annual_rate_percent).div(100).div(payments_per_year)
  const payment = regularPayment(principal, rate, payments, new Money(loan.balloon)).toDecimalPlaces(
    decimals,
  )
  const rows: Instalment[] = []
  let [balance, paid, last] = [principal, new Money(0), payment]
  for (let number = 1; number <= payments; number++) {
    const interest = balance.times(rate).toDecimalPlaces(decimals)
    const due = balance.plus(interest)
    last = number === payments || due.lessThan(payment) ? due : payment
    paid = paid.plus(last)
    balance = due.minus(last)
    if (loan.schedule) rows.push(toInstalment(number, last, interest, balance, decimals))
  }
  return {
    payment: toAmount(payment, decimals),
    last_payment: toAmount(last, decimals),
    total_paid: toAmount(paid, decimals),
    total_interest: toAmount(paid.minus(principal), decimals),
    effective_annual_rate_percent: toAmount(rate.plus(1).pow(payments_per_year).minus(1).times(100), 6),
    schedule: rows,
  }
}

// So small a rate per period that it adds less than a thousandth even to the largest and longest
// loan, and the formula would lose its digits.
const NO_INTEREST = 1e-20

// The annuity formula; without interest the loan is divided evenly.
function regularPayment(principal: Decimal, rate: Decimal, payments: number, balloon: Decimal): Decimal {
  if (rate.lessThan(NO_INTEREST)) return principal.minus(balloon).div(payments)
  const growth = rate.plus(1).pow(payments)
  return principal.times(growth).minus(balloon).times(rate).div(growth.minus(1))
}

function toInstalment(
  number: number,
  payment: Decimal,
  interest: Decimal,
  balance: Decimal,
  decimals: number,
): Instalment {
  return {
    number,
    payment: toAmount(payment, decimals),
    interest: toAmount(interest, decimals),
    principal: toAmount(payment.minus(interest), decimals),
    balance: toAmount(balance, decimals),
  }
}
