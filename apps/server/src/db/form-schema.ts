import type { Generated } from 'kysely'
import type { AnsweredField } from '@playhouse/domain/form'
import type { Locale } from '@playhouse/domain/brand'
import type { TranslatedText } from '@playhouse/domain/translated-text'
import type { CreatedAt, Instant, Json } from './column.ts'

/** A form that visitors send about a performance. Its definition is validated when it is read. */
export type FormTable = {
  id: string
  definition: Json<unknown>
  /** The address that gets its entries; null for that of the brand. */
  mail_to: string | null
  withdrawn_at: Instant | null
  /** The number of changes by staff, from 1. */
  version: Generated<number>
}
/** What a form is about: a production or one performance. */
export type FormAttachmentTable = { form_id: string; production_id: string | null; performance_id: string | null }
/** What a visitor sent with a form, with the texts that they saw. */
export type FormEntryTable = {
  id: string
  /** Idempotency key. */
  key: string
  form_id: string
  performance_id: string
  title: Json<TranslatedText>
  fields: Json<AnsweredField[]>
  /** Address of the sender, which is not verified. */
  email: string
  locale: Locale
  created_at: CreatedAt
  delete_at: Instant
  answered_at: Instant | null
  answered_by: string | null
}
