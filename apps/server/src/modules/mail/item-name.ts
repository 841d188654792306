import { type FixedNameKind, hasFixedName, type ItemKind } from '@playhouse/domain/item-kind'
import type { MailTotalsKey } from './mail-words.ts'

const fixedNames: Readonly<Record<FixedNameKind, MailTotalsKey>> = { 'refund-protection': 'totals.refundProtection' }

/** The name of an item in a mail or on a payment page: its own name, or the text of its kind. */
export const itemName = (t: (key: string) => string, { kind, name }: { readonly kind: ItemKind; readonly name: string }): string =>
  hasFixedName(kind) ? t(fixedNames[kind]) : name
