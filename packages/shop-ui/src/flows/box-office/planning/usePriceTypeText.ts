import type { PriceType } from '@playhouse/domain/pricing'
import { formatRate } from '@playhouse/domain/rate'
import { textIn } from '@playhouse/domain/text-in'
import { useFormats, useLocale, useWords } from '#i18n'

/** Returns the name of a price type with its rules, for a list of changes: `Schools (no VAT)`. */
export function usePriceTypeText(): (type: PriceType) => string {
  const t = useWords('planning')
  const locale = useLocale()
  const { money } = useFormats()
  const withVat = ({ name, vatBasisPoints }: PriceType): string => {
    if (vatBasisPoints === undefined) return name
    return vatBasisPoints === 0 ? t('prices.typeNoVat', { name }) : t('prices.typeVat', { name, rate: formatRate(vatBasisPoints, locale) })
  }
  const withRange = (type: PriceType): string => {
    const { payWhatYouCan: range } = type
    return range ? t('prices.typeRange', { name: withVat(type), least: money(range.least), most: money(range.most) }) : withVat(type)
  }
  const withLevy = (type: PriceType): string => {
    const { levy } = type
    if (!levy) return withRange(type)
    const size = 'amount' in levy ? money(levy.amount) : formatRate(levy.basisPoints, locale)
    return t('prices.typeLevy', { name: withRange(type), levy: textIn(levy.name, locale), size })
  }
  return (type) =>
    type.proofAtDoor ? t('prices.typeProof', { name: withLevy(type), proof: textIn(type.proofAtDoor, locale) }) : withLevy(type)
}
