import type { Guard } from '../../src-shared/rules/guard.ts'
import type { ApprovalRule, ToolLimits } from '../../src-shared/rules/key-rules.ts'

/** What a key may ask of language models in a day, and has asked. */
export interface ModelBudget {
  /** The limit is null where any number is allowed. */
  readonly questions: { readonly used: number; readonly limit: number | null; readonly own: boolean }
  readonly tokens: { readonly used: number; readonly limit: number | null; readonly own: boolean }
}

/** A key as `GET /app/keys` lists it. Times are ISO 8601. */
export interface OwnedKey {
  readonly key_id: string
  readonly name: string
  readonly kind: 'demo' | 'personal' | 'team'
  readonly last4: string
  readonly status: 'active' | 'expired' | 'revoked' | 'suspended' | 'ended'
  readonly permissions: readonly string[]
  readonly slugs: readonly string[] | null
  readonly categories: readonly string[] | null
  readonly tiers: readonly string[] | null
  /** The saved toolset that it is bound to. */
  readonly toolset: string | null
  readonly rate_limit: { readonly limit: number; readonly window_seconds: number }
  readonly balance: number
  readonly credit_limit: number | null
  readonly spent: number | null
  readonly model_budget: ModelBudget
  readonly rules: OwnedRules
  readonly created_at: string
  readonly expires_at: string | null
  /** The key whose end also ends this one; null for a key that the owner made or adopted. */
  readonly ends_with: string | null
  readonly rate: { readonly used: number; readonly reset_seconds: number }
  readonly last_used_at: string | null
  /** Whether it is the key that this page uses. */
  readonly own: boolean
}

/** What the owner has laid down for the calls of a key; null for nothing. */
export interface OwnedRules {
  readonly tool_limits: ToolLimits | null
  readonly approval: ApprovalRule | null
  readonly guards: readonly Guard[] | null
  /** Set while none of its calls is let in. */
  readonly paused?: true | null
}

/** A change of rules: null takes a part back, and what is left out stays. */
export type KeyRulesChange = Partial<OwnedRules>

/** The settings of a new team key. */
export interface TeamKeyWish {
  readonly name: string
  readonly slugs?: readonly string[]
  readonly categories?: readonly string[]
  readonly tiers?: readonly string[]
  readonly toolset?: string
  readonly rate_limit: number
  readonly credit_limit?: number
  readonly model_budget?: { readonly questions?: number; readonly tokens?: number }
  readonly expires_at?: string
  readonly rules?: OwnedRules
}

/** One entry of the ledger, as `GET /v1/credits/history` lists it. */
export interface LedgerEntry {
  readonly id: string
  readonly seq: number
  readonly type: 'grant' | 'purchase' | 'charge' | 'refund'
  readonly credits: number
  readonly balance_after: number
  readonly request_id: string | null
  readonly slug: string | null
  readonly key_id: string
  readonly ts: string
}

/** A purchase that waits for the owner's approval. */
export interface WaitingPurchase {
  readonly purchase_id: string
  readonly credits: number
  readonly amount_usd: string
  readonly automatic: boolean
  readonly created_at: string
  readonly key_id: string
  readonly name: string | null
  readonly last4: string | null
}

export interface AutoReload {
  readonly threshold: number
  readonly credits: number
  readonly enabled: boolean
}

/** The usage of all keys in one day or hour; credits by tier. */
export interface UsageDay {
  /** `2026-11-21`, or `2026-11-21T18:00` for an hour. */
  readonly date: string
  readonly calls: number
  readonly refunds: number
  readonly credits: Readonly<Record<string, number>>
}

/** The result of `POST /app/ledger/verify`. */
export interface LedgerCheck {
  readonly sound: boolean
  readonly ms: number
  readonly ledger: {
    readonly ok: boolean
    readonly entries: number
    readonly accounts: number
    readonly problems: readonly string[]
  }
  readonly audit: { readonly ok: boolean; readonly rows: number; readonly problems: readonly string[] }
  /** The comparison with the signed head; null for a gateway that keeps nothing on disk. */
  readonly head: {
    readonly ok: boolean
    readonly problems: readonly string[]
    readonly restores: readonly { readonly epoch: number; readonly at: string; readonly detail: string }[]
  } | null
}

/** A language-model provider as `GET /app/providers` lists it; its key never leaves the gateway. */
export interface Provider {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly base_url: string
  readonly model: string | null
  readonly enabled: boolean
  readonly order: number
  readonly secret: {
    readonly stored: boolean
    readonly where: 'keychain' | 'file' | 'environment' | 'memory' | null
    readonly hint: string | null
  }
  readonly from: 'settings' | 'environment'
}

interface ProviderKind {
  readonly kind: string
  readonly name: string
  /** What its questions cost the owner. */
  readonly cost: 'paid' | 'local' | 'nothing'
  readonly base_url: string
  readonly needs_key: boolean
  readonly default_model: string | null
}

export interface ProviderList {
  readonly secret_store: {
    readonly kind: 'keychain' | 'file' | 'environment' | 'none'
    readonly message: string
  }
  readonly providers: readonly Provider[]
  readonly kinds: readonly ProviderKind[]
}

/** The settings of a new or changed provider. */
export interface ProviderWish {
  readonly kind?: string
  readonly name?: string
  readonly base_url?: string
  readonly api_key?: string
  /** Null resets it to the provider's default. */
  readonly model?: string | null
  readonly enabled?: boolean
}

export interface ProviderTest {
  readonly reachable: boolean
  readonly ms: number
  readonly models: readonly string[]
  readonly message: string
}

/** A local model server that was found. */
export interface FoundProvider {
  readonly kind: string
  readonly base_url: string
  readonly models: readonly string[]
}
