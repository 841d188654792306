import type { FileProblem, FormFault, ProgrammeFault, SheetProblem } from '@playhouse/domain/programme-file'
import type { SourceNote, SourceNoteKind } from '@playhouse/domain/programme-source'
import type { SpreadsheetFault } from '@playhouse/domain/spreadsheet-refusal'

/** What is wrong with a file that has no sheets. */
export const spreadsheetFaultTexts = {
  empty: 'the file is empty',
  'too-large': 'the file is larger than 20 MB, or unpacks to more than 200 MB',
  'not-utf-8': 'the text is in another encoding than UTF-8; save it as "CSV UTF-8"',
  malformed: 'the file is damaged, or neither a workbook, JSON, CSV nor a calendar',
  'old-excel': 'the file is in the format of Excel 2003; save it as .xlsx',
  'nothing-to-read': 'the ZIP file has no workbook, CSV or JSON file, calendar, plan or image',
} as const satisfies Record<SpreadsheetFault, string>

/** What is wrong in the form of a file, whatever its sheets are about. */
export const formFaultTexts = {
  missing: 'needs a value',
  'not-a-number': 'is no whole number',
  'out-of-range': 'is out of range',
  'not-an-amount': 'is no amount of money',
  'not-a-date': 'is no date',
  'not-a-time': 'is no time',
  'no-such-time': 'does not exist in the calendar',
  'not-yes-or-no': 'is neither yes nor no',
  'unknown-choice': 'is none of the possible values',
  'unknown-file': 'is neither an uploaded image, nor among the files',
  'not-a-key': 'is no key: lower-case letters, digits and hyphens',
  'too-long': 'is longer than allowed',
  'formula-error': 'is the error of a formula',
  'unknown-sheet': 'is no sheet that an import reads',
  'repeated-sheet': 'is there twice',
  'unknown-column': 'is no column of this sheet',
  'repeated-column': 'is there twice',
  'repeated-key': 'is already in another row',
  'too-many-rows': 'rows are more than one import takes',
} as const satisfies Record<FormFault, string>

const faultTexts = {
  ...formFaultTexts,
  'unknown-reference': 'does not exist',
  'not-a-plan': 'is no plan of a hall that can be sold',
  'not-an-image': 'is no image that can be used',
  'hall-name-kept': 'is not the name of this plan, which cannot change',
  'address-taken': 'is, or was, the address of another production',
  'skipped-time': 'does not exist at the theatre, or clocks skip it',
  'after-general-sale': 'is no priority booking: the general sale has begun by then',
  'moment-passed': 'has passed; these prices hold already, or are entered as prices of the list',
  'fee-over-price': 'exceeds the price',
  'price-type-kept': 'cannot be changed: tickets have this price type',
  'seats-kept': 'has other seats; bands of seats are changed on the screen of the price list',
  'band-without-price': 'would be on sale without a price',
  'other-hall': 'is for another hall',
  'other-number-of-seats': 'seats are not those of a plan of the hall',
  'fixed-while-on-sale': 'cannot change any more: it is published, or seats are taken',
  'hall-in-use': 'clashes with another performance in the hall',
  cancelled: 'cannot be cancelled, or changed once cancelled, by a file',
  'state-kept': 'is no state that a file can set',
  'one-general-window': 'needs exactly one window on the web that is for everyone',
  'window-never-open': 'would never be open: a window opens before it closes, and before each performance starts',
  'not-at-counter': 'is not for windows of the counter, which sells to everyone',
  'unknown-zone': 'is no time zone that is known',
  'page-of-many': 'the file is one page of several; download all of them',
  'one-event': 'are several events; import them one after the other',
  'other-currency': 'is another currency than that of the theatre',
  'endless-recurrence': 'repeats without an end; add UNTIL or COUNT',
  'too-many-dates': 'has more dates than one import takes',
  'unknown-recurrence': 'is a recurrence that an import does not read',
  incomplete: 'cannot be published yet',
  invalid: 'is invalid',
} as const satisfies Record<ProgrammeFault, string>

const noteTexts = {
  'not-read': 'is not imported',
  cancelled: 'is cancelled, and not imported; a performance is cancelled on its screen',
  'not-for-everyone': 'is not sold to everyone, and not imported',
  'no-ticket': 'is no ticket, and not imported',
  inactive: 'is not active, and not imported',
  'paint-band': 'has no seats yet; paint them on the screen of the price list',
  'file-not-named': 'is named by no row, and not imported',
  'prices-kept': 'is not imported; the performances have the given price list',
} as const satisfies Record<SourceNoteKind, string>

/** What is not imported, in one line. */
export const describeNote = ({ file, line, field, value, note }: SourceNote): string =>
  `${[file, ...(line === null ? [] : [`line ${line}`]), field].join(', ')}: "${value}" ${noteTexts[note]}`

/** A problem of a file in one line: where it is, what it is, and what to write instead. */
export function describeSheetProblem<Fault extends string>(
  { sheet, row, column, value, fault, suggestion }: SheetProblem<Fault>,
  texts: Readonly<Record<Fault, string>>,
): string {
  const place = [sheet, ...(row === null ? [] : [`row ${row}`]), ...(column === null ? [] : [column])].join(', ')
  return `${place}: ${value === '' ? '' : `"${value}" `}${texts[fault]}${suggestion === null ? '' : ` (${suggestion})`}`
}

/** A problem of a programme file in one line. */
export const describeProblem = (problem: FileProblem): string => describeSheetProblem(problem, faultTexts)
