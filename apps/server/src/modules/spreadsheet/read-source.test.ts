import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { pack } from './archive.ts'
import { readSource } from './read-source.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', 'UID:run@example.org', ...lines, 'END:VEVENT']
async function readDates(...lines: string[]) {
  const read = await readSource(bytesOf(calendar(...lines)), 'dates.ics')
  const [source] = read.ok ? read.value : []
  if (source?.kind !== 'calendar') throw new Error('no calendar')
  const { events, problems, notes } = source
  return {
    dates: events.map(({ recurrence, start, zone }) => [recurrence, start, zone]),
    problems: problems.map(({ line, field, fault }) => [line, field, fault]),
    ...{ notes, events },
  }
}

it('reads folded lines, escapes, parameters in quotes, and the line of each event', async () => {
  const { events } = await readDates(
    ...event('DTSTART;TZID="Europe/London":20310203T193000', 'SUMMARY;LANGUAGE=en:The\\, Tem', ' pest\\; part\\nII', 'LOCATION:Main\\\\B'),
    ...event('DTSTART:20310203T193000Z', 'summary:Lear', 'STATUS:CANCELLED'),
  )
  expect(events).toEqual([
    {
      ...{ line: 4, uid: 'run@example.org', recurrence: null, summary: 'The, Tempest; part\nII', location: 'Main\\B' },
      ...{ start: '2031-02-03T19:30', zone: 'Europe/London', isCancelled: false },
    },
    expect.objectContaining({ line: 11, summary: 'Lear', zone: 'UTC', isCancelled: true }),
  ])
})

it('repeats on the wall clock, also where the clocks change, up to an end in UTC', async () => {
  const { dates } = await readDates(
    ...event(
      'DTSTART;TZID=Europe/London:20310328T193000',
      'RRULE:FREQ=DAILY;UNTIL=20310401T183000Z',
      'EXDATE;TZID=Europe/London:20310329T193000',
    ),
  )
  expect(dates.map(([, start]) => start)).toEqual(['2031-03-28T19:30', '2031-03-30T19:30', '2031-03-31T19:30', '2031-04-01T19:30'])
})

it('adds further dates, excludes those in UTC and whole days, and replaces a date that was moved', async () => {
  const { dates } = await readDates(
    ...event(
      ...[
        'DTSTART;TZID=Europe/London:20310601T193000',
        'RRULE:FREQ=WEEKLY;BYDAY=SU,MO;COUNT=5',
        'RDATE;TZID=Europe/London:20310620T143000',
      ],
      ...['EXDATE:20310602T183000Z', 'EXDATE;VALUE=DATE:20310609'],
    ),
    ...event('RECURRENCE-ID:20310608T183000Z', 'DTSTART;TZID=Europe/London:20310608T203000'),
  )
  expect(dates).toEqual([
    ['2031-06-01T19:30', '2031-06-01T19:30', 'Europe/London'],
    ['2031-06-15T19:30', '2031-06-15T19:30', 'Europe/London'],
    ['2031-06-20T14:30', '2031-06-20T14:30', 'Europe/London'],
    ['2031-06-08T19:30', '2031-06-08T20:30', 'Europe/London'],
  ])
})

it('reads leap days and days of the week', async () => {
  const { dates } = await readDates(
    ...event('DTSTART:20320229T193000', 'RRULE:FREQ=YEARLY;COUNT=3'),
    ...event('DTSTART:20310203T193000', 'RRULE:FREQ=WEEKLY;BYDAY=MO,SA;UNTIL=20310211T000000'),
  )
  expect(dates.map(([, start]) => start?.slice(0, 10))).toEqual([
    ...['2032-02-29', '2036-02-29', '2040-02-29', '2031-02-03', '2031-02-08', '2031-02-10'],
  ])
})

it('takes the standard name of a time zone that the file defines', async () => {
  const { dates } = await readDates(
    ...['BEGIN:VTIMEZONE', 'TZID:GMT Standard Time', 'X-LIC-LOCATION:Europe/London', 'END:VTIMEZONE'],
    ...event('DTSTART;TZID=GMT Standard Time:20310203T193000'),
  )
  expect(dates).toEqual([[null, '2031-02-03T19:30', 'Europe/London']])
})

it.each([
  ['GMT Standard Time', 'Europe/London'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['Haiti Standard Time', 'America/Port-au-Prince'],
  ['Customized Time Zone', 'Customized Time Zone'],
])('takes the time zone %s of Windows as %s', async (zone, standard) => {
  const { dates } = await readDates(
    ...['BEGIN:VTIMEZONE', `TZID:${zone}`, 'END:VTIMEZONE'],
    ...event(`DTSTART;TZID="${zone}":20310203T193000`),
  )
  expect(dates).toEqual([[null, '2031-02-03T19:30', standard]])
})

it('counts what it does not read', async () => {
  const { notes } = await readDates(
    'X-WR-TIMEZONE:Europe/London',
    ...event('DTSTART:20310203T193000', 'DTEND:20310203T220000', 'DESCRIPTION:Bring a coat', 'BEGIN:VALARM', 'TRIGGER:-PT1H', 'END:VALARM'),
    ...event('DTSTART:20310204T193000', 'DTEND:20310204T220000'),
    ...['BEGIN:VTODO', 'UID:x', 'END:VTODO'],
  )
  expect(notes.map(({ field, value, note }) => [field, value, note])).toEqual([
    ['X-WR-TIMEZONE', '1', 'not-read'],
    ['DTEND', '2', 'not-read'],
    ['DESCRIPTION', '1', 'not-read'],
    ['VALARM', '1', 'not-read'],
    ['VTODO', '1', 'not-read'],
  ])
})

it.each([
  ['FREQ=DAILY', 'endless-recurrence'],
  ['FREQ=DAILY;COUNT=100000', 'too-many-dates'],
  ['FREQ=DAILY;UNTIL=20600101T000000', 'too-many-dates'],
  ['FREQ=SECONDLY;COUNT=3', 'unknown-recurrence'],
  ['FREQ=DAILY;INTERVAL=0;COUNT=3', 'unknown-recurrence'],
  ['FREQ=DAILY;COUNT=-3', 'unknown-recurrence'],
  ['FREQ=DAILY;UNTIL=20310231T000000', 'unknown-recurrence'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1', 'unknown-recurrence'],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;COUNT=1', 'unknown-recurrence'],
  ['FREQ=NEVER;COUNT=1', 'unknown-recurrence'],
  ['FREQ=DAILY;RSCALE=CHINESE;COUNT=1', 'unknown-recurrence'],
])('refuses the rule %s as %s', async (rule, fault) => {
  expect((await readDates(...event('DTSTART:20310203T193000', `RRULE:${rule}`))).problems).toEqual([[4, 'RRULE', fault]])
})

it('refuses dates that it cannot read, with the line of their event', async () => {
  const { problems } = await readDates(
    ...event('DTSTART:tomorrow'),
    ...event('SUMMARY:none'),
    ...event('DTSTART:20310203T193000', 'EXDATE:x'),
    ...event('DTSTART:20310203T193000', 'EXRULE:FREQ=DAILY;COUNT=2'),
  )
  expect(problems).toEqual([
    [4, 'DTSTART', 'not-a-date'],
    [8, 'DTSTART', 'missing'],
    [12, 'EXDATE', 'not-a-date'],
    [17, 'EXRULE', 'unknown-recurrence'],
  ])
})

it('leaves 31 February to the import, which names it', async () => {
  expect((await readDates(...event('DTSTART:20310231T193000', 'RRULE:FREQ=DAILY;COUNT=2'))).dates).toEqual([
    ['2031-02-31T19:30', '2031-02-31T19:30', null],
  ])
})

it.each([
  ['an entity', calendar('<!DOCTYPE x [<!ENTITY a "b">]>')],
  ['an event that does not end', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'],
  ['parts that end in another order', calendar('BEGIN:VEVENT', 'END:VTODO')],
  ['text after its end', `${calendar()}SUMMARY:more\r\n`],
  ['JSON that ends early', '{"slug": "x", "has_subevents"'],
])('refuses a file with %s', async (_what, text) => {
  expect(await readSource(bytesOf(text), 'dates.ics')).toEqual({ ok: false, error: { file: 'dates.ics', reason: 'malformed' } })
})

it('reads events of pretix, and other files as sheets', async () => {
  const pretix = await readSource(bytesOf(JSON.stringify({ slug: 'lear', has_subevents: false, date_from: null })), 'event.json')
  expect(pretix).toMatchObject({ ok: true, value: [{ kind: 'pretix', file: 'event.json', content: { events: [{ slug: 'lear' }] } }] })
  const sheets = await readSource(bytesOf('production\nlear\n'), 'productions.csv')
  expect(sheets).toMatchObject({ ok: true, value: [{ kind: 'sheets', sheets: [{ name: 'productions' }] }] })
})

it('reads images and plans as files that rows name, and lists of seats as both', async () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  expect(await readSource(png, 'poster.png')).toMatchObject({ ok: true, value: [{ kind: 'attachment', content: 'image' }] })
  for (const text of ['<?xml version="1.0"?><svg/>', '{"name": "Barn", "zones": []}', '[{"row": "A", "number": 1, "x": 0, "y": 0}]'])
    expect(await readSource(bytesOf(text), 'plan')).toMatchObject({ ok: true, value: [{ kind: 'attachment', content: 'plan' }] })
  const list = await readSource(bytesOf('{"seats": [{"row": "A"}]}'), 'barn.json')
  expect(list).toMatchObject({ ok: true, value: [{ kind: 'sheets', sheets: [{ name: 'seats' }], json: { file: 'barn.json' } }] })
  expect(await readSource(bytesOf('{"productions": {}}'), 'season.json')).toEqual({
    ok: false,
    error: { file: 'season.json', reason: 'malformed' },
  })
})

it('reads the files of a ZIP file by their paths, without those of other programs', async () => {
  const files = {
    'season/productions.csv': bytesOf('production\nlear\n'),
    'season/images/poster.PNG': Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...{
      'season/': new Uint8Array(),
      'season/.hidden.csv': bytesOf('x'),
      '__MACOSX/season/._a.csv': bytesOf('x'),
      'read-me.txt': bytesOf('x'),
    },
  }
  expect(await readSource(zipSync(files), 'season.zip')).toMatchObject({
    value: [
      { kind: 'attachment', content: 'image', file: 'season/images/poster.PNG' },
      { kind: 'sheets', sheets: [{ name: 'productions', rows: [['production'], ['lear']] }] },
    ],
  })
})

it('reads what it packs', async () => {
  const files = [
    { path: 'plans/barn.json', bytes: bytesOf('{"name": "Barn", "zones": []}') },
    // The mark of an entry of a ZIP file, inside an image.
    { path: 'images/poster.webp', bytes: bytesOf('RIFF\u0000\u0000\u0000\u0000WEBP PK\u0003\u0004 PK\u0007\b') },
  ]
  const packed = await pack(
    (async function* () {
      yield* files
    })(),
  )
  const read = await readSource(packed, 'programme.zip')
  const sources = read.ok ? read.value : []
  expect(sources.map((source) => source.kind === 'attachment' && [source.file, source.bytes])).toEqual(
    files.toReversed().map(({ path, bytes }) => [path, bytes]),
  )
})

/** A ZIP file of one file whose directory has another size for it. */
function withSize(zip: Uint8Array, size: number): Uint8Array {
  const changed = Buffer.from(zip)
  changed.writeUInt32LE(size, changed.indexOf('PK\u0001\u0002') + 24)
  return changed
}

it('names the file of a ZIP file that cannot be read', async () => {
  const refusalOf = async (files: Parameters<typeof zipSync>[0]) => readSource(zipSync(files), 'season.zip')
  const refused = (file: string, reason: string) => ({ ok: false, error: { file, reason } })
  expect(await refusalOf({ 'a/b.csv': Uint8Array.from([0x74, 0xe4]) })).toEqual(refused('a/b.csv', 'not-utf-8'))
  expect(await refusalOf({ 'a.xlsx': zipSync({ 'b.csv': bytesOf('x') }) })).toEqual(refused('a.xlsx', 'malformed'))
  expect(await refusalOf({ 'read-me.txt': bytesOf('x') })).toEqual(refused('season.zip', 'nothing-to-read'))
  const whole = zipSync({ 'a.csv': bytesOf('production\nlear\n') })
  expect(await readSource(withSize(whole, 21_000_000), 'season.zip')).toEqual(refused('season.zip', 'too-large'))
  // LibreOffice writes the type of its documents first.
  expect(await refusalOf({ mimetype: bytesOf('application/vnd.oasis.opendocument.spreadsheet'), 'a.png': bytesOf('x') })).toEqual(
    refused('season.zip', 'malformed'),
  )
  expect(await readSource(whole.subarray(0, -4), 'season.zip')).toEqual(refused('season.zip', 'malformed'))
})

it('unpacks no more of a file than the directory of its ZIP file has for it', async () => {
  const zip = zipSync({ 'a.csv': new Uint8Array(1_000_000).fill(0x78) })
  const read = await readSource(withSize(zip, 10), 'season.zip')
  expect(read.ok && read.value[0]).toMatchObject({ sheets: [{ rows: [['xxxxxxxxxx']] }] })
})

it('refuses a ZIP file whose entries copy the same bytes many times', async () => {
  const zip = Buffer.from(zipSync({ 'a.csv': new Uint8Array(1_000_000) }, { level: 0 }))
  const [directory, end] = [zip.indexOf('PK\u0001\u0002'), zip.indexOf('PK\u0005\u0006')]
  const entry = Buffer.from(zip.subarray(directory, end))
  // An entry of a million bytes that claims to unpack to none.
  entry.writeUInt32LE(0, 24)
  const tail = Buffer.from(zip.subarray(end))
  tail.writeUInt16LE(100, 8)
  tail.writeUInt16LE(100, 10)
  const many = Buffer.concat([zip.subarray(0, directory), ...Array.from({ length: 100 }, () => entry), tail])
  expect(await readSource(many, 'season.zip')).toEqual({ ok: false, error: { file: 'season.zip', reason: 'too-large' } })
})

it('reads names of files in UTF-8 without its mark, and joins their letters', async () => {
  const zip = Buffer.from(zipSync({ 'Bu\u0308hne.csv': bytesOf('production\nlear\n') }))
  // Without the flag of UTF-8 in the directory.
  const flags = zip.indexOf('PK\u0001\u0002') + 8
  zip.writeUInt16LE(zip.readUInt16LE(flags) & ~0x800, flags)
  expect(await readSource(zip, 'season.zip')).toMatchObject({ value: [{ sheets: [{ name: 'B\u00fchne' }] }] })
})

it('reads a CSV file that begins as a ZIP file would', async () => {
  expect(await readSource(bytesOf('PK,title\n1,Lear\n'), 'list.csv')).toMatchObject({ value: [{ sheets: [{ name: 'list' }] }] })
})
