import type { ActivityMode } from './activity.ts'
import {
  CALL_DEADLINE_MS,
  DEFAULT_RATE_LIMIT,
  LLM_DEADLINE_MS,
  MCP_RESULT_CHARS,
  OUTBOUND_DEADLINE_MS,
  PUBLIC_RATE_LIMIT,
  SIGN_UPS_PER_ADDRESS,
  SIGN_UPS_PER_DAY,
  STORED_MEGABYTES,
} from './limits.ts'
import { AUTO_APPROVED_PURCHASE_CREDITS } from './prices.ts'

const SECOND_MS = 1_000
/** The largest daily budget, which is as good as none. */
export const MAX_MODEL_QUESTIONS = 1_000_000_000
export const MAX_MODEL_TOKENS = 1_000_000_000_000

/** The settings that are on or off, and their defaults. */
export const SWITCH_SETTINGS = {
  /** Whether anybody may sign up for a key; never on a gateway that other machines can reach. */
  sign_up_open: true,
  /** Whether the demo key and keys from sign-up may use models that cost the owner money. */
  visitors_use_paid_models: false,
  /** Whether they may use the models of this machine. */
  visitors_use_local_models: false,
} as const

/** A setting that is on or off. */
export type SwitchSetting = keyof typeof SWITCH_SETTINGS

/** The settings that are whole numbers: their limits and defaults. */
export const NUMBER_SETTINGS = {
  /** Calls that are kept; the oldest go first. */
  activity_max_calls: { least: 100, most: 100_000, initial: 10_000 },
  /** Requests a minute for a key made without a rate of its own. */
  new_key_rate_limit: { least: 1, most: 100_000, initial: DEFAULT_RATE_LIMIT },
  /** Requests a minute from an address without a key. */
  public_rate_limit: { least: 5, most: 6_000, initial: PUBLIC_RATE_LIMIT },
  /** Sign-ups in an hour from an address, whatever key they present. */
  sign_ups_per_address: { least: 1, most: 100_000, initial: SIGN_UPS_PER_ADDRESS },
  /** Sign-ups in a day from all addresses together. */
  sign_ups_per_day: { least: 1, most: 100_000, initial: SIGN_UPS_PER_DAY },
  /** How long a tool may run that waits for the network or another tool. */
  call_seconds: { least: 1, most: 120, initial: CALL_DEADLINE_MS / SECOND_MS },
  /** The same for a tool that asks a language model. */
  model_call_seconds: { least: 10, most: 900, initial: LLM_DEADLINE_MS / SECOND_MS },
  /** How long one request to another machine may take. */
  outbound_seconds: { least: 1, most: 60, initial: OUTBOUND_DEADLINE_MS / SECOND_MS },
  /** Megabytes (of 1,048,576 bytes) that all keys may store together. */
  stored_megabytes: { least: 64, most: 1_000_000, initial: STORED_MEGABYTES },
  /** Questions that a key without a budget of its own may ask language models in a day (UTC). */
  model_questions_per_day: { least: 1, most: MAX_MODEL_QUESTIONS, initial: 2_000 },
  /** Tokens, read and written, that such a key may use in a day. */
  model_tokens_per_day: { least: 1, most: MAX_MODEL_TOKENS, initial: 5_000_000 },
  /** The most characters of a result that an MCP client is sent at once, unless it chooses a number itself. */
  mcp_result_chars: { least: 1_000, most: 10_000_000, initial: MCP_RESULT_CHARS },
  /** Credits that each key may buy in 30 days without the owner's approval. */
  auto_approved_credits: { least: 0, most: 1_000_000, initial: AUTO_APPROVED_PURCHASE_CREDITS },
} as const

/** A setting that is a whole number. */
export type NumberSetting = keyof typeof NUMBER_SETTINGS

/** The owner's settings, which the page can change. */
export interface Settings
  extends Readonly<Record<NumberSetting, number>>, Readonly<Record<SwitchSetting, boolean>> {
  readonly activity: ActivityMode
}

/** An origin on this machine or in its network that tools may send to. */
export interface AllowedOrigin {
  readonly origin: string
  /** `start`: given on the command line, and fixed until the next start. */
  readonly from: 'start' | 'settings'
  readonly added_at: string | null
}

/** What the page shows of the running gateway. */
export interface ServerFacts {
  readonly version: string
  readonly base_url: string
  readonly hostname: string
  readonly port: number
  /** Whether other machines may reach it. */
  readonly shared: boolean
  /** Null for a gateway that keeps nothing on disk. */
  readonly data_dir: string | null
  readonly uptime_seconds: number
  readonly memory_bytes: number
  readonly node: string
  readonly platform: string
  readonly tools: number
}

/** Bytes by content. */
export interface DataSizes {
  readonly database: number
  readonly activity: number
  readonly backups: number
  readonly backup_count: number
  /** What all keys store together, in the database, and may. */
  readonly stored: number
  readonly stored_limit: number
}

/** A work that comes with Toolgate, and whose licence asks to name who made it. */
export interface Credit {
  readonly work: string
  /** Whoever made it. */
  readonly by: string
  /** Where the work is. */
  readonly url: string
  readonly licence: string
  /** Where the text of the licence is. */
  readonly licence_url: string
}

/** The address of the list of all credits, which the build writes. */
export const CREDITS_PATH = '/credits.json'
