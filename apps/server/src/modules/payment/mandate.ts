import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { auditBy, type CustomerTable, type Database, type MandateTable, newId, publish, transact } from '#db'
import type { DirectDebit } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import { next, type VerbOf } from '@playhouse/domain/machine'
import { debitSchemes, mandateMoves, type MandateState } from '@playhouse/domain/payment'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Actor } from '#modules/basket'
import { endConsentsOfMandate, lockMember } from '#modules/membership'
import { newOrderNumber } from '#modules/ticket'
import { findProvider, type PaymentDeps } from './attempt.ts'
import { readDeployment } from './deployment.ts'
import { providerCustomerOf } from './provider-customer.ts'
import { passNotFound, type PaymentProvider, ProviderRefused, type ProviderMandate, ProviderUnreachable } from './provider.ts'

type Mandate = Selectable<MandateTable>

/** Seconds until the provider is asked about a mandate again: callbacks report every change, but may be lost. */
const pollSeconds = { created: 300, pending: 3_600, active: 86_400 }
/** Hours after which a customer who has not agreed to a mandate must start again. */
const maxSetupHours = 23
const batchSize = 50

/** The direct debit scheme that the shop offers; undefined where its provider or its currency has none. */
export const debitSchemeOf = ({ provider, brand }: Pick<PaymentDeps, 'provider' | 'brand'>) =>
  provider.setUpMandate && debitSchemes[brand.currency]

/** Whether the customer has the mandate, or a card that the provider can charge later. */
export async function canChargeLater(
  trx: Transaction<Database>,
  deps: PaymentDeps,
  customer: string,
  directDebit: string | null,
): Promise<boolean> {
  const { provider } = deps
  if (!provider.chargeOffSession || (directDebit !== null && !debitSchemeOf(deps))) return false
  const { rows } = await sql<{ can: boolean }>`
    select case when ${directDebit}::uuid is null
      then exists (select from payment_card where customer_id = ${customer} and provider = ${provider.name})
      else exists (select from mandate where id = ${directDebit}::uuid and customer_id = ${customer} and provider = ${provider.name}
        and state in ('pending', 'active')) end as can`.execute(trx)
  return rows[0]!.can
}

/**
 * Opens a page on which a customer agrees to direct debits. Idempotent: while a mandate is being set up its page is returned.
 * @returns `redirectUrl` null for a customer who has a mandate
 */
export async function setUpMandate(
  deps: PaymentDeps,
  customer: Selectable<CustomerTable>,
  locale: Locale,
  actor: Actor,
): Promise<Result<{ readonly mandate: string; readonly redirectUrl: string | null }, Problem<'page-not-found' | 'payment-unreachable'>>> {
  const { db, provider, origin } = deps
  const scheme = debitSchemeOf(deps)
  try {
    const customerId = scheme && (await providerCustomerOf(deps, provider, customer))
    if (!scheme || customerId === undefined) return fail(problem('page-not-found'))
    const mandate = await ensureMandate(deps, customer.id, { scheme, customerId }, actor)
    if (mandate.state !== 'created') return ok({ mandate: mandate.id, redirectUrl: null })
    if (mandate.url !== null) return ok({ mandate: mandate.id, redirectUrl: mandate.url })
    const page = `${origin}/order/direct-debits/verify?mandate=${mandate.id}`
    const { setupId, url } = await provider.setUpMandate!({
      mandateId: mandate.id,
      shop: origin,
      deployment: (await readDeployment(db, origin)).id,
      customerId: mandate.provider_customer,
      scheme: mandate.scheme,
      locale,
      returnUrl: page,
      cancelUrl: page,
      callbackUrl: `${origin}/api/payments/${provider.name}/callback`,
    })
    const columns = { setup_id: setupId, url, ask_at: sql<Date>`now() + make_interval(secs => ${pollSeconds.created})` }
    await db.updateTable('mandate').set(columns).where('id', '=', mandate.id).execute()
    return ok({ mandate: mandate.id, redirectUrl: url })
  } catch (error) {
    if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefused)) throw error
    return fail(problem('payment-unreachable'))
  }
}

/** Finds the customer's current mandate or creates one. One whose page is too old, or of another provider, fails first. */
function ensureMandate(
  { db, provider }: PaymentDeps,
  customer: string,
  { scheme, customerId }: { readonly scheme: Mandate['scheme']; readonly customerId: string },
  actor: Actor,
): Promise<Mandate> {
  return transact(db, async (trx) => {
    await sql`select 1 from customer where id = ${customer} for no key update`.execute(trx)
    const current = await trx
      .selectFrom('mandate')
      .selectAll()
      .select(sql<boolean>`created_at < now() - make_interval(hours => ${maxSetupHours})`.as('isOld'))
      .where('customer_id', '=', customer)
      .where('state', 'in', ['created', 'pending', 'active'])
      .forUpdate()
      .executeTakeFirst()
    if (current && (current.state !== 'created' || (!current.isOld && current.provider === provider.name))) return current
    if (current) await moveMandate(trx, current, 'fail', actor)
    const id = newId()
    const mandate = await trx
      .insertInto('mandate')
      .values({
        id,
        plan_id: `DD-${newOrderNumber()}`,
        customer_id: customer,
        provider: provider.name,
        provider_customer: customerId,
        scheme,
        state: 'created',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await auditBy(trx, actor, { subject: 'mandate', subjectId: id, verb: 'create', to: 'created' })
    return mandate
  })
}

/** Moves a mandate along its state machine. Where it ends, renewals that it pays for end, too. The caller has locked customer and mandate. */
async function moveMandate(trx: Transaction<Database>, mandate: Mandate, verb: VerbOf<typeof mandateMoves>, actor: Actor): Promise<void> {
  const to = next(mandateMoves, mandate.state, verb)
  if (!to) return
  const seconds = to === 'pending' || to === 'active' ? pollSeconds[to] : null
  await trx
    .updateTable('mandate')
    .set({
      state: to,
      changed_at: sql<Date>`now()`,
      ask_at: seconds === null ? null : sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .where('id', '=', mandate.id)
    .execute()
  await auditBy(trx, actor, { subject: 'mandate', subjectId: mandate.id, verb, from: mandate.state, to })
  if (to === 'active') await publish(trx, 'mail.mandate-active', mandate.id, { mandate: mandate.id })
  // A mandate that the customer has not agreed to ends without a letter, and pays for nothing.
  else if (to !== 'pending' && mandate.state !== 'created') {
    await publish(trx, 'mail.mandate-ended', mandate.id, { mandate: mandate.id })
    await endConsentsOfMandate(trx, { customer: mandate.customer_id, mandate: mandate.id }, actor)
  }
}

/** The move to a state that the provider reports. A mandate that ends before it is active has failed. */
function verbOf(from: MandateState, to: MandateState): VerbOf<typeof mandateMoves> | undefined {
  const verbs: Readonly<Record<MandateState, VerbOf<typeof mandateMoves> | undefined>> = {
    created: undefined,
    pending: 'agree',
    active: 'activate',
    failed: 'fail',
    cancelled: from === 'active' ? 'cancel' : 'fail',
  }
  return verbs[to]
}

/** Reads a mandate from its provider and applies its state, in any order of callbacks. @throws ProviderUnreachable, ProviderRefused */
export async function syncMandate(deps: PaymentDeps, mandate: Mandate, actor: Actor): Promise<void> {
  const provider = findProvider(deps, mandate.provider)
  if (mandate.setup_id === null || !provider?.readMandate) return
  const reported = await provider.readMandate(mandate.setup_id).catch(passNotFound)
  if (!reported || reported.mandateId !== mandate.id) return
  await transact(deps.db, (trx) => applyReport(trx, mandate, reported, actor), { idempotent: true })
}

async function applyReport(
  trx: Transaction<Database>,
  { id, customer_id }: Pick<Mandate, 'id' | 'customer_id'>,
  reported: ProviderMandate,
  actor: Actor,
): Promise<void> {
  await lockMember(trx, customer_id)
  const mandate = await trx.selectFrom('mandate').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  const { token = null, providerMandateId: provider_mandate = null, reference = null, masked = null } = reported
  if (token !== null && reported.state !== 'created')
    await trx.updateTable('mandate').set({ token, provider_mandate, reference, masked }).where('id', '=', id).execute()
  const verb = verbOf(mandate.state, reported.state)
  if (verb) await moveMandate(trx, mandate, verb, actor)
}

/** Applies a callback about a mandate. @param ref the id of its page, or the provider's id of the mandate @returns whether it is one of this shop */
export async function applyMandateCallback(deps: PaymentDeps, { name }: PaymentProvider, ref: string, actor: Actor): Promise<boolean> {
  const mandate = await deps.db
    .selectFrom('mandate')
    .selectAll()
    .where('provider', '=', name)
    .where((eb) => eb.or([eb('setup_id', '=', ref), eb('provider_mandate', '=', ref)]))
    .executeTakeFirst()
  if (mandate) await syncMandate(deps, mandate, actor)
  return mandate !== undefined
}

const ownMandate = (db: Kysely<Database>, customer: string, id: string): Promise<Mandate | undefined> =>
  db.selectFrom('mandate').selectAll().where('id', '=', id).where('customer_id', '=', customer).executeTakeFirst()

/** Lists a customer's mandates that they agreed to, the newest first. */
export async function listMandates(db: Kysely<Database>, customer: string): Promise<DirectDebit[]> {
  const rows = await db
    .selectFrom('mandate')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('token', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return rows.map(describeMandate)
}

const describeMandate = ({ id, plan_id, scheme, state, reference, masked }: Mandate): DirectDebit => ({
  id,
  planId: plan_id,
  scheme,
  state,
  reference,
  maskedAccount: masked,
})

/**
 * Reads a customer's mandate, first from its provider while it is not decided.
 * @param isAsking false to read the stored state only
 * @returns undefined for an unknown mandate
 */
export async function checkMandate(
  deps: PaymentDeps,
  customer: string,
  id: string,
  actor: Actor,
  isAsking = true,
): Promise<DirectDebit | undefined> {
  const mandate = await ownMandate(deps.db, customer, id)
  if (!mandate) return undefined
  if (isAsking && (mandate.state === 'created' || mandate.state === 'pending'))
    try {
      await syncMandate(deps, mandate, actor)
    } catch (error) {
      // The stored state is returned.
      if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefused)) throw error
    }
  return describeMandate((await ownMandate(deps.db, customer, id))!)
}

/** Cancels a customer's mandate at the provider, then here. */
export async function cancelMandate(
  deps: PaymentDeps,
  customer: string,
  id: string,
  actor: Actor,
): Promise<Result<null, Problem<'page-not-found' | 'payment-unreachable'>>> {
  const mandate = await ownMandate(deps.db, customer, id)
  if (!mandate) return fail(problem('page-not-found'))
  try {
    const provider = findProvider(deps, mandate.provider)
    if (!provider?.cancelMandate) return fail(problem('payment-unreachable'))
    if (mandate.setup_id !== null) await provider.cancelMandate(mandate.setup_id)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable || error instanceof ProviderRefused)) throw error
    return fail(problem('payment-unreachable'))
  }
  await transact(deps.db, async (trx) => {
    await lockMember(trx, customer)
    const locked = await trx.selectFrom('mandate').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    await moveMandate(trx, locked, 'cancel', actor)
  })
  return ok(null)
}

/** Polls mandates that are due, because a callback may be lost. Safe to run in several processes. @returns the failures */
export async function pollMandates(deps: PaymentDeps, actor: Actor): Promise<unknown[]> {
  const { rows } = await sql<Mandate>`
    update mandate set ask_at = now() + make_interval(secs => case state
      when 'created' then ${pollSeconds.created}::int when 'pending' then ${pollSeconds.pending}::int else ${pollSeconds.active}::int end)
    where id in (select id from mandate where ask_at < now() order by ask_at limit ${batchSize} for update skip locked)
    returning *`.execute(deps.db)
  const failures: unknown[] = []
  for (const mandate of rows) await syncMandate(deps, mandate, actor).catch((error: unknown) => failures.push(error))
  return failures
}
