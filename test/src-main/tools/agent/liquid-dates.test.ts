import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

async function dated(value: unknown, format: string): Promise<string> {
  const { text } = (await runTool('prompt-template-render', {
    template: '{{ value | date: format }}',
    variables: { value, format },
  })) as { text: string }
  return text
}

describe('the filter date of prompt-template-render', () => {
  // Ruby 3.1: Time.parse(date).strftime(format) with TZ=UTC.
  it.each([
    [
      '2020-06-15T14:05:09.123456789-04:00',
      '%F|%T|%D|%R|%r|%c|%x|%X|%v|%z|%:z|%::z|%_z|%Z|%s|%L|%N|%3N|%y|%C|%e|%-d|%k|%l|%-I|%I|%P|%p|%#p|%j|%U|%W|%V|%G|%g|%u|%w|%a|%^a|%A|%10A|%^B|%_m|%05d|%n|%t|%%|%Q|%10Y|%+',
      '2020-06-15|14:05:09|06/15/20|14:05|02:05:09 PM|Mon Jun 15 14:05:09 2020|06/15/20|14:05:09|15-JUN-2020|-0400|-04:00|-04:00:00| -400||1592244309|123|123456789|123|20|20|15|15|14| 2|2|02|pm|PM|pm|167|24|24|25|2020|20|1|1|Mon|MON|Monday|    Monday|JUNE| 6|00015|\n|\t|%|%Q|0000002020|%+',
    ],
    ['2021-01-03', '%V|%G|%U|%W|%j|%Z|%z|%s', '53|2020|01|00|003|UTC|+0000|1609632000'],
    ['2019-12-30', '%V|%G|%g|%U|%W', '01|2020|20|52|52'],
    ['0099-02-03 00:30:00 EST', '%Y|%y|%C|%I|%l|%z|%Z', '0099|99|00|12|12|-0500|'],
  ])('writes %s by %j as Ruby does', async (date, formats, texts) => {
    expect(await dated(date, formats)).toBe(texts)
  })

  // Ruby 3.1: Time.parse(date) with TZ=UTC; what it refuses stays as it is.
  it.each([
    ['03/04/2016', '2016-04-03T00:00:00+0000'],
    ['13/04/2016', '2016-04-13T00:00:00+0000'],
    ['3-4-2016', '2016-04-03T00:00:00+0000'],
    ['03.04.2016', '2016-04-03T00:00:00+0000'],
    ['16/03/04', '2016-03-04T00:00:00+0000'],
    ['2016/3/4', '2016-03-04T00:00:00+0000'],
    ['20160314T101112Z', '2016-03-14T10:11:12+0000'],
    ['1st of June 2020', '2020-06-01T00:00:00+0000'],
    ['June 1st, 2020', '2020-06-01T00:00:00+0000'],
    ['2020-06-15T24:00:00', '2020-06-16T00:00:00+0000'],
    ['2020-06-15 5pm', '2020-06-15T17:00:00+0000'],
    ['2020-06-15 5:30 PM', '2020-06-15T17:30:00+0000'],
    ['Fri Jul 16 01:00:00 2004', '2004-07-16T01:00:00+0000'],
    ['2020-06-15 14:30:00 PST', '2020-06-15T14:30:00-0800'],
    ['Mar 2016', '2016-03-01T00:00:00+0000'],
    ['2020-13-01', '2020-13-01'],
    ['1152098955', '2006-07-05T11:29:15+0000'],
    ['hello 5 times', 'hello 5 times'],
    ['04/13/2016', '2016-04-13T00:00:00+0000'],
  ])('reads %s', async (date, shown) => {
    expect(await dated(date, '%Y-%m-%dT%H:%M:%S%z')).toBe(shown)
  })

  it.each(['June 5', '5 June 10:00'])('refuses %s, whose year the clock decides', async (date) => {
    await expect(dated(date, '%F')).rejects.toThrow(`${date} has no year`)
  })

  it('reads a long text without a zone in time, and refuses a huge width', async () => {
    const long = '1'.repeat(50_000) + ':00'
    expect(await dated(long, '%F')).toBe(long)
    await expect(dated('2020-01-01', '%9999999Y')).rejects.toThrow('more than 100')
  })
})
