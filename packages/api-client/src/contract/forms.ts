import { z } from 'zod'
import { answeredFieldSchema, answersSchema, formSchema } from '@playhouse/domain/form'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { instantSchema } from '@playhouse/domain/time'
import { translatedTextSchema } from '@playhouse/domain/translated-text'
import { endpoint } from './endpoint.ts'
import { proofSchema } from './proof.ts'

const ofInstance = z.strictObject({ instance: slugSchema })
const formProblems = ['instance-unavailable', 'instance-passed', 'instance-cancelled', 'form-not-loaded'] as const

const openFormSchema = z.strictObject({
  form: formSchema,
  /** The day at the theatre, from which dates are counted. */
  today: z.iso.date(),
})
/** A form that can be sent. */
export type OpenForm = z.infer<typeof openFormSchema>

/** Endpoints of the forms that visitors send about a performance. */
export const forms = {
  read: endpoint('GET', '/instances/:instance/form', {
    summary: 'The form of a performance; `page-not-found` without one, `form-not-loaded` if its definition cannot be read',
    params: ofInstance,
    reply: openFormSchema,
    problems: formProblems,
  }),
  send: endpoint('POST', '/instances/:instance/form', {
    summary: 'Send the form of a performance; repeating it with the same key stores nothing',
    params: ofInstance,
    body: z.strictObject({ key: idSchema, answers: answersSchema, proof: proofSchema }),
    reply: z.strictObject({ sent: z.literal(true) }),
    problems: [...formProblems, 'bot-check-required'],
  }),
} as const

const entrySchema = z.strictObject({
  id: idSchema,
  form: slugSchema,
  title: translatedTextSchema,
  performance: z.strictObject({
    instance: slugSchema,
    event: slugSchema,
    title: z.string(),
    startsAt: instantSchema,
    timeZone: z.string(),
  }),
  /** Address of the sender, which is not verified. */
  email: z.string(),
  answers: z.array(answeredFieldSchema),
  at: instantSchema,
  /** When a staff user recorded that it was answered, and their name; null for a new one. */
  answered: z.strictObject({ at: instantSchema, by: z.string() }).nullable(),
  /** When it is deleted. */
  until: instantSchema,
})
/** What a visitor sent with a form, as staff see it. */
export type FormEntry = z.infer<typeof entrySchema>

/** States of entries by which staff list them. */
export const formEntryStates = ['new', 'answered'] as const

/** Endpoints of the counter for what visitors sent with forms. */
export const staffForms = {
  list: endpoint('GET', '/staff/form-entries', {
    summary: 'What visitors sent with forms, the newest first, with the number of new ones; at most 500',
    access: 'staff',
    permission: 'answer-forms',
    query: z.strictObject({ form: slugSchema.optional(), state: z.enum(formEntryStates).optional() }),
    reply: z.strictObject({
      /** All forms that have entries, with the number of new ones. */
      forms: z.array(z.strictObject({ form: slugSchema, title: translatedTextSchema, unanswered: z.int() })),
      entries: z.array(entrySchema),
    }),
    problems: ['not-allowed'],
  }),
  mark: endpoint('POST', '/staff/form-entries/:entry', {
    summary: 'Record that an entry was answered, or that it was not',
    access: 'staff',
    permission: 'answer-forms',
    params: z.strictObject({ entry: idSchema }),
    body: z.strictObject({ isAnswered: z.boolean() }),
    reply: z.strictObject({ entry: entrySchema }),
    problems: ['not-allowed'],
  }),
} as const
