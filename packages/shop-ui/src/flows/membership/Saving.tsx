import type { MembershipOffer } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { offerClasses } from '#ticketing/OfferLayout'

/** What a membership saves on the tickets of the basket. */
export function Saving({ offer: { saves } }: { readonly offer: MembershipOffer }) {
  const t = useWords('membership')
  const { money } = useFormats()
  return saves > 0 ? <p className={offerClasses.status}>{t('saves', { amount: money(saves) })}</p> : null
}
