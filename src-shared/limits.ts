/** Limits shared by the gateway and its clients. Bytes, counts and milliseconds as the names say. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024
/** Nesting levels of a JSON body. A document of 1,000 levels fits inside the body's own fields. */
export const MAX_BODY_DEPTH = 1_024
/** Different names of members in a JSON body: the engine takes far longer to read a new name than a known one. */
export const MAX_BODY_NAMES = 50_000
/**
 * A call whose fields are longer than this as JSON, in characters, is checked in a worker, and runs there if its
 * tool can: reading it could hold up every other call.
 */
export const LARGE_CALL_CHARS = 64 * 1024
export const MAX_BATCH_CALLS = 50
export const MAX_SESSION_ID_CHARS = 200

export const DEFAULT_RATE_LIMIT = 60
/** How many times as many requests a personal key may send as a demo or team key. */
export const PERSONAL_RATE_FACTOR = 2
export const OWNER_RATE_LIMIT = 6_000
export const PUBLIC_RATE_LIMIT = 30
export const RATE_WINDOW_SECONDS = 60

/** The most characters of a result that an MCP client is sent at once; about 6,000 tokens. */
export const MCP_RESULT_CHARS = 25_000

/** Sign-ups from one address in an hour, and in all in a day. */
export const SIGN_UPS_PER_ADDRESS = 100
export const SIGN_UPS_PER_DAY = 200
/** What all keys may store together, in megabytes of 1,048,576 bytes. */
export const STORED_MEGABYTES = 2_048

/** How long a request to another machine may take, name resolution and reading included. */
export const OUTBOUND_DEADLINE_MS = 10_000
/** How long a tool may run that is not run by a worker. */
export const CALL_DEADLINE_MS = 15_000
/** How long a tool of the llm tier may run, with all its questions to a model. */
export const LLM_DEADLINE_MS = 300_000
/** Processor time of a call in a worker, and of starting the worker and loading the tool's libraries before it. */
export const WORKER_DEADLINE_MS = 2_000
export const WORKER_LOAD_MS = 15_000
/** By the clock a call may take this many times as long: others may keep the machine busy. */
export const WORKER_WALL_FACTOR = 10
export const WORKER_HEAP_MB = 256

/** The most problems of one input that an error lists. */
export const MAX_ISSUES = 20
