import { z } from 'zod'
import { locales } from '../../brand/locale.ts'
import { type Form, type FormField, maxLongTextLength, maxTextLength } from '../../form/form.ts'
import type { TranslatedText } from '../../format/translated-text.ts'
import { slugSchema } from '../../id.ts'
import type { QueuedPerformance } from './waiting-room-record.ts'

const text = (most: number) => z.string().trim().max(most)
const names = z.partialRecord(z.enum(locales), text(2_000).min(1))
/** A short name, or nothing: then it is made. */
const shortName = z.union([slugSchema, z.literal('')])
const label = text(2_000).min(1)

/** The kinds of questions, in the order of a list. */
export const questionKinds = ['text', 'long-text', 'email', 'phone', 'number', 'date', 'choice', 'choices', 'consent'] as const

const choiceSchema = z.strictObject({ id: shortName, name: label, names: names.optional() })
const questionSchema = z.strictObject({
  id: shortName,
  kind: z.enum(questionKinds),
  question: label,
  questions: names.optional(),
  help: text(2_000),
  helps: names.optional(),
  isRequired: z.boolean(),
  /** Limits of some kinds (`limitsOf`); null for the others. */
  maxLength: z.int().min(1).max(maxLongTextLength).nullable(),
  least: z.int().min(0).max(999_999_999).nullable(),
  most: z.int().min(1).max(999_999_999).nullable(),
  leastDays: z.int().min(-36_500).max(3_650).nullable(),
  mostDays: z.int().min(-36_500).max(3_650).nullable(),
  choices: z.array(choiceSchema).max(30),
})
type Question = z.infer<typeof questionSchema>

/** Gives each thing without a short name one: a word, with a number from the second on. */
function nameEach<Thing extends { readonly id: string }>(things: readonly Thing[], wordOf: (thing: Thing) => string): Thing[] {
  const taken = new Set(things.map(({ id }) => id))
  const free = (word: string, from = 1): string => {
    const candidate = from === 1 ? word : `${word}-${from}`
    if (taken.has(candidate)) return free(word, from + 1)
    taken.add(candidate)
    return candidate
  }
  return things.map((thing) => ({ ...thing, id: thing.id || free(wordOf(thing)) }))
}

/** A form as staff describe it: what visitors are asked, and for which productions and performances. */
export const formRecordSchema = z.strictObject({
  /** Its title. */
  name: text(200).min(1),
  intro: text(2_000).min(1),
  translations: z.partialRecord(z.enum(locales), z.strictObject({ name: text(200), intro: text(2_000) })),
  fields: z
    .array(questionSchema)
    .min(1)
    .max(40)
    .transform((fields) =>
      nameEach(fields, ({ kind }) => kind).map((field) => ({ ...field, choices: nameEach(field.choices, () => 'choice') })),
    ),
  /** Days after which answers are deleted. */
  keepDays: z.int().min(7).max(1_095),
  /** The address that gets its entries; null for that of the brand. */
  mailTo: z.email().max(254).nullable(),
  productions: z.array(slugSchema).max(200),
  performances: z.array(slugSchema).max(500),
})
export type FormRecord = z.infer<typeof formRecordSchema>

const limits = ['maxLength', 'least', 'most', 'leastDays', 'mostDays'] as const
/** The limits that questions of a kind have. */
const limitsOf = (kind: Question['kind']): readonly (typeof limits)[number][] => {
  if (kind === 'text' || kind === 'long-text') return ['maxLength']
  if (kind === 'number') return ['least', 'most']
  return kind === 'date' ? ['leastDays', 'mostDays'] : []
}
const hasChoices = (kind: Question['kind']): boolean => kind === 'choice' || kind === 'choices'
/** The kinds of questions that have a field. */
export const kindsWith = (field: (typeof limits)[number] | 'choices'): readonly Question['kind'][] =>
  questionKinds.filter((kind) => (field === 'choices' ? hasChoices(kind) : limitsOf(kind).includes(field)))

type Fault = readonly [boolean, string]
type Facts = {
  readonly before: FormRecord | undefined
  readonly others: readonly { readonly record: FormRecord }[]
  readonly productions: readonly string[]
  readonly performances: readonly QueuedPerformance[]
}

const hasDuplicate = (ids: readonly string[]): boolean => new Set(ids).size < ids.length

/**
 * Faults that the schema does not find: whether there is one, and the field that shows it. A production or a performance has one form at most,
 * withdrawn ones included.
 */
export function formFaults({ fields, productions, performances }: FormRecord, { before, others, ...known }: Facts): readonly Fault[] {
  const sender = fields.find(({ kind }) => kind === 'email')
  const isUnfit = (list: 'productions' | 'performances', ids: readonly string[], existing: readonly string[]): boolean =>
    hasDuplicate(ids) ||
    ids.some((id) => (!existing.includes(id) && !before?.[list].includes(id)) || others.some(({ record }) => record[list].includes(id)))
  const knownPerformances = known.performances.map(({ id }) => id)
  return [
    [hasDuplicate(fields.map(({ id }) => id)) || sender?.isRequired !== true, 'fields'],
    ...fields.flatMap((field, nth) => questionFaults(field).map(([isFault, name]): Fault => [isFault, `fields.${nth}.${name}`])),
    [isUnfit('productions', productions, known.productions), 'productions'],
    [isUnfit('performances', performances, knownPerformances), 'performances'],
  ]
}

/** The faults of a question: it has the limits of its kind and no others. */
function questionFaults(question: Question): Fault[] {
  const { kind, choices, maxLength, least, most, leastDays, mostDays } = question
  const own = limitsOf(kind)
  return [
    ...limits.map((limit): Fault => [(question[limit] !== null) !== own.includes(limit), limit]),
    [kind === 'text' && maxLength !== null && maxLength > maxTextLength, 'maxLength'],
    [kind === 'number' && least !== null && most !== null && most < least, 'most'],
    [kind === 'date' && leastDays !== null && mostDays !== null && mostDays < leastDays, 'mostDays'],
    [hasChoices(kind) !== choices.length > 0 || hasDuplicate(choices.map(({ id }) => id)), 'choices'],
  ]
}

const translated = (plain: string, translations: TranslatedText['translations']): TranslatedText => ({
  text: plain,
  ...(translations && Object.keys(translations).length > 0 && { translations }),
})
const hasTexts = (translations: TranslatedText['translations']): boolean => Object.keys(translations ?? {}).length > 0

/** Where the entries of a form are mailed, and what it is about. */
type FormUse = Pick<FormRecord, 'mailTo' | 'productions' | 'performances'>

/** The record of a form. */
export function recordOfForm({ title, intro, keepDays, fields }: Form, use: FormUse): FormRecord {
  const languages = locales.filter((locale) => title.translations?.[locale] ?? intro.translations?.[locale])
  const translations = languages.map((locale) => [
    locale,
    { name: title.translations?.[locale] ?? '', intro: intro.translations?.[locale] ?? '' },
  ])
  return {
    ...{ ...use, keepDays, name: title.text, intro: intro.text, translations: Object.fromEntries(translations) },
    fields: fields.map((field) => ({
      ...{ id: field.id, kind: field.kind, question: field.label.text, help: field.help?.text ?? '', isRequired: field.isRequired },
      ...(hasTexts(field.label.translations) && { questions: field.label.translations }),
      ...(hasTexts(field.help?.translations) && { helps: field.help!.translations }),
      maxLength: 'maxLength' in field ? field.maxLength : null,
      ...(field.kind === 'number' ? { least: field.least, most: field.most } : { least: null, most: null }),
      ...(field.kind === 'date' ? { leastDays: field.leastDays, mostDays: field.mostDays } : { leastDays: null, mostDays: null }),
      choices: ('choices' in field ? field.choices : []).map(({ id, label: { text: plain, translations: others } }) => ({
        ...{ id, name: plain },
        ...(hasTexts(others) && { names: others }),
      })),
    })),
  }
}

/** The form that a record describes. `formSchema` accepts it if `formFaults` finds none. */
export function formOfRecord(form: string, { name, intro, translations, fields, keepDays }: FormRecord): Form {
  const textOf = (field: 'name' | 'intro', plain: string): TranslatedText => {
    const texts = Object.entries(translations).flatMap(([locale, each]) => (each![field] === '' ? [] : [[locale, each![field]]]))
    return translated(plain, Object.fromEntries(texts) as Record<string, string>)
  }
  const fieldOf = ({ id, kind, question, questions, help, helps, isRequired, choices, ...given }: Question): FormField =>
    ({
      ...{ id, kind, label: translated(question, questions), isRequired },
      ...(help !== '' && { help: translated(help, helps) }),
      ...Object.fromEntries(limitsOf(kind).map((limit) => [limit, given[limit]])),
      ...(hasChoices(kind) && { choices: choices.map((each) => ({ id: each.id, label: translated(each.name, each.names) })) }),
    }) as FormField
  return { form, keepDays, title: textOf('name', name), intro: textOf('intro', intro), fields: fields.map(fieldOf) }
}
