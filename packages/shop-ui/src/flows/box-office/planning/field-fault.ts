import {
  maxLineLength,
  maxNameLength,
  maxParagraphLength,
  maxSlugLength,
  maxSynopsisBlocks,
  maxWarnings,
  type WholeRange,
  wholeRanges,
} from '@playhouse/domain/planning-limits'
import { timeOfDayPattern } from '@playhouse/domain/time-of-day'
import { type DraftField, idOfTitle } from './production-draft.ts'

/** What a field of a form takes, with its limits. */
export type FieldRule =
  | { readonly input: 'line'; readonly most: number }
  | { readonly input: 'lines'; readonly most: number; readonly length: number }
  | { readonly input: 'synopsis'; readonly blocks: number; readonly paragraph: number; readonly line: number }
  /** A name from which a short name is made. */
  | { readonly input: 'name'; readonly most: number }
  | { readonly input: 'short-name'; readonly most: number }
  | ({ readonly input: 'whole' } & WholeRange)
  | { readonly input: 'day' }
  | { readonly input: 'time' }
  /** One or several of the values on offer. */
  | { readonly input: 'choice' }
  | { readonly input: 'choices' }

/** What is wrong with a field, with what is allowed: its text is `fault.<kind>`. */
export type FieldFault =
  | { readonly kind: 'empty' | 'no-letters' | 'day' | 'time' | 'choice' | 'choices' }
  | { readonly kind: 'line' | 'short-name'; readonly most: number }
  | { readonly kind: 'lines'; readonly most: number; readonly length: number }
  | { readonly kind: 'synopsis'; readonly blocks: number; readonly paragraph: number; readonly line: number }
  | ({ readonly kind: 'whole' } & WholeRange)
  | { readonly kind: 'day-order' | 'skipped-time' | 'before-members' | 'fixed' }
  | { readonly kind: 'run-length'; readonly days: number; readonly performances: number }

type RuleOf<Input extends FieldRule['input']> = Extract<FieldRule, { readonly input: Input }>

/** What is wrong with a filled field that was refused. */
const faults: { readonly [Input in FieldRule['input']]: (rule: RuleOf<Input>, typed: string) => FieldFault } = {
  line: ({ most }) => ({ kind: 'line', most }),
  lines: ({ most, length }) => ({ kind: 'lines', most, length }),
  synopsis: ({ blocks, paragraph, line }) => ({ kind: 'synopsis', blocks, paragraph, line }),
  name: ({ most }, typed) => (idOfTitle(typed) === '' ? { kind: 'no-letters' } : { kind: 'line', most }),
  'short-name': ({ most }) => ({ kind: 'short-name', most }),
  whole: ({ least, most }) => ({ kind: 'whole', least, most }),
  day: () => ({ kind: 'day' }),
  time: () => ({ kind: 'time' }),
  choice: () => ({ kind: 'choice' }),
  choices: () => ({ kind: 'choices' }),
}

/** Returns what is wrong with a field that was refused. @param typed what the field has; of a choice, anything but the empty text */
export function faultOf(rule: FieldRule, typed: string): FieldFault {
  const isChoice = rule.input === 'choice' || rule.input === 'choices'
  if (typed.trim() === '' && !isChoice) return { kind: 'empty' }
  return (faults[rule.input] as (rule: FieldRule, typed: string) => FieldFault)(rule, typed)
}

const line = { input: 'line', most: maxLineLength } as const
const shortName = { input: 'short-name', most: maxSlugLength } as const
const choice = { input: 'choice' } as const
const whole = (range: WholeRange) => ({ input: 'whole', ...range }) as const

/** The rules of the fields of a production. */
export const productionRules = {
  ...{ title: line, credit: line, tagline: line, venue: line, streaming: line },
  ...{ id: shortName, slug: shortName },
  synopsis: { input: 'synopsis', blocks: maxSynopsisBlocks, paragraph: maxParagraphLength, line: maxLineLength },
  warnings: { input: 'lines', most: maxWarnings, length: maxLineLength },
  ...{ copyLanguage: choice, motif: choice },
  runningTime: whole(wholeRanges.runningTime),
  intervals: whole(wholeRanges.intervals),
  ageGuidance: whole(wholeRanges.ageGuidance),
  hue: whole(wholeRanges.posterHue),
} as const satisfies Record<DraftField, FieldRule>

/** The rules of the other fields of the programme. */
export const planningRules = {
  name: { input: 'name', most: maxNameLength },
  alt: line,
  focalPoint: whole(wholeRanges.focalPoint),
  perCustomer: whole(wholeRanges.perCustomer),
  daysBefore: whole(wholeRanges.daysBefore),
  minutesBefore: whole(wholeRanges.minutesBefore),
  day: { input: 'day' },
  time: { input: 'time' },
  choice,
  choices: { input: 'choices' },
} as const satisfies Record<string, FieldRule>

/** What is wrong with the two fields of a refused moment, which are a day and a time. */
export type MomentFaults = { readonly day?: FieldFault; readonly time?: FieldFault }

/** Returns what is wrong with a refused moment, in the first wrong field; undefined where both fields are filled in as they should be. */
export function faultsOfMoment(day: string, time: string): MomentFaults | undefined {
  if (day === '') return { day: { kind: 'empty' } }
  if (isTimeOfDay(time)) return undefined
  return { time: faultOf(planningRules.time, time) }
}

/** Whether a text is a time of day such as `19:30`. */
export const isTimeOfDay = (text: string): boolean => timeOfDayPattern.test(text.trim())
