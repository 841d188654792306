import type { ColumnType, Generated } from 'kysely'
import type { GroupKind } from '@playhouse/domain/group-booking'
import type { GroupDocumentKind, GroupInvoice } from '@playhouse/domain/group-invoice'
import type { AgentTables } from './agent-schema.ts'
import type { CreatedAt, Instant, Json } from './column.ts'

/** The terms of a reserved order of a group or school. Days are ISO text, amounts minor units. */
type GroupBookingTable = {
  reservation_id: string
  kind: GroupKind
  name: string
  option_until: Instant
  deposit: number
  deposit_due: string | null
  balance_due: string
  /** The account of its deposits. */
  account_id: string
  cancelled_at: ColumnType<Date | null, undefined, Date>
  /** The due day that its contact was reminded of. */
  reminded_for: Generated<string | null>
  /** Minor units of its deposits that the theatre kept. */
  kept: Generated<number>
  /** Changes with each change of the names of its people. */
  names_version: Generated<number>
}
type InvoiceSeriesTable = { series: string; last: number }
/** Invoices and credit notes of group bookings; never changed. */
type GroupInvoiceTable = {
  id: string
  series: string
  position: number
  number: string
  reservation_id: string
  kind: GroupDocumentKind
  /** The id of the invoice that a credit note cancels. */
  cancels: string | null
  issued_at: Instant
  content: Json<GroupInvoice>
}

/** Documents that were mailed to the contact. */
type MailedGroupInvoiceTable = { invoice_id: string; at: CreatedAt }

/** The tables of group bookings and of agents: both pay on account. */
export interface GroupTables extends AgentTables {
  group_booking: GroupBookingTable
  group_invoice: GroupInvoiceTable
  invoice_series: InvoiceSeriesTable
  mailed_group_invoice: MailedGroupInvoiceTable
}
