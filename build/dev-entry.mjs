/**
 * What `npm run dev` starts after each build: the desktop or the gateway. It waits for its predecessor, which is
 * told to end at the same moment, to release the data folder.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEV_PROCESS_FILE } from './paths.mjs'
import { isRunning } from './setup-lock.mjs'

/** Longer than a gateway takes to close. */
const WAIT_LIMIT_MS = 8000

const before = Number(readFileSync(DEV_PROCESS_FILE, { encoding: 'utf8', flag: 'a+' }))
const giveUpAt = Date.now() + WAIT_LIMIT_MS
while (before > 0 && isRunning(before) && Date.now() < giveUpAt) await sleep(50)
writeFileSync(DEV_PROCESS_FILE, String(process.pid))

const entry = process.versions['electron'] ? 'desktop.js' : 'headless.js'
await import(new URL(`../out/main/${entry}`, import.meta.url).href)
