/** What else a request has. */
export interface PostOptions {
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

/** Posts a JSON body to an address as a program does that has a key. */
export function postJson(
  address: string,
  key: string,
  body: unknown,
  { headers, signal }: PostOptions = {},
): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
}
