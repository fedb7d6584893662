/** A Latin form that begins with a capital where what it stands for does. */
export function withCaseOf(letters: string, latin: string): string {
  const first = [...letters][0] ?? ''
  const isCapital = first !== first.toLowerCase()
  return isCapital ? latin.charAt(0).toUpperCase() + latin.slice(1) : latin
}
