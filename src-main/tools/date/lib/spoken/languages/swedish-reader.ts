import * as chrono from 'chrono-node'

const TIME =
  /(?<![\p{L}\p{N}:.-])(?:(?:kl(?:ockan|\.)?|vid) ?(\d{1,2})(?:[:.](\d\d))?|(\d{1,2}):(\d\d))(?![\p{L}\p{N}:.-])/iu
const BETWEEN = /^(?:[\s,]|på)*$/i

/** A time of the day, as Swedish writes it: `kl. 15.30`. */
const timeParser: chrono.Chrono['parsers'][number] = {
  pattern: () => TIME,
  extract: (_, match) => {
    const hour = Number(match[1] ?? match[3])
    const minute = Number(match[2] ?? match[4] ?? 0)
    return hour > 24 || minute > 59 ? null : { hour, minute, second: 0, millisecond: 0 }
  },
}

/** A time beside a date is of that date. */
const timeOfDate: chrono.Chrono['refiners'][number] = {
  refine: ({ text }, results) =>
    results.reduce<typeof results>((merged, result) => {
      const before = merged.at(-1)
      if (before === undefined || before.end || result.end || hasTime(before) === hasTime(result))
        return [...merged, result]
      const end = before.index + before.text.length
      if (!BETWEEN.test(text.slice(end, result.index))) return [...merged, result]
      const [date, time] = hasTime(before) ? [result, before] : [before, result]
      for (const part of ['hour', 'minute', 'second', 'millisecond'] as const)
        date.start.assign(part, time.start.get(part) ?? 0)
      const whole = text.slice(before.index, result.index + result.text.length)
      date.index = before.index
      date.text = whole
      return [...merged.slice(0, -1), date]
    }, []),
}

function hasTime({ start }: chrono.ParsedResult): boolean {
  return start.isCertain('hour')
}

/** The library's reader of Swedish, which lacks times of the day, with them. */
export function swedishReader(): chrono.Chrono {
  const reader = chrono.sv.casual.clone()
  reader.parsers.push(timeParser)
  reader.refiners.unshift(timeOfDate)
  return reader
}
