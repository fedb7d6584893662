/**
 * How people write units of several words, and the words of mathjs for them. Small letters; a space stands for any
 * number of spaces or a hyphen. Earlier phrases come first.
 */
const PHRASES: readonly (readonly [pattern: string, words: string])[] = [
  // Degrees with their scale.
  ['(?:deg(?:ree)?s? |° ?)(?:c|celsius|centigrade)', 'degC'],
  ['(?:deg(?:ree)?s? |° ?)(?:f|fahrenheit)', 'degF'],
  ['(?:deg(?:ree)?s? |° ?)(?:r|rankine)', 'degR'],
  ['(?:deg(?:ree)?s? |° ?)(?:ré|re|réaumur|reaumur)', 'degRe'],
  ['(?:deg(?:ree)?s? |° ?)(?:k|kelvins?)', 'K'],
  // A pressure is a weight on an area, or a column of what is measured with.
  ['(?:pounds? force|pounds?|lbs?|lbf) ?(?:per|/) ?(?:square inch|sq in|in\\^?2)', 'psi'],
  ['(?:inch|inches|in) (?:of )?(?:mercury|hg)', 'inHg'],
  ['(?:millimet(?:er|re)s?|mm) (?:of )?(?:mercury|hg)', 'mmHg'],
  ['(?:inch|inches|in) (?:of )?(?:water|h2o)', 'inH2O'],
  ['(?:millimet(?:er|re)s?|mm) (?:of )?(?:water|h2o)', 'mmH2O'],
  ['(?:centimet(?:er|re)s?|cm) (?:of )?(?:water|h2o)', 'cmH2O'],
  // Counts in a time.
  ['(?:revolutions?|revs?|turns?|u|r) ?(?:per |/) ?min(?:ute)?', 'rpm'],
  ['(?:revolutions?|revs?|turns?) ?(?:per |/) ?s(?:ec(?:ond)?)?', 'rps'],
  ['(?:heart)?beats? per min(?:ute)?', 'bpm'],
  ['cycles? per s(?:ec(?:ond)?)?', 'Hz'],
  ['(?:per |/ ?)(?:second|sec|s) (?:squared|(?:per |/ ?)(?:second|sec|s))', '/s^2'],
  // Consumption.
  ['l(?:it(?:er|re)s?)? ?(?:per |/) ?100 ?(?:km|kilomet(?:er|re)s?)', 'Lper100km'],
  ['mpg \\(imp(?:erial)?\\)|mpg \\(?uk\\)?|(?:imperial|uk) mpg', 'mile/imperialgallon'],
  ['miles per (?:imperial|uk) gallon', 'mile/imperialgallon'],
  ['mpg \\(?us\\)?|us mpg', 'mile/gallon'],
  // Two customs of the same names. What has no name of its own here is of the United States.
  ['(?:imp(?:erial)?|uk|british|br) ?gal(?:lon)?s?', 'imperialgallon'],
  ['(?:imp(?:erial)?|uk|british) ?(?:quarts?|qts?)', 'imperialquart'],
  ['(?:imp(?:erial)?|uk|british) ?(?:pints?|pts?)', 'imperialpint'],
  ['(?:imp(?:erial)?|uk|british) ?fl(?:uid)? ?(?:oz|ounces?)', 'imperialfluidounce'],
  ['(?:imperial|uk|british|long) tons?', 'longton'],
  ['(?:imperial|uk|british|long) (?:hundredweights?|cwt)', 'longhundredweight'],
  ['short (?:hundredweights?|cwt)', 'hundredweight'],
  ['fl(?:uid)? (?:oz|ounces?)', 'floz'],
  ['us tons?', 'ton'],
  ['metric tons?|metric tonn?es?', 'tonne'],
  ['metric (?:tablespoons?|tbsp)', 'metrictablespoon'],
  ['metric (?:teaspoons?|tsp)', 'metricteaspoon'],
  // Precious metals, whose pound has twelve ounces.
  ['troy (?:ounces?|oz)|(?:ounces?|oz) t(?:roy)?', 'ozt'],
  ['troy (?:pounds?|lbs?)|(?:pounds?|lbs?) troy', 'troypound'],
  ['tons? (?:of )?tnt', 'tonTNT'],
  ['(?:kilotons? (?:of )?|kt (?:of )?)tnt', 'kilotonTNT'],
  ['(?:megatons? (?:of )?|mt (?:of )?)tnt', 'megatonTNT'],
  ['(?:ac|acre) f(?:ee|oo)?t', 'acrefoot'],
]

// A pound on the arm of a foot is a force here, not a mass, unless more than a time follows.
const FEET = '(?:foot|feet|ft)'
const INCHES = '(?:inch|inches|in)'
const POUNDS = '(?:pounds?|lbs?)(?: ?force|f)?'
const ENDS = '(?=$| ?/ ?(?:s|sec|second|min|minute|h|hr|hour|lbs?|pounds?)$)'
const TORQUES: readonly (readonly [pattern: string, words: string])[] = [
  [`^(?:${FEET} ?\\*? ?${POUNDS}|${POUNDS} ?\\*? ?${FEET})${ENDS}`, 'foot lbf'],
  [`^(?:${INCHES} ?\\*? ?${POUNDS}|${POUNDS} ?\\*? ?${INCHES})${ENDS}`, 'inch lbf'],
]

const RULES = [...PHRASES, ...TORQUES].map(([pattern, words]) => {
  const source = pattern.replaceAll(/ (?!\?)/g, '[ -]+').replaceAll(' ?', '[ -]*')
  return [new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, 'giu'), words] as const
})

// The cups, gallons and pints of mathjs are those of the United States.
const OF_THE_STATES =
  /(?<![\p{L}\d])U\.?S\.?[ -]+(?=cup|fl|gal|gill|bushel|peck|pint|pt|quart|qt|table|tbsp|tea|tsp)/giu

/** A unit in which phrases such as `pounds per square inch` or `degrees Celsius` have names that mathjs knows. */
export function withPhrasesNamed(unit: string): string {
  return RULES.reduce(
    (part, [phrase, words]) => part.replace(phrase, words),
    unit.replace(OF_THE_STATES, ''),
  )
}
