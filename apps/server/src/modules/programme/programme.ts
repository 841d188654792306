import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Actor, audit, auditCustomer, type Database, transact } from '#db'
import { matchesLastName } from '@playhouse/domain/access'
import { type OpenedProgramme, type Programme, programmeSchema } from '@playhouse/domain/programme'
import type { ProgrammeCode } from '@playhouse/domain/programme-codes'
import { programmeCodeDigest } from './code.ts'
import { codesInEffect, readCodes } from './stored-codes.ts'

/** A programme `p` exists for visitors between its two instants, by the database's clock, unless staff withdrew it. */
const isOpen = sql<boolean>`(p.withdrawn_at is null and (p.opens_at is null or p.opens_at <= now()) and (p.closes_at is null or p.closes_at > now()))`

/** The visitor whose programmes are read: by their session, or by the basket of their session. */
type ProgrammeSubject = { readonly customer: string | null; readonly session: string | null; readonly basket: string | null }

/** The programmes that a customer has opened in a session and that are not over. For a `select`. */
export const programmesOf = ({ customer, session, basket }: ProgrammeSubject): RawBuilder<OpenedProgramme[]> =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'opensPriceTypes', p.data -> 'opensPriceTypes') order by p.id)
    from programme p where ${isOpen} and p.id in (
      select o.programme_id from session_programme o join session s on s.id_hash = o.session_id
      where o.customer_id = ${customer}::uuid and s.customer_id = o.customer_id and not s.by_link
        and case when ${session}::text is null then s.basket_id = ${basket}::uuid else s.id_hash = ${session} end)), '[]')`

/** The programmes that a visitor has opened. Without an account it needs no query. */
export async function readOpenedProgrammes(
  db: Kysely<Database>,
  visitor: {
    readonly customer: { readonly id: string } | undefined
    readonly session: string | undefined
    readonly hasLinkAccess: boolean
  },
): Promise<readonly OpenedProgramme[]> {
  if (!visitor.customer || visitor.session === undefined || visitor.hasLinkAccess) return []
  const subject = { customer: visitor.customer.id, session: visitor.session, basket: null }
  return (await db.selectNoFrom(programmesOf(subject).as('opened')).executeTakeFirstOrThrow()).opened
}

/** Reads a programme that exists for visitors now, and whether a session has opened it; undefined for any other. */
export async function findProgramme(
  db: Kysely<Database>,
  id: string,
  { customer, session }: { readonly customer: string; readonly session: string | undefined },
): Promise<{ readonly programme: Programme; readonly isOpened: boolean } | undefined> {
  const { rows } = await sql<{ data: Programme; isOpened: boolean }>`
    select p.data, exists (select from session_programme o
      where o.programme_id = p.id and o.session_id = ${session ?? null} and o.customer_id = ${customer}::uuid) as "isOpened"
    from programme p where p.id = ${id} and ${isOpen}`.execute(db)
  const [row] = rows
  return row && { programme: row.data, isOpened: row.isOpened }
}

type EnteredCode = { readonly programme: string; readonly code: string; readonly lastName: string }

/**
 * Whether a code opens a programme for an account with this last name. Does the same work for a wrong code, for another person's
 * code and for an unknown programme.
 */
export async function isProgrammeCode(db: Kysely<Database>, { programme, code, lastName }: EnteredCode): Promise<boolean> {
  const digest = await programmeCodeDigest(programme, code)
  const { rows } = await sql<{ last_name: string | null }>`
    select c.last_name from ${codesInEffect(programme, [digest])} c join programme p on p.id = ${programme} where ${isOpen}`.execute(db)
  return rows.some(({ last_name }) => matchesLastName(last_name, lastName))
}

/** Opens a programme for a customer in a session. The caller has verified the code. */
export async function openProgramme(
  db: Kysely<Database>,
  { programme, session, customer }: { readonly programme: string; readonly session: string; readonly customer: string },
  actor: Actor,
): Promise<void> {
  await transact(db, async (trx) => {
    await trx
      .insertInto('session_programme')
      .values({ session_id: session, programme_id: programme, customer_id: customer })
      .onConflict((conflict) => conflict.columns(['session_id', 'programme_id']).doUpdateSet({ customer_id: customer }))
      .execute()
    await auditCustomer(trx, customer, actor, { verb: 'open-programme', detail: { programme } })
  })
}

/**
 * Creates a programme or changes it, and adds codes; other codes stay.
 * @throws ZodError for an invalid programme
 */
export async function saveProgramme(
  db: Kysely<Database>,
  programme: Programme,
  codes: readonly ProgrammeCode[],
  actor: { readonly name: string },
): Promise<void> {
  const row = { data: JSON.stringify(programmeSchema.parse(programme)) }
  const { id } = programme
  const rows = await Promise.all(codes.map(async ({ code, lastName }) => ({ digest: await programmeCodeDigest(id, code), lastName })))
  await transact(db, async (trx) => {
    await trx
      .insertInto('programme')
      .values({ id, ...row, opens_at: null, closes_at: null, withdrawn_at: null })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    const known = await readCodes(
      trx,
      id,
      rows.map(({ digest }) => digest),
    )
    const added = rows.filter((row) => !known.some(({ digest, lastName }) => digest === row.digest && lastName === row.lastName))
    if (added.length > 0)
      await trx
        .insertInto('programme_code')
        .values(added.map(({ digest, lastName }) => ({ programme_id: id, digest, last_name: lastName })))
        .execute()
    await audit(trx, { actor: actor.name, subject: 'programme', subjectId: id, verb: 'save', detail: { codes: rows.length } })
  })
}
