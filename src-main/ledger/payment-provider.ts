/**
 * A sum to be paid. `purchaseId` makes a repetition harmless: a provider takes the money for it at most
 * once.
 */
interface Payment {
  readonly purchaseId: string
  readonly account: string
  readonly credits: number
  /** Dollars, as a decimal string. */
  readonly amountUsd: string
}

/** Takes payments for credits. */
export interface PaymentProvider {
  readonly name: string
  /** Resolves to the provider's reference once the payment is certain; rejects when it is refused. */
  pay(payment: Payment): Promise<{ readonly reference: string }>
}

/** The provider of an instance that serves its own machine: the owner's allowance is the payment. */
export const localPayments: PaymentProvider = {
  name: 'local',
  pay: ({ purchaseId }) => Promise.resolve({ reference: purchaseId }),
}
