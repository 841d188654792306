import { z } from 'zod'
import { sanitizeLine, sanitizeText } from '../format/sanitize.ts'
import { translatedTextSchema } from '../format/translated-text.ts'
import { slugSchema } from '../id.ts'

/** The most characters of a text on one line, and of one on several lines. */
export const maxTextLength = 200
export const maxLongTextLength = 4_000

const common = { id: slugSchema, label: translatedTextSchema, help: translatedTextSchema.optional(), isRequired: z.boolean() }
const choices = z
  .array(z.strictObject({ id: slugSchema, label: translatedTextSchema }))
  .min(1)
  .max(30)

/** A field of a form, by its kind. */
export const formFieldSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.literal('text'), maxLength: z.int().positive().max(maxTextLength) }),
  z.strictObject({ ...common, kind: z.literal('long-text'), maxLength: z.int().positive().max(maxLongTextLength) }),
  z.strictObject({ ...common, kind: z.literal('email') }),
  z.strictObject({ ...common, kind: z.literal('phone') }),
  /** A whole number. */
  z.strictObject({ ...common, kind: z.literal('number'), least: z.int().nonnegative(), most: z.int().positive() }),
  /** A day, at least and at most this many days after today. */
  z.strictObject({
    ...common,
    kind: z.literal('date'),
    leastDays: z.int().min(-36_500).max(3_650),
    mostDays: z.int().min(-36_500).max(3_650),
  }),
  z.strictObject({ ...common, kind: z.literal('choice'), choices }),
  /** Several choices; a required field has at least one. */
  z.strictObject({ ...common, kind: z.literal('choices'), choices }),
  /** A statement that is agreed to. */
  z.strictObject({ ...common, kind: z.literal('consent') }),
])
export type FormField = z.infer<typeof formFieldSchema>
export type FormFieldKind = FormField['kind']
type FieldOf<Kind extends FormFieldKind> = Extract<FormField, { kind: Kind }>

type WithFields = { readonly fields: readonly FormField[] }

/** The field with the sender's address. */
export const senderField = ({ fields }: WithFields): FieldOf<'email'> | undefined => fields.find((field) => field.kind === 'email')

/** A form that visitors send to the theatre. The first field of kind `email` is the address of the sender. */
export const formSchema = z
  .strictObject({
    form: slugSchema,
    title: translatedTextSchema,
    intro: translatedTextSchema,
    /** Days after which answers are deleted. */
    keepDays: z.int().min(7).max(1_095),
    fields: z.array(formFieldSchema).min(1).max(40),
  })
  .refine(({ fields }) => new Set(fields.map(({ id }) => id)).size === fields.length, 'two fields have one id')
  .refine(({ fields }) => senderField({ fields })?.isRequired === true, 'the first field of kind email is required')
  .refine(
    ({ fields }) =>
      fields.every(
        (field) =>
          (field.kind !== 'number' || field.least <= field.most) &&
          (field.kind !== 'date' || field.leastDays <= field.mostDays) &&
          (!('choices' in field) || new Set(field.choices.map(({ id }) => id)).size === field.choices.length),
      ),
    'a field has contradicting limits, or two choices with one id',
  )
export type Form = z.infer<typeof formSchema>

/** An answer: typed texts, numbers and dates, ids of choices, or whether a statement was agreed to. */
export const answerSchema = z.union([z.string().max(maxLongTextLength), z.array(z.string().max(80)).max(30), z.boolean()])
export type Answer = z.infer<typeof answerSchema>
/** Answers by field. */
export const answersSchema = z.record(slugSchema, answerSchema)
export type Answers = Readonly<Record<string, Answer>>

/** What is wrong with an answer. */
export const answerFaults = ['required', 'too-long', 'email', 'phone', 'number', 'range', 'date', 'days', 'choice'] as const
export type AnswerFault = (typeof answerFaults)[number]

/** `today`: the day at the theatre, an ISO date. */
type Rules<Field> = {
  /** The value of a field that is not answered. */
  readonly blank: Answer
  readonly isBlank: (answer: Answer) => boolean
  /** The fault of an answer that is not blank. */
  readonly faultOf: (answer: Answer, field: Field, today: string) => AnswerFault | undefined
}

const isText = (answer: Answer): answer is string => typeof answer === 'string'
const isBlankText = (answer: Answer): boolean => isText(answer) && answer.trim() === ''
const lengthFault = (answer: Answer, { maxLength }: { readonly maxLength: number }): AnswerFault | undefined =>
  !isText(answer) || answer.length > maxLength ? 'too-long' : undefined
const isPhone = (text: string): boolean => /^\+?\d{7,15}$/.test(text.replaceAll(/[\s().-]/g, ''))
const isEmail = (text: string): boolean => text.length <= 254 && z.email().safeParse(text).success
const isChoiceOf = (field: { readonly choices: readonly { readonly id: string }[] }, id: string): boolean =>
  field.choices.some((choice) => choice.id === id)

function dayFault(answer: Answer, { leastDays, mostDays }: FieldOf<'date'>, today: string): AnswerFault | undefined {
  if (!isText(answer) || !z.iso.date().safeParse(answer).success) return 'date'
  const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000
  const days = dayOf(answer) - dayOf(today)
  return days < leastDays || days > mostDays ? 'days' : undefined
}

function numberFault(answer: Answer, { least, most }: FieldOf<'number'>): AnswerFault | undefined {
  if (!isText(answer) || !/^\d{1,9}$/.test(answer.trim())) return 'number'
  return Number(answer) < least || Number(answer) > most ? 'range' : undefined
}

/** The rules of each kind of field. */
const fieldRules: { readonly [Kind in FormFieldKind]: Rules<FieldOf<Kind>> } = {
  text: { blank: '', isBlank: isBlankText, faultOf: lengthFault },
  'long-text': { blank: '', isBlank: isBlankText, faultOf: lengthFault },
  email: { blank: '', isBlank: isBlankText, faultOf: (answer) => (isText(answer) && isEmail(answer.trim()) ? undefined : 'email') },
  phone: { blank: '', isBlank: isBlankText, faultOf: (answer) => (isText(answer) && isPhone(answer.trim()) ? undefined : 'phone') },
  number: { blank: '', isBlank: isBlankText, faultOf: numberFault },
  date: { blank: '', isBlank: isBlankText, faultOf: dayFault },
  choice: {
    blank: '',
    isBlank: isBlankText,
    faultOf: (answer, field) => (isText(answer) && isChoiceOf(field, answer) ? undefined : 'choice'),
  },
  choices: {
    blank: [],
    isBlank: (answer) => Array.isArray(answer) && answer.length === 0,
    faultOf: (answer, field) =>
      Array.isArray(answer) && new Set(answer).size === answer.length && answer.every((id) => isChoiceOf(field, id)) ? undefined : 'choice',
  },
  consent: {
    blank: false,
    isBlank: (answer) => answer === false,
    faultOf: (answer) => (answer === true ? undefined : 'required'),
  },
}
const rulesOf = (field: FormField): Rules<FormField> => fieldRules[field.kind] as Rules<FormField>

/** Blank answers to all fields. */
export const blankAnswers = ({ fields }: WithFields): Record<string, Answer> =>
  Object.fromEntries(fields.map((field) => [field.id, rulesOf(field).blank]))

/** The fault of each field whose answer is not valid, in the order of the fields. @param today the day at the theatre, an ISO date */
export function faultsOf({ fields }: WithFields, answers: Answers, today: string): Record<string, AnswerFault> {
  const faultOf = (field: FormField): AnswerFault | undefined => {
    const { blank, isBlank, faultOf: check } = rulesOf(field)
    const answer = answers[field.id] ?? blank
    return isBlank(answer) ? (field.isRequired ? 'required' : undefined) : check(answer, field, today)
  }
  return Object.fromEntries(
    fields.flatMap((field) => {
      const fault = faultOf(field)
      return fault ? [[field.id, fault]] : []
    }),
  )
}

/** The fields of `answers` that the form does not have: it has changed since it was shown. */
export const unknownFields = ({ fields }: WithFields, answers: Answers): string[] =>
  Object.keys(answers).filter((id) => !fields.some((field) => field.id === id))

/** A stored answer, which staff see with the label that the sender saw. Choices are stored by their labels. */
export const answeredFieldSchema = z.strictObject({
  id: slugSchema,
  kind: z.enum(formFieldSchema.options.map(({ shape }) => shape.kind.value) as [FormFieldKind, ...FormFieldKind[]]),
  label: translatedTextSchema,
  answer: z.union([z.string(), z.boolean(), z.array(translatedTextSchema)]),
})
export type AnsweredField = z.infer<typeof answeredFieldSchema>

/** Converts valid answers to stored ones, in the order of the form, without blank ones. Typed texts are sanitized. */
export function answeredFields({ fields }: WithFields, answers: Answers): AnsweredField[] {
  const storedAnswer = (field: FormField, answer: Answer): AnsweredField['answer'] => {
    if ('choices' in field) return field.choices.flatMap(({ id, label }) => ([answer].flat().includes(id) ? [label] : []))
    if (!isText(answer)) return answer === true
    return field.kind === 'long-text' ? sanitizeText(answer).trim() : sanitizeLine(answer)
  }
  return fields.flatMap((field) => {
    const answer = answers[field.id]
    const { id, kind, label } = field
    return answer === undefined || rulesOf(field).isBlank(answer) ? [] : [{ id, kind, label, answer: storedAnswer(field, answer) }]
  })
}
