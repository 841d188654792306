import { z } from 'zod'
import { idSchema, slugSchema } from '@playhouse/domain/id'
import { recordKinds } from '@playhouse/domain/record-kind'
import { plainDateTimeSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'

const version = z.int().positive()
const reason = z.string().trim().min(1).max(500).optional()
const ofKind = z.strictObject({ kind: z.enum(recordKinds) })
const ofRecord = ofKind.extend({ id: slugSchema })

/** The fields of a record: those of its kind (`recordSchemas` of the domain). */
const fields = z.record(z.string(), z.unknown())
const catalogueRecordSchema = z.strictObject({
  kind: z.enum(recordKinds),
  id: slugSchema,
  version,
  /** Whether it is sold no more. What was sold of it does not change. */
  isWithdrawn: z.boolean(),
  record: fields,
})
/** A record of the catalogue, such as a level of membership. */
export type CatalogueRecord = z.infer<typeof catalogueRecordSchema>

const recordNamesSchema = z.strictObject({
  productions: z.array(z.strictObject({ id: slugSchema, title: z.string(), isArchived: z.boolean() })),
  /** In order of their start. */
  performances: z.array(
    z.strictObject({
      ...{ id: slugSchema, production: slugSchema, title: z.string(), startsAt: plainDateTimeSchema },
      /** Whether records can name it newly: it is not over, and visitors without an access code may see it. */
      isOpen: z.boolean(),
    }),
  ),
  /** `isOfProgramme`: only the code of a programme opens it. */
  priceTypes: z.array(z.strictObject({ id: z.string(), name: z.string(), isOfProgramme: z.boolean() })),
  /** Those that a super package can consist of. */
  packages: z.array(z.strictObject({ id: slugSchema, name: z.string(), isOffered: z.boolean() })),
  /** Products that menus can consist of. */
  dishes: z.array(z.strictObject({ id: slugSchema, name: z.string(), isOffered: z.boolean() })),
  collectionPoints: z.array(z.strictObject({ id: slugSchema, name: z.string(), isOffered: z.boolean() })),
  halls: z.array(z.strictObject({ id: z.string(), name: z.string() })),
})
/** The things that records name, with their names. */
export type RecordNames = z.infer<typeof recordNamesSchema>

const changed = z.strictObject({
  record: catalogueRecordSchema,
  /** The change set; null where nothing changed. */
  changeSet: idSchema.nullable(),
})
const problems = ['not-allowed', 'second-factor-required', 'changed-meanwhile', 'page-not-found'] as const

/** Endpoints of staff for records of the catalogue. Each kind needs a second permission for changes (`recordKindRules`). */
export const records = {
  kinds: endpoint('GET', '/staff/catalogue', {
    summary: 'The kinds of records of the catalogue, with the numbers of records on offer and withdrawn',
    access: 'staff',
    permission: 'read-programme',
    reply: z.strictObject({
      kinds: z.array(z.strictObject({ kind: z.enum(recordKinds), offered: z.int().nonnegative(), withdrawn: z.int().nonnegative() })),
    }),
    problems: ['not-allowed'],
  }),
  names: endpoint('GET', '/staff/catalogue-names', {
    summary:
      'The productions, performances, price types, packages, dishes, collection points and halls that a record can name, with their names',
    access: 'staff',
    permission: 'read-programme',
    reply: recordNamesSchema,
    problems: ['not-allowed'],
  }),
  all: endpoint('GET', '/staff/catalogue/:kind', {
    summary: 'The records of a kind in the order of the theatre, withdrawn ones too',
    access: 'staff',
    permission: 'read-programme',
    params: ofKind,
    reply: z.strictObject({
      records: z.array(z.strictObject({ id: slugSchema, name: z.string(), isWithdrawn: z.boolean(), version })),
    }),
    problems: ['not-allowed'],
  }),
  one: endpoint('GET', '/staff/catalogue/:kind/:id', {
    summary: 'A record of the catalogue',
    access: 'staff',
    permission: 'read-programme',
    params: ofRecord,
    reply: catalogueRecordSchema,
    problems: ['not-allowed', 'page-not-found'],
  }),
  save: endpoint('PUT', '/staff/catalogue/:kind/:id', {
    summary: 'Create or change a record. `version` is the one that was read, null for a new record',
    access: 'staff',
    permission: 'edit-catalogue',
    params: ofRecord,
    body: z.strictObject({ version: version.nullable(), record: fields, reason }),
    reply: changed,
    problems: [...problems, 'id-taken', 'change-has-dependents'],
  }),
  setSale: endpoint('PUT', '/staff/catalogue/:kind/:id/sale', {
    summary: 'Withdraw a record from sale, or offer it again. What was sold of it does not change',
    access: 'staff',
    permission: 'edit-catalogue',
    params: ofRecord,
    body: z.strictObject({ version, isWithdrawn: z.boolean(), reason }),
    reply: changed,
    problems,
  }),
} as const
