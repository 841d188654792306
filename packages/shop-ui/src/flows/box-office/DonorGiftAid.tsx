import { useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { Link } from '#ui/Link'
import { useBrand } from '#server-state'
import { useCounterState } from './counter-state.ts'
import { GiftAidFields, type useGiftAidDeclaration } from './GiftAidFields.tsx'
import { useGiftAidStatus } from './useGiftAidStatus.ts'

/** Gift Aid in the form of a donation: the customer's declaration, or the fields to record one with the donation. */
export function DonorGiftAid({
  declaration,
  isWanted,
  onChange,
}: {
  readonly declaration: ReturnType<typeof useGiftAidDeclaration>
  readonly isWanted: boolean
  readonly onChange: (isWanted: boolean) => void
}) {
  const t = useWords('box-office')
  const statusOf = useGiftAidStatus()
  const { customer } = useCounterState()
  const { features } = useBrand()
  if (!features.giftAid) return null
  if (!customer?.giftAid)
    return (
      <p>
        {t('giftAid.needsCustomer')} <Link to="/smart/customer/search">{t('search.title')}</Link>
      </p>
    )
  if (customer.giftAid.isDeclared)
    return (
      <p>
        {statusOf(customer.giftAid)} {t('giftAid.covers')}
      </p>
    )
  return (
    <>
      <Checkbox name="gift-aid" value={isWanted} onChange={onChange} hint={t('giftAid.hint')}>
        {t('giftAid.declares')}
      </Checkbox>
      {isWanted && <GiftAidFields declaration={declaration} />}
    </>
  )
}
