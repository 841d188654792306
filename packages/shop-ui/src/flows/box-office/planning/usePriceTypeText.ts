import type { PriceType } from '@playhouse/domain/pricing'
import { formatRate } from '@playhouse/domain/rate'
import { textIn } from '@playhouse/domain/text-in'
import { useLocale, useWords } from '#i18n'

/** Returns the name of a price type with its rules, for a list of changes: `Schools (no VAT)`. */
export function usePriceTypeText(): (type: PriceType) => string {
  const t = useWords('planning')
  const locale = useLocale()
  const withVat = ({ name, vatBasisPoints }: PriceType): string => {
    if (vatBasisPoints === undefined) return name
    return vatBasisPoints === 0 ? t('prices.typeNoVat', { name }) : t('prices.typeVat', { name, rate: formatRate(vatBasisPoints, locale) })
  }
  return (type) =>
    type.proofAtDoor ? t('prices.typeProof', { name: withVat(type), proof: textIn(type.proofAtDoor, locale) }) : withVat(type)
}
