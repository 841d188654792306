import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Brand, Locale } from '@playhouse/domain/brand'

/** The recipient of a mail, in the language of their account, or else the brand's. */
export type Addressee = { readonly to: string; readonly firstName: string; readonly locale: Locale }

/**
 * Reads the recipient.
 * @throws if the customer does not exist
 */
export async function readAddressee(
  { db, brand }: { readonly db: Kysely<Database>; readonly brand: Pick<Brand, 'defaultLocale'> },
  customer: string,
): Promise<Addressee> {
  const { email, first_name, locale } = await db
    .selectFrom('customer')
    .select(['email', 'first_name', 'locale'])
    .where('id', '=', customer)
    .executeTakeFirstOrThrow()
  return { to: email, firstName: first_name, locale: locale ?? brand.defaultLocale }
}
