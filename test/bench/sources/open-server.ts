import { post } from '../measured-gateway.ts'
import type { MeasuredServer } from '../measured-server.ts'

/** Adds a server to a measured gateway and approves its tools; each call of one costs a credit. */
export async function openServerOn(
  gateway: MeasuredServer,
  { secrets, ...body }: { readonly id: string; readonly secrets: object },
): Promise<void> {
  // The shapes of our own routes.
  const { consent } = (await post(gateway, '/app/sources/preview', body)) as { consent: { hash: string } }
  const added = await post(gateway, '/app/sources', { ...body, secrets, consent: consent.hash, credits: 1 })
  const { tools } = (added as { source: { tools: { name: string; hash: string }[] } }).source
  const on = tools.map(({ name, hash }) => ({ name, hash, state: 'on', looked_at: true }))
  await post(gateway, `/app/sources/${body.id}/approve`, { tools: on })
}
