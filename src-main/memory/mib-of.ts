const MIB = 1024 * 1024

/** A quota as its refusal words it: "16 MiB". */
export function mibOf(bytes: number): string {
  return `${bytes / MIB} MiB`
}
