import type { PackagePricing } from '@playhouse/domain/package'
import { useFormats, useWords } from '#i18n'
import { useBrand } from '#server-state'
import { useTheatreText } from '#ticketing/TheatreText'

type Priced = { readonly pricing: PackagePricing; readonly least: number; readonly most: number }

/** Texts of packages in the language of the page. */
export function usePackageText() {
  const t = useWords('package')
  const { money, percent } = useFormats()
  return {
    textOf: useTheatreText(useBrand().defaultLocale),
    /** How many performances it has. */
    extent: ({ least, most }: Priced): string =>
      least === most ? t('performances', { count: most }) : t('performancesBetween', { least, most }),
    /** What it costs or saves. */
    price: ({ pricing }: Priced): string => {
      if (pricing.kind === 'prices') return t('priceFrom', { amount: money(lowestOf(pricing.prices.map(({ price }) => price))) })
      return t('saveUpTo', { share: percent(Math.max(...pricing.steps.map(({ basisPoints }) => basisPoints)) / 10_000) })
    },
  }
}

const lowestOf = <Amount extends number>(amounts: readonly Amount[]): Amount =>
  amounts.reduce((lowest, amount) => (amount < lowest ? amount : lowest))
