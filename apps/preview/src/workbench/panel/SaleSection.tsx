import { useMemo } from 'react'
import { seatFlag, seatTypes } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import { useFormats, useWords } from '@playhouse/shop-ui/i18n'
import { Button } from '@playhouse/shop-ui/ui/Button'
import { NumberStepper } from '@playhouse/shop-ui/form/NumberStepper'
import { Select } from '@playhouse/shop-ui/form/Select'
import { adjacentFreeSeats, basketSeats, availabilityOf } from '#sample'
import { situations } from '#setting'
import { Section } from '../part/Section.tsx'
import { Slide } from '../part/Slide.tsx'
import styles from './Panel.module.css'
import type { PanelProps } from './Panel.tsx'

/** Maximum number of seats in the basket, and number of seats that one press chooses. */
const [mostHeld, choice] = [9, 4]
/** Maximum rate of live sales, in seats per second. */
const busiest = 100

/** The state of the sale: the share sold, the rate of live sales, the visitor's own seats, and a failure. */
export function SaleSection({ setting, change, plan }: PanelProps) {
  const t = useWords('preview')
  const words = useWords('seat')
  const { number } = useFormats()
  const filters = useMemo(
    () => [
      { value: 'none', label: t('sale.noFilter') },
      ...bands.map((band) => ({ value: `band:${band}`, label: words(`band.${band}`) })),
      ...seatTypes.map((type) => ({ value: `type:${type}`, label: words(`type.${type}`) })),
      ...Object.keys(seatFlag).map((flag) => ({ value: `flag:${flag}`, label: words(`fact.${flag}`) })),
    ],
    [t, words],
  )
  const onMap = setting.stage === 'map'
  const choose = (): void => {
    const mine = basketSeats(plan, setting.mine)
    change({ chosen: adjacentFreeSeats(plan, choice, availabilityOf(plan, setting.sold, mine), mine).map(plan.idOf) })
  }
  return (
    <Section title={t('sale.title')} isInitiallyOpen>
      <Slide
        label={t('sale.sold')}
        value={setting.sold}
        onChange={(sold) => change({ sold })}
        maximum={100}
        format={(value) => (value === 100 ? t('sale.soldOut') : t('sale.percent', { percent: number(value) }))}
      />
      <Slide
        label={t('sale.live')}
        value={setting.live}
        onChange={(live) => change({ live })}
        maximum={busiest}
        format={(count) => t('sale.perSecond', { count })}
      />
      <Select
        name="situation"
        label={t('sale.situation')}
        options={situations.map((value) => ({ value, label: t(`situation.${value}`) }))}
        value={setting.situation}
        onChange={(situation) => change({ situation })}
      />
      <NumberStepper name="mine" label={t('sale.mine')} value={setting.mine} onChange={(mine) => change({ mine })} maximum={mostHeld} />
      <div className={styles['line']}>
        <span>{t('sale.chosen', { count: setting.chosen.length })}</span>
        <Button onPress={choose}>{t('sale.choose', { count: choice })}</Button>
        <Button look="quiet" isDisabled={setting.chosen.length === 0} onPress={() => change({ chosen: [] })}>
          {t('sale.clear')}
        </Button>
      </div>
      <Select
        name="filter"
        label={t('sale.filter')}
        options={filters}
        value={filters.some(({ value }) => value === setting.filter) ? setting.filter : 'none'}
        onChange={(filter) => change({ filter })}
        disabled={!onMap}
        {...(!onMap && { hint: t('sale.filterHint') })}
      />
    </Section>
  )
}
