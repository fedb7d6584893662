import { OWNER_KEY, type Json } from '../gateway/test-gateway.ts'
import { serverBody, type AddedServer } from './source-desk.ts'

/**
 * Sends a body in the owner's name to a gateway that listens.
 * @throws Error with the answer when it is not a success
 */
export async function askAsOwner(url: string, path: string, body: object): Promise<Json> {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return await response.json()
}

/** What adds a server once its owner has looked at what would run, and agrees. */
export async function agreedServer(url: string, server: AddedServer): Promise<object> {
  const { secrets, ...body } = serverBody(server)
  const { consent } = await askAsOwner(url, '/app/sources/preview', body)
  return { ...body, secrets, consent: consent.hash }
}

/** Adds a server. @returns the source with its tools */
export async function addServerAt(url: string, server: AddedServer): Promise<Json> {
  return (await askAsOwner(url, '/app/sources', await agreedServer(url, server))).source
}

/** Adds a server and approves its tools; they can be called from then on. */
export async function openServerAt(url: string, server: AddedServer): Promise<void> {
  const { id, tools } = await addServerAt(url, server)
  const approved = tools.map(({ name, hash }: Json) => ({ name, hash, state: 'on' }))
  await askAsOwner(url, `/app/sources/${id}/approve`, { tools: approved })
}
