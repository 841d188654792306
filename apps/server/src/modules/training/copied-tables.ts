import type { Database } from '#db'

/**
 * Whether a training shop has the rows of a table: those of the programme and of what is for sale are copied; people, sales, codes, accounts of
 * staff, locks and the history are not. A new table does not compile before it is decided here.
 */
export const copiedTables: Readonly<Record<keyof Database, boolean>> = {
  ...{ hall_plan: true, price_list: true, programme: true, performance_type: true, production: true, production_slug: true },
  ...{ image: true, image_file: true, performance: true, sale_windows: true, catalogue_record: true, promo: true, named_code: true },
  ...{ product: true, product_translation: true, product_variant: true, product_stock: true, product_image: true, product_option: true },
  ...{ product_option_choice: true, product_performance: true, menu: true, menu_translation: true, menu_course: true, menu_dish: true },
  ...{
    collection_point: true,
    menu_performance: true,
    menu_serving: true,
    restaurant: true,
    restaurant_sitting: true,
    sitting: true,
    sitting_table: true,
    form: true,
  },
  ...{ form_attachment: true, package: true, package_group: true, package_part: true, package_part_performance: true },
  ...{ package_price: true, package_discount: true, flex_subscription: true },

  // Rooms and closures would keep clerks from selling, and their draws are of real visitors.
  ...{ queue: false, queue_call: false, queue_entry: false, queue_move: false, maintenance_window: false },
  ...{ ballot: false, ballot_performance: false, ballot_entry: false, series_renewal: false, series_renewal_seat: false },
  ...{ day_seat_draw: false, day_seat_entry: false },
  // Seats that staff lock or block have the name of a staff user and a reason.
  ...{ seat_claim: false, seat_change: false, seat_hold: false },
  ...{ staff: false, staff_session: false, staff_recovery_code: false, api_token: false, counter_payment: false },
  // Prices change with the theatre's, not with those of the training shop.
  ...{ price_schedule: false },
  ...{ audit: false, change_set: false, change_row: false, outbox: false, deployment: false, network: false },
  ...{ customer: false, moved_in: false, account_link: false, address: false, session: false, session_programme: false },
  ...{
    programme_code: false,
    programme_code_batch: false,
    access_card: false,
    access_card_revision: false,
    subscription_card: false,
    subscription_card_batch: false,
    promo_use: false,
  },
  ...{ promo_performance: false, single_use_batch: false, single_use_code: false },
  ...{ access_grant: false, contact_permission: false, customer_interest: false, email_change: false, gift_aid_declaration: false },
  ...{ household_member: false, survey_answer: false, membership: false, membership_renewal: false, renewal_consent: false },
  ...{ basket: false, basket_ticket: false, basket_item: false, basket_voucher: false, basket_package: false },
  ...{ customer_order: false, order_line: false, order_item: false, order_package: false, ticket: false, shared_ticket: false },
  ...{ agent_customer: false, agent_return: false, agent_sale: false },
  ...{
    group_booking: false,
    group_invoice: false,
    invoice_series: false,
    mailed_group_invoice: false,
    reservation: false,
    reservation_ticket: false,
    reservation_ticket_lock: false,
    reminder: false,
    form_entry: false,
    donation: false,
    ticket_subscription: false,
  },
  ...{
    payment_attempt: false,
    payment_event: false,
    payment_link: false,
    reservation_link: false,
    payment_card: false,
    provider_customer: false,
    mandate: false,
  },
  ...{ off_session_charge: false, unmatched_payment: false, refund: false, monthly_gift: false, monthly_charge: false },
  ...{ ledger_account: false, ledger_entry: false, ledger_reservation: false, gift_voucher: false, voucher_top_up: false },
  ...{ gift_membership: false },
}
