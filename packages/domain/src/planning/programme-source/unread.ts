import type { PretixContent, PretixObject } from './pretix-content.ts'
import type { SourceNote } from './source.ts'

/** Fields of pretix that an import reads, and those that only identify or order things. */
const readFields: Readonly<Record<'events' | 'subevents' | 'items', ReadonlySet<string>>> = {
  events: new Set([
    ...['name', 'slug', 'currency', 'date_from', 'date_to', 'presale_start', 'location', 'has_subevents', 'timezone'],
    ...['seat_category_mapping', 'id', 'public_url', 'best_availability_state'],
  ]),
  subevents: new Set([
    ...['id', 'event', 'date_from', 'date_to', 'presale_start', 'location', 'item_price_overrides', 'variation_price_overrides'],
    ...['seat_category_mapping', 'last_modified', 'best_availability_state'],
  ]),
  items: new Set([
    ...['id', 'name', 'internal_name', 'default_price', 'active', 'admission', 'position', 'require_voucher', 'hide_without_voucher'],
    ...['require_membership', 'require_approval', 'require_bundling', 'has_variations', 'variations', 'max_per_order'],
  ]),
}
/** The default values of pretix. */
const unset: Readonly<Record<string, unknown>> = {
  ...{ allow_cancel: true, allow_waitinglist: true, all_sales_channels: true, is_public: true, admission_mail: true },
  ...{ tax_rate: '0.00', show_quota_left: null, validity_mode: null, free_price_suggestion: null },
}

/** Counts the values of a file that are not imported, by field. @param items those that became price types */
export function countUnread(file: string, content: PretixContent, items: ReadonlySet<PretixObject>): SourceNote[] {
  const counts = new Map<string, number>()
  const count = (field: string): void => void counts.set(field, (counts.get(field) ?? 0) + 1)
  for (const part of ['events', 'subevents', 'items'] as const)
    for (const thing of content[part]) {
      // Other items are notes as a whole.
      if (part === 'items' && !items.has(thing)) continue
      for (const [field, value] of Object.entries(thing))
        if (!readFields[part].has(field) && !isUnset(field, value) && !repeatsEvent(field, value, content)) count(`${part} ${field}`)
    }
  if (content.quotas.length > 0) counts.set('quotas', content.quotas.length)
  return [...counts].map(([field, value]) => ({ file, line: null, field, value: String(value), note: 'not-read' }))
}

/** Whether a date of a series has the name of the event. */
const repeatsEvent = (field: string, value: unknown, { events: [event] }: PretixContent): boolean =>
  field === 'name' && JSON.stringify(value) === JSON.stringify(event?.['name'])

function isUnset(field: string, value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '' || (Object.hasOwn(unset, field) && unset[field] === value))
    return true
  return typeof value === 'object' && Object.values(value).every((each) => isUnset('', each))
}
