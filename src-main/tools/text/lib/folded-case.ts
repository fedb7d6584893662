/**
 * A text without the difference between upper and lower case, as Unicode's full case folding: ß equals SS, and both
 * small sigmas are one letter. The dotless ı stays a letter of its own.
 */
export function foldedCase(text: string): string {
  // The capital of ı is I, which is that of i too.
  return text.replaceAll(/[^ı]+/g, (part) =>
    part.toLowerCase().toUpperCase().replaceAll('Σ', 'σ').toLowerCase(),
  )
}
