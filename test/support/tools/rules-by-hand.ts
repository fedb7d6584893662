/** Whether the engine reads a text as JSON. */
export function isJson(written: string): boolean {
  try {
    JSON.parse(written)
    return true
  } catch {
    return false
  }
}

/** The sum of Luhn's formula; valid numbers give a multiple of ten. */
export function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}

/** Which of two versions precedes the other, written from SemVer 2.0.0, section 11. */
export function precedence(a: string, b: string): number {
  const parts = (one: string) => /^(\d+)\.(\d+)\.(\d+)(?:-(.*))?$/.exec(one)!
  const [one, other] = [parts(a), parts(b)]
  for (const at of [1, 2, 3])
    if (one[at] !== other[at]) return Math.sign(Number(one[at]) - Number(other[at]))
  if (one[4] === undefined || other[4] === undefined)
    return Number(one[4] === undefined) - Number(other[4] === undefined)
  const [pre, otherPre] = [one[4].split('.'), other[4].split('.')]
  for (let at = 0; at < Math.max(pre.length, otherPre.length); at++) {
    const [x, y] = [pre[at], otherPre[at]]
    if (x === y) continue
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1
    const numeric = [x, y].map((value) => /^\d+$/.test(value))
    if (numeric[0] && numeric[1]) return Math.sign(Number(x) - Number(y))
    if (numeric[0] !== numeric[1]) return numeric[0] ? -1 : 1
    return x < y ? -1 : 1
  }
  return 0
}
