import type { CustomerTable } from '#db'
import type { customerFields } from '@playhouse/domain/customer'

type FieldColumn = (typeof customerFields)[number]['column']

/**
 * Columns of `customer` that describe the account and not a person, so that they stay when a customer is erased. A new column of
 * the table does not compile until it is here or in `customerFields`.
 */
export const accountColumns: Readonly<Record<Exclude<keyof CustomerTable, FieldColumn>, true>> = {
  id: true,
  is_guest: true,
  marketing_at: true,
  failed_logins: true,
  locked_at: true,
  address_proved_at: true,
  created_at: true,
}
