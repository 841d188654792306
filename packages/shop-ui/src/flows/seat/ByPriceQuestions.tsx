import { useSyncExternalStore } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Label } from 'react-aria-components/Label'
import type { SeatFlag } from '@playhouse/domain/plan'
import type { Band } from '@playhouse/domain/pricing'
import { seatOutlook } from '@playhouse/domain/seat'
import type { SeatStore } from '@playhouse/seatmap/store'
import { useFormats, useWords } from '#i18n'
import { Button } from '#parts/Button'
import { Checkbox } from '#parts/Checkbox'
import { Select } from '#parts/Select'
import { BandSwatch } from './BandSwatch.tsx'
import styles from './ByPriceQuestions.module.css'
import { filtersOf } from './filter.ts'
import type { Wishes } from './find-parties.ts'
import { type House, tallyBands } from './house.ts'
import { PartySize } from './PartySize.tsx'
import { useSeatVoice } from './useSeatVoice.ts'

type ByPriceQuestionsProps = {
  readonly house: House
  readonly store: SeatStore
  readonly size: number
  readonly maximum: number
  readonly wishes: Omit<Wishes, 'size'>
  readonly onSize: (size: number) => void
  readonly onChange: (wishes: Omit<Wishes, 'size'>) => void
  readonly onFind: () => void
}

/** How many, what price, and anything we should know. */
export function ByPriceQuestions({ house, store, size, maximum, wishes, onSize, onChange, onFind }: ByPriceQuestionsProps) {
  const t = useWords('seat')
  const { money } = useFormats()
  const voice = useSeatVoice(house)
  useSyncExternalStore(store.subscribe, store.revision)
  const { plan } = house
  const { flags, types } = filtersOf(plan)
  const areas = plan.areas.filter((area) => area.seatCount > 0 && anyFree(store, area.firstSeat, area.seatCount))
  const toggleFlag = (flag: SeatFlag, on: boolean): void => {
    const next = new Set(wishes.flags)
    if (on) next.add(flag)
    else next.delete(flag)
    onChange({ ...wishes, flags: next })
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onFind()
      }}
    >
      <PartySize size={size} maximum={maximum} onChange={onSize} hint={false} />
      <RadioGroup
        value={wishes.band}
        onChange={(band) => onChange({ ...wishes, band: band as Band | 'any' })}
        className={styles['bands'] ?? ''}
      >
        <Label className={styles['label'] ?? ''}>{t('byPrice.price')}</Label>
        <Radio value="any" className={styles['band'] ?? ''}>
          <span className={styles['name']}>{t('byPrice.anyPrice')}</span>
        </Radio>
        {tallyBands(house, store.outlook)
          .filter(({ left }) => left > 0)
          .map(({ band, full, left }) => (
            <Radio key={band} value={band} className={styles['band'] ?? ''}>
              <BandSwatch band={band} />
              <span className={styles['name']}>{voice.band(band)}</span>
              <span className={styles['left']}>{t('filter.left', { count: left })}</span>
              <span className={styles['price']}>{money(full)}</span>
            </Radio>
          ))}
      </RadioGroup>
      {areas.length > 1 && (
        <Select
          name="area"
          label={t('byPrice.where')}
          options={[{ value: 'any', label: t('byPrice.anywhere') }, ...areas.map(({ id, name }) => ({ value: id, label: name }))]}
          value={areas.some(({ id }) => id === wishes.area) ? wishes.area : 'any'}
          onChange={(area) => onChange({ ...wishes, area })}
        />
      )}
      <fieldset className={styles['needs']}>
        <legend className={styles['label']}>{t('byPrice.needs')}</legend>
        {types.includes('wheelchair') && (
          <Checkbox name="wheelchair" value={wishes.wheelchair} onChange={(wheelchair) => onChange({ ...wishes, wheelchair })}>
            {t('type.wheelchair')}
          </Checkbox>
        )}
        {flags.map((flag) => (
          <Checkbox key={flag} name={flag} value={wishes.flags.has(flag)} onChange={(on) => toggleFlag(flag, on)}>
            {t(`fact.${flag}`)}
          </Checkbox>
        ))}
        {size > 2 && !house.blocks && (
          <Checkbox name="apart" value={wishes.apart} onChange={(apart) => onChange({ ...wishes, apart })}>
            {t('byPrice.apart')}
          </Checkbox>
        )}
      </fieldset>
      <Button type="submit" look="primary" wide large>
        {t('byPrice.find')}
      </Button>
      <p className={styles['fees']}>{t('filter.feesInside')}</p>
    </form>
  )
}

function anyFree(store: SeatStore, first: number, seats: number): boolean {
  for (let seat = first; seat < first + seats; seat++) if (store.outlook[seat] === seatOutlook.free) return true
  return false
}
