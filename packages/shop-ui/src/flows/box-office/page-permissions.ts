import type { StaffPermission } from '@playhouse/domain/staff'

/** The permission that each page of the counter needs, by the beginning of its path. The first match counts. */
const pagePermissions: readonly (readonly [path: string, permission: StaffPermission])[] = [
  ['/smart/customer/', 'serve-customers'],
  ['/smart/book/', 'sell'],
  ['/smart/book', 'read-performances'],
  ['/smart/orders/', 'read-orders'],
  ['/smart/sell', 'sell'],
  ['/smart/add-to-cart/', 'sell'],
  ['/smart/takings', 'read-takings'],
  ['/smart/vouchers', 'read-vouchers'],
  ['/smart/payment-links', 'payment-link'],
  ['/smart/forms', 'answer-forms'],
  ['/smart/groups', 'reserve'],
  ['/smart/audit/', 'read-book'],
  ['/smart/food/', 'read-kitchen-list'],
  ['/smart/tables/', 'read-kitchen-list'],
  ['/smart/productions/new', 'edit-programme'],
  ['/smart/productions', 'read-programme'],
  ['/smart/programme-file', 'read-programme'],
  ['/smart/halls/new', 'edit-plans'],
  ['/smart/halls', 'read-programme'],
  ['/smart/offers/new', 'edit-offers'],
  ['/smart/offers', 'read-programme'],
  ['/smart/performance-types', 'read-programme'],
  ['/smart/prices', 'read-programme'],
  ['/smart/catalogue/access-cards', 'read-access-cards'],
  ['/smart/catalogue', 'read-programme'],
  ['/smart/changes', 'read-programme'],
  ['/smart/staff', 'read-staff'],
  ['/smart/moving-in', 'move-in'],
  ['/smart/tokens', 'read-staff'],
]

/** The permission that a page needs; undefined for a page that all staff users may open. */
export const permissionOfPage = (path: string): StaffPermission | undefined =>
  /^\/smart\/catalogue\/[^/]+\/new$/.test(path)
    ? 'edit-catalogue'
    : /^\/smart\/productions\/[^/]+\/(edit|image|run|translations|performances\/[^/]+\/plan)$/.test(path)
      ? 'edit-programme'
      : pagePermissions.find(([beginning]) => path.startsWith(beginning))?.[1]
