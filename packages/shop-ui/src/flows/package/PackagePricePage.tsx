import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { packagePathOf } from '@playhouse/domain/package-path'
import { type Band, bands } from '@playhouse/domain/pricing'
import { RadioCards } from '#form/RadioCards'
import { useFormats, useWords } from '#i18n'
import { pricesQuery, ProblemError } from '#server-state'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { useState } from 'react'
import styles from './PackageBuilder.module.css'
import { type PackagePart, PackagePartFrame } from './PackagePart.tsx'

/** Chooses the price band of the best available seats for a performance of a package. */
export function PackagePricePage() {
  const t = useWords('package')
  return (
    <PackagePartFrame heading={t('part.byPrice')} isStep>
      {(part) => <BandChoice {...part} />}
    </PackagePartFrame>
  )
}

const anyBand = 'any'

function BandChoice({ view, performance: { instance }, draft, change }: PackagePart) {
  const t = useWords('package')
  const bandName = useWords('browse')
  const { money } = useFormats()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(pricesQuery(instance))
  const [value, setValue] = useState<Band | typeof anyBand>(draft.bands[instance] ?? anyBand)
  if (error instanceof ProblemError && !data) return <ProblemNotice problem={error.problem} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading>
        <SkeletonBlock height={16} />
      </Loading>
    )
  const firstType = data.priceTypes[0]?.id ?? ''
  const sold = bands.filter((band) => data.prices[band] && (view.bands.length === 0 || view.bands.includes(band)))
  const submit = (): void => {
    const { [instance]: _band, ...otherBands } = draft.bands
    const { [instance]: _seats, ...seats } = draft.seats
    change({ seats, bands: value === anyBand ? otherBands : { ...otherBands, [instance]: value } })
    void navigate(packagePathOf(view), { viewTransition: true })
  }
  return (
    <div className={styles.builder}>
      <RadioCards
        name="band"
        label={t('byPrice.lead')}
        value={value}
        onChange={setValue}
        cards={[
          { value: anyBand, label: t('byPrice.any') },
          ...sold.map((band) => {
            const single = data.prices[band]?.[firstType]
            return {
              ...{ value: band, label: bandName(`band.${band}`) },
              ...(single && { detail: t('byPrice.alone', { amount: money(single.price) }) }),
            }
          }),
        ]}
      />
      <Button look="primary" large onPress={submit}>
        {t('byPrice.use')}
      </Button>
    </div>
  )
}
