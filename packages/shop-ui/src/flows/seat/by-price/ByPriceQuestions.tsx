import { useSyncExternalStore } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Label } from 'react-aria-components/Label'
import type { Band } from '@playhouse/domain/pricing'
import { seatAvailability } from '@playhouse/domain/seat'
import type { SeatStore } from '@playhouse/seatmap/store'
import { useFormats, useWords } from '#i18n'
import { BuyButton } from '#mutation'
import { Checkbox } from '#form/Checkbox'
import { Select } from '#form/Select'
import { BandSwatch } from '../words/BandSwatch.tsx'
import styles from './ByPriceQuestions.module.css'
import { type SeatingModel, countBands } from '../model/seating-model.ts'
import { PartySize } from '../choice/PartySize.tsx'
import { useSeatVoice } from '../words/useSeatVoice.ts'
import { needsOf, type Wishes, withNeed } from './wishes.ts'

type ByPriceQuestionsProps = {
  readonly model: SeatingModel
  readonly store: SeatStore
  readonly size: number
  readonly maximum: number
  readonly wishes: Wishes
  /** Needs that were filled in from the visitor's access ID. */
  readonly accessNeeds: Wishes['needs']
  readonly isSearching: boolean
  readonly onSize: (size: number) => void
  readonly onChange: (wishes: Wishes) => void
  readonly onFind: () => void
}

/** Questions about the number of seats, the price, and needs. */
export function ByPriceQuestions(props: ByPriceQuestionsProps) {
  const { model, store, size, maximum, wishes, accessNeeds, isSearching, onSize, onChange, onFind } = props
  const t = useWords('seat')
  const { money } = useFormats()
  const voice = useSeatVoice(model)
  useSyncExternalStore(store.subscribe, store.revision)
  const { plan } = model
  const areas = plan.areas.filter((area) => area.seatCount > 0 && anyFree(store, area.firstSeat, area.seatCount))
  const needs = needsOf(plan).filter(({ need }) => need !== 'companion' || (wishes.needs.has('wheelchair') && size > 1))
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
        {countBands(model, store.outlook)
          .filter(({ free }) => free > 0)
          .map(({ band, full, free }) => (
            <Radio key={band} value={band} className={styles['band'] ?? ''}>
              <BandSwatch band={band} />
              <span className={styles['name']}>{voice.band(band)}</span>
              <span className={styles['left']}>{t('filter.left', { count: free })}</span>
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
        {accessNeeds.size > 0 && <p className={styles['fees']}>{t('byPrice.fromAccess')}</p>}
        {needs.map(({ need, word }) => (
          <Checkbox key={need} name={need} value={wishes.needs.has(need)} onChange={(isOn) => onChange(withNeed(wishes, need, isOn))}>
            {t(word)}
          </Checkbox>
        ))}
        {/* One person sees it too: a box that came with the second one would move the button below from under the pointer. */}
        {maximum > 1 && !model.blocks && (
          <Checkbox name="apart" value={wishes.apart} onChange={(isApart) => onChange({ ...wishes, apart: isApart })}>
            {t('byPrice.apart')}
          </Checkbox>
        )}
      </fieldset>
      {/* What is found is held at once. */}
      <BuyButton type="submit" look="primary" wide large isPending={isSearching}>
        {t('byPrice.find')}
      </BuyButton>
      <p className={styles['fees']}>{t('filter.feesInside')}</p>
    </form>
  )
}

function anyFree(store: SeatStore, first: number, seats: number): boolean {
  for (let seat = first; seat < first + seats; seat++) if (store.outlook[seat] === seatAvailability.free) return true
  return false
}
