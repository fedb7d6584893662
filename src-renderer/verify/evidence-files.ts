/** Files that hold answers, receipts or hashes, as a file dialog filters them. */
export const EVIDENCE_FILES = '.json,.ndjson,.jsonl,.txt,application/json'
