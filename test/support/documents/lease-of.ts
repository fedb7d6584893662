import type { TestAnswer, TestGateway } from '../gateway/test-gateway.ts'

/** A lease as a gateway asks for it. @param digit tells gateways apart */
export function leaseOf(
  number: number,
  digit = '1',
): { readonly instance: string } & Record<string, unknown> {
  return { instance: `gw_${digit.repeat(32)}`, name: 'Laptop', number, credits: 10 }
}

/** The refusal of a lease to a gateway whose leases have ended. */
export async function askAfterEnd(gateway: TestGateway, digit: string): Promise<TestAnswer> {
  const lease = leaseOf(1, digit)
  await gateway.send('/v1/leases', { body: lease })
  await gateway.send(`/v1/leases/${lease.instance}`, { method: 'DELETE' })
  return await gateway.send('/v1/leases', { body: leaseOf(2, digit) })
}
