import { z } from 'zod'
import { isoTime, zoneName } from './lib/date-fields.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const email = z
  .string()
  .max(254)
  .regex(/^[^\s@<>",;:]+@[^\s@<>",;:]+$/, 'Send an e-mail address')
  .describe('E-mail address')
const person = z.strictObject({
  name: wellFormedText(200).optional().describe('Name'),
  email,
})

const event = z.strictObject({
  title: wellFormedText(1_000).min(1).describe('Title of the event (SUMMARY)'),
  start: isoTime.describe('When it starts; a date without a time makes it an all-day event'),
  end: isoTime.optional().describe('When it ends; for all-day events the last day'),
  duration_minutes: z.int().min(1).max(525_600).optional().describe('Instead of `end`: length in minutes'),
  zone: zoneName.default('UTC').describe('Time zone of times without an offset, such as Europe/Berlin'),
  description: wellFormedText(20_000).optional().describe('More about it'),
  location: wellFormedText(1_000).optional().describe('Where it is'),
  url: z
    .string()
    .max(2_048)
    .regex(/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i, 'Send a complete URL')
    .optional()
    .describe('URL of the event'),
  uid: wellFormedText(255)
    .min(1)
    .optional()
    .describe('Its id; sending the same one again updates the event'),
  status: z.enum(['tentative', 'confirmed', 'cancelled']).optional().describe('How certain the event is'),
  categories: z
    .array(wellFormedText(100).min(1).describe('A category'))
    .max(20)
    .default([])
    .describe('Categories'),
  recurrence: z.string().min(1).max(1_000).optional().describe('RRULE, such as FREQ=WEEKLY;COUNT=10'),
  organizer: person.optional().describe('The organizer'),
  attendees: z.array(person.describe('A person')).max(200).default([]).describe('The attendees'),
  alarms_minutes_before: z
    .array(z.int().min(0).max(525_600).describe('Minutes'))
    .max(5)
    .default([])
    .describe('Reminders, in minutes before the start'),
})

export default defineTool({
  slug: 'comm-ical-create',
  title: 'Calendar file',
  summary: 'Writes an iCalendar (.ics) file with events, reminders, invitations and recurrence rules.',
  searchWords: [
    'ics',
    'appointment',
    'meeting invite',
    'outlook',
    'google calendar',
    'reminder',
    'schedule an event',
    'add to calendar',
    'apple calendar',
    'invitation',
    'save the date',
    'book a meeting',
    'recurring meeting',
    'event file',
    'put in my calendar',
    'meeting file',
    'birthday reminder',
    'calendar entry',
    'event',
  ],
  category: 'Date & Time',
  tier: 'compute',
  credits: 1,
  version: 2,
  // Each time zone of a series is looked through for its clock changes, and a hundred events may have one each.
  worker: true,
  related: ['date-rrule-expand', 'date-parse'],
  gives: 'ical',
  mainOutput: 'ics',

  input: z.strictObject({
    events: z.array(event.describe('An event')).min(1).max(100).describe('The events'),
    name: wellFormedText(200).optional().describe('Name of the calendar'),
  }),
  output: z.strictObject({
    ics: z.string().describe('The file (text/calendar), lines ending in CRLF'),
    events: z.int().describe('Number of events'),
  }),

  // RFC 5545, 3.6.1 and 3.3.11; the stamp is the time of the call, so the output is not fixed.
  examples: [
    {
      title: 'An hour in Berlin, with a reminder',
      input: {
        events: [
          {
            title: 'Review; bring notes',
            start: '2026-03-30T10:00',
            duration_minutes: 60,
            zone: 'Europe/Berlin',
            alarms_minutes_before: [15],
          },
        ],
      },
    },
    {
      title: 'Two full days',
      input: { events: [{ title: 'Offsite', start: '2026-05-04', end: '2026-05-05' }], name: 'Team' },
    },
    {
      title: 'Every Monday at nine, also across clock changes',
      input: {
        events: [
          {
            title: 'Standup',
            start: '2026-03-02T09:00',
            duration_minutes: 15,
            zone: 'Europe/Berlin',
            recurrence: 'FREQ=WEEKLY;BYDAY=MO',
            attendees: [{ name: 'Ann', email: 'ann@example.com' }],
          },
        ],
      },
    },
  ],

  handler: async ({ events, name }, ctx) => {
    const { calendarFile } = await import('./lib/calendar-file.ts')
    const { v4 } = await import('uuid')
    const newUid = () => `${v4({ random: ctx.random(16) })}@toolgate`
    return { ics: calendarFile(events, name, ctx.now().getTime(), newUid), events: events.length }
  },
})
