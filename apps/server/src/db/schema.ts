import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { Address } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import type { PriceList } from '@playhouse/domain/pricing'
import type { PerformanceState } from '@playhouse/domain/performance-plan'
import type { AccessTag, KeptSeats, saleStates } from '@playhouse/domain/season'
import type { SeatState } from '@playhouse/domain/seat'
import type {
  AccessCardTables,
  ContactPermissionTable,
  CustomerInterestTable,
  DonationTable,
  EmailChangeTable,
  GiftAidDeclarationTable,
  HouseholdMemberTable,
  PaymentCardTable,
  SessionTable,
  SurveyAnswerTable,
  TicketSubscriptionTable,
  MovedInTable,
} from './account-schema.ts'
import type { BasketTable, BasketTicketTable, BasketVoucherTable } from './basket-schema.ts'
import type { CreatedAt, Instant, Json } from './column.ts'
import type { FormAttachmentTable, FormEntryTable, FormTable } from './form-schema.ts'
import type { BasketItemTable, OrderItemTable } from './item-schema.ts'
import type {
  ProductImageTable,
  ProductOptionChoiceTable,
  ProductOptionTable,
  ProductPerformanceTable,
  ProductStockTable,
  ProductTable,
  ProductTranslationTable,
  ProductVariantTable,
} from './product-schema.ts'
import type { FoodTables } from './food-schema.ts'
import type {
  BasketPackageTable,
  OrderPackageTable,
  PackageDiscountTable,
  PackageGroupTable,
  PackagePartPerformanceTable,
  PackagePartTable,
  PackagePriceTable,
  PackageTable,
  SeriesRenewalSeatTable,
  SeriesRenewalTable,
} from './package-schema.ts'
import type {
  ChangeRowTable,
  ChangeSetTable,
  ImageFileTable,
  ImageTable,
  PerformanceTypeTable,
  ProductionSlugTable,
  ProductionTable,
  CatalogueRecordTable,
  PriceScheduleTables,
  SaleWindowsTable,
} from './planning-schema.ts'
import type { RestaurantTables } from './table-schema.ts'
import type { CustomerOrderTable, OrderLineTable, SharedTicketTable, TicketTable } from './order-schema.ts'
import type {
  GiftMembershipTable,
  GiftVoucherTable,
  LedgerAccountTable,
  LedgerEntryTable,
  LedgerReservationTable,
  DeploymentTable,
  PaymentAttemptTable,
  PaymentEventTable,
  MandateTable,
  OffSessionChargeTable,
  ProviderCustomerTable,
  UnmatchedPaymentTable,
  RefundTable,
  VoucherTopUpTable,
} from './payment-schema.ts'
import type { PaymentLinkTable, ReservationLinkTable } from './payment-link-schema.ts'
import type {
  AccessGrantTable,
  BallotEntryTable,
  BallotPerformanceTable,
  BallotTable,
  DaySeatTables,
  MaintenanceWindowTable,
  MembershipTable,
  NetworkTable,
  PromoPerformanceTable,
  OfferCodeTables,
  PromoTable,
  PromoUseTable,
  ReminderTable,
  ReservationTable,
  ReservationTicketTable,
} from './entitlement-schema.ts'
import type { GroupTables } from './group-schema.ts'
import type { FlexSubscriptionTable, SubscriptionCardBatchTable, SubscriptionCardTable } from './subscription-schema.ts'
import type { MonthlyChargeTable, MonthlyGiftTable } from './monthly-gift-schema.ts'
import type { MembershipRenewalTable, RenewalConsentTable } from './renewal-schema.ts'
import type { ProgrammeCodeBatchTable, ProgrammeCodeTable, ProgrammeTable, SessionProgrammeTable } from './programme-schema.ts'
import type { QueueCallTable, QueueEntryTable, QueueMoveTable, QueueTable } from './queue-schema.ts'
import type { StaffTables } from './staff-schema.ts'

export type AuditTable = {
  id: string
  at: CreatedAt
  actor: string
  request_id: string | null
  subject: string
  subject_id: string
  verb: string
  from_state: string | null
  to_state: string | null
  detail: Json<unknown> | null
}
export type OutboxTable = {
  id: string
  topic: string
  key: string
  payload: Json<Record<string, unknown>>
  created_at: CreatedAt
  available_at: ColumnType<Date, Date | string | RawBuilder<Date> | undefined, Date | string>
  tries: Generated<number>
  done_at: Instant | null
  last_error: string | null
  /** Since when the message waits for an operator: it failed too often. Null while it is tried. */
  parked_at: ColumnType<Date | null, undefined, Date | null>
}
export type CustomerTable = {
  id: string
  email: string
  /** Null for guests, and for customers registered at the counter. */
  password_hash: string | null
  /** Buys without an account: has no password, and may share the address with other customers. */
  is_guest: Generated<boolean>
  title: Generated<string>
  prefix: Generated<string>
  first_name: string
  middle_name: Generated<string>
  last_name: string
  phone: Generated<string>
  marketing_at: Instant | null
  failed_logins: Generated<number>
  locked_at: Instant | null
  /** The language of the shop when the account was opened; null when unknown. */
  locale: ColumnType<Locale | null, Locale | null | undefined, Locale | null>
  /** Either the day or only the year, as the brand asks for it. Days are ISO text. */
  birth_date: ColumnType<string | null, string | null | undefined, string | null>
  birth_year: ColumnType<number | null, number | null | undefined, number | null>
  /** Whether they want reminders of performances. */
  reminders: Generated<boolean>
  /** Time at which a link sent to the address was first opened; null if the address is not verified. */
  address_proved_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: CreatedAt
}
/**
 * A link in a mail that replaces a password. Only its hash is stored; it is valid until a time, and once unless it shows an
 * order.
 */
export type AccountLinkTable = {
  token_hash: string
  purpose: 'reset-password' | 'sign-in' | 'guest-order' | 'claim-orders'
  customer_id: string
  /** The session that requested it. */
  asked_in: ColumnType<string | null, string | null | undefined, string | null>
  until: Instant
  used_at: Instant | null
  created_at: CreatedAt
}
export type AddressTable = Omit<Address, 'county'> & {
  county: Generated<string>
  id: string
  customer_id: string
  is_primary: boolean
  is_billing: Generated<boolean>
  is_delivery: Generated<boolean>
  created_at: CreatedAt
}
/** A row never changes but for `removed_at`: an undo removes the plan, and an undo of that brings it back. */
export type HallPlanTable = {
  hall: string
  version: string
  name: string
  data: string
  added_at: Generated<Date>
  removed_at: Date | null
}
/** `version` is counted up by a trigger whenever `data` changes. */
export type PriceListTable = { id: string; hall: string; data: Json<PriceList>; version: Generated<number> }
export type PerformanceTable = {
  id: string
  production_id: string
  hall: string
  plan_version: string
  price_list_id: string
  starts_at: Instant
  starts_local: string
  time_zone: string
  sale: (typeof saleStates)[number]
  general_sale_at: Instant
  /** Periods before general sale; instants as ISO text. */
  priority: Json<{ from: string; memberships: string[] }[]>
  kept: Json<KeptSeats[]>
  per_customer: number | null
  access_tags: Json<AccessTag[]>
  seats: number
  /** The programme that opens it; null where it is public. */
  programme_id: ColumnType<string | null, string | null | undefined, string | null>
  /** The memberships that it is for; null for everyone. */
  members: ColumnType<string[] | null, string | null | undefined, string | null>
  state: Generated<PerformanceState>
  /** Counted up by a trigger at each change. */
  version: Generated<number>
  /** The type whose defaults it was made with. */
  type_id: ColumnType<string | null, string | null | undefined, string | null>
  /** When its plan was last changed after seats were sold. */
  replanned_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Whether the web shop shows it. */
  is_visible: Generated<boolean>
  /** Whether the counter lists it, and whether it sells it. */
  is_at_counter: Generated<boolean>
  sells_at_counter: Generated<boolean>
}
export type SeatClaimTable = {
  performance_id: string
  seat: number
  state: Exclude<SeatState, 'free'>
  basket_id: string | null
  order_id: string | null
  until: Instant | null
}
/** The seats that a transaction touched. Written only by triggers of `seat_claim`. */
export type SeatChangeTable = { performance_id: string; xid: Generated<string>; seats: number[]; at: CreatedAt }
export interface Database
  extends StaffTables, GroupTables, OfferCodeTables, PriceScheduleTables, AccessCardTables, FoodTables, RestaurantTables, DaySeatTables {
  audit: AuditTable
  outbox: OutboxTable
  customer: CustomerTable
  moved_in: MovedInTable
  account_link: AccountLinkTable
  address: AddressTable
  session: SessionTable
  production: ProductionTable
  production_slug: ProductionSlugTable
  image: ImageTable
  image_file: ImageFileTable
  performance_type: PerformanceTypeTable
  sale_windows: SaleWindowsTable
  catalogue_record: CatalogueRecordTable
  change_set: ChangeSetTable
  change_row: ChangeRowTable
  hall_plan: HallPlanTable
  programme: ProgrammeTable
  programme_code: ProgrammeCodeTable
  programme_code_batch: ProgrammeCodeBatchTable
  session_programme: SessionProgrammeTable
  price_list: PriceListTable
  performance: PerformanceTable
  seat_claim: SeatClaimTable
  seat_change: SeatChangeTable
  basket: BasketTable
  basket_ticket: BasketTicketTable
  basket_item: BasketItemTable
  basket_voucher: BasketVoucherTable
  product: ProductTable
  product_translation: ProductTranslationTable
  product_variant: ProductVariantTable
  product_stock: ProductStockTable
  product_image: ProductImageTable
  product_option: ProductOptionTable
  product_option_choice: ProductOptionChoiceTable
  product_performance: ProductPerformanceTable
  package: PackageTable
  package_group: PackageGroupTable
  package_part: PackagePartTable
  package_part_performance: PackagePartPerformanceTable
  package_price: PackagePriceTable
  package_discount: PackageDiscountTable
  series_renewal: SeriesRenewalTable
  series_renewal_seat: SeriesRenewalSeatTable
  basket_package: BasketPackageTable
  order_package: OrderPackageTable
  form: FormTable
  form_attachment: FormAttachmentTable
  form_entry: FormEntryTable
  payment_attempt: PaymentAttemptTable
  payment_event: PaymentEventTable
  payment_link: PaymentLinkTable
  reservation_link: ReservationLinkTable
  deployment: DeploymentTable
  unmatched_payment: UnmatchedPaymentTable
  refund: RefundTable
  ledger_account: LedgerAccountTable
  ledger_entry: LedgerEntryTable
  ledger_reservation: LedgerReservationTable
  gift_voucher: GiftVoucherTable
  voucher_top_up: VoucherTopUpTable
  gift_membership: GiftMembershipTable
  customer_order: CustomerOrderTable
  order_line: OrderLineTable
  order_item: OrderItemTable
  ticket: TicketTable
  shared_ticket: SharedTicketTable
  membership: MembershipTable
  renewal_consent: RenewalConsentTable
  membership_renewal: MembershipRenewalTable
  monthly_gift: MonthlyGiftTable
  monthly_charge: MonthlyChargeTable
  access_grant: AccessGrantTable
  promo: PromoTable
  promo_use: PromoUseTable
  promo_performance: PromoPerformanceTable
  network: NetworkTable
  reservation: ReservationTable
  reservation_ticket: ReservationTicketTable
  ballot: BallotTable
  ballot_performance: BallotPerformanceTable
  ballot_entry: BallotEntryTable
  maintenance_window: MaintenanceWindowTable
  reminder: ReminderTable
  email_change: EmailChangeTable
  contact_permission: ContactPermissionTable
  gift_aid_declaration: GiftAidDeclarationTable
  customer_interest: CustomerInterestTable
  survey_answer: SurveyAnswerTable
  payment_card: PaymentCardTable
  provider_customer: ProviderCustomerTable
  off_session_charge: OffSessionChargeTable
  mandate: MandateTable
  donation: DonationTable
  flex_subscription: FlexSubscriptionTable
  subscription_card: SubscriptionCardTable
  subscription_card_batch: SubscriptionCardBatchTable
  ticket_subscription: TicketSubscriptionTable
  household_member: HouseholdMemberTable
  queue: QueueTable
  queue_call: QueueCallTable
  queue_entry: QueueEntryTable
  queue_move: QueueMoveTable
}
