import { useQuery } from '@tanstack/react-query'
import type { ChosenPerformance, PackageView } from '@playhouse/domain/package'
import { NumberStepper } from '#form/NumberStepper'
import { useFormats, useWords } from '#i18n'
import { pricesQuery, useBrand } from '#server-state'
import styles from './PackageBuilder.module.css'
import type { PackageDraft } from './usePackageDraft.ts'

type PackagePeopleProps = {
  readonly view: PackageView
  readonly choice: readonly ChosenPerformance[]
  readonly people: PackageDraft['people']
  readonly onChange: (people: PackageDraft['people']) => void
}

/** How many people come, by price type. The price types are those of the first chosen date. */
export function PackagePeople({ view, choice, people, onChange }: PackagePeopleProps) {
  const t = useWords('package')
  const { money } = useFormats()
  const { limits } = useBrand()
  const first = choice[0]?.instance
  const { data } = useQuery({ ...pricesQuery(first ?? ''), enabled: first !== undefined, placeholderData: (previous) => previous })
  const prices = view.pricing.kind === 'prices' ? view.pricing.prices : undefined
  const types =
    first === undefined ? [] : (data?.priceTypes.filter(({ id }) => prices?.some(({ priceType }) => priceType === id) ?? true) ?? [])
  const total = types.reduce((sum, { id }) => sum + (people[id] ?? 0), 0)
  const most = limits.ticketsPerPerformance ?? limits.ticketsPerOrder
  return (
    <section className={styles.group} aria-labelledby="people">
      <h2 id="people">{t('people')}</h2>
      {types.length === 0 && <p className={styles.soft}>{t('peopleLater')}</p>}
      {types.map(({ id, name, limit = most }) => {
        const price = prices?.find(({ priceType }) => priceType === id)?.price
        const now = people[id] ?? 0
        return (
          <NumberStepper
            key={id}
            name={`people-${id}`}
            label={price === undefined ? name : t('perPerson', { name, amount: money(price) })}
            value={now}
            onChange={(quantity) => onChange({ ...people, [id]: quantity })}
            maximum={Math.min(limit, most - total + now)}
          />
        )
      })}
    </section>
  )
}
