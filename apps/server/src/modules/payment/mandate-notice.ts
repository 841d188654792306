import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Brand, Locale } from '@playhouse/domain/brand'

/** What a letter about a mandate contains. `plan`: the plan id that the customer sees. */
type MandateNotice = { readonly to: string; readonly firstName: string; readonly locale: Locale; readonly plan: string }

/** Reads what a letter about a mandate contains. */
export async function readMandateNotice(
  db: Kysely<Database>,
  brand: Pick<Brand, 'defaultLocale'>,
  mandate: string,
): Promise<MandateNotice> {
  const { email, first_name, locale, plan_id } = await db
    .selectFrom('mandate')
    .innerJoin('customer', 'customer.id', 'mandate.customer_id')
    .select(['customer.email', 'customer.first_name', 'customer.locale', 'mandate.plan_id'])
    .where('mandate.id', '=', mandate)
    .executeTakeFirstOrThrow()
  return { to: email, firstName: first_name, locale: locale ?? brand.defaultLocale, plan: plan_id }
}
