import type { Ticket } from '@playhouse/api-client/contract'
import { textIn } from '@playhouse/domain/text-in'
import { useLocale, useWords } from '#i18n'

/** Returns the price type of a sold ticket, with what its holder shows at the door. */
export function useSoldAs(): (ticket: Pick<Ticket, 'priceTypeName' | 'proofAtDoor'>) => string {
  const t = useWords('box-office')
  const locale = useLocale()
  return ({ priceTypeName, proofAtDoor }) =>
    proofAtDoor ? `${priceTypeName} · ${t('held.proof', { proof: textIn(proofAtDoor, locale) })}` : priceTypeName
}
