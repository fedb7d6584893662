/** What a registry says of a domain, whatever the protocol. */
export interface Registration {
  readonly registered: boolean
  readonly registrar: string | null
  readonly created_at: string | null
  readonly updated_at: string | null
  readonly expires_at: string | null
  readonly status: readonly string[]
  readonly name_servers: readonly string[]
  readonly dnssec: boolean | null
}

export const UNREGISTERED: Registration = {
  registered: false,
  registrar: null,
  created_at: null,
  updated_at: null,
  expires_at: null,
  status: [],
  name_servers: [],
  dnssec: null,
}
