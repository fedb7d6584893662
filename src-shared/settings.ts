import type { ActivityMode } from './activity.ts'

/** What the owner has set, and the page may change. */
export interface Settings {
  /** Whether strangers may make themselves a key; a gateway that other machines reach never lets them. */
  readonly sign_up_open: boolean
  readonly activity: ActivityMode
  /** Calls that are kept; the oldest go first. */
  readonly activity_max_calls: number
}

/** An origin on this machine or in its network that tools may send to. */
export interface AllowedOrigin {
  readonly origin: string
  /** `start`: named on the command line, and fixed until the next start. */
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

/** Bytes on disk, by what they hold. */
export interface DataSizes {
  readonly database: number
  readonly activity: number
  readonly backups: number
  readonly backup_count: number
}
