import type { PackagePricing } from '@playhouse/domain/package'
import { useFormats, useWords } from '#i18n'

/** The discounts of a series by its number of dates, of which those for all price types. */
export function DiscountSteps({ pricing }: { readonly pricing: PackagePricing }) {
  const t = useWords('subscription')
  const { percent } = useFormats()
  if (pricing.kind === 'prices') return null
  const steps = pricing.steps.filter(({ priceTypes }) => priceTypes === undefined)
  return (
    <ul>
      {steps
        .toSorted((a, b) => a.performances - b.performances)
        .map(({ performances, basisPoints }) => (
          <li key={performances}>{t('discount', { count: performances, share: percent(basisPoints / 10_000) })}</li>
        ))}
    </ul>
  )
}
