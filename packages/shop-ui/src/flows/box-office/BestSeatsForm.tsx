import { type FormEvent, useState } from 'react'
import type { OpenInstance } from '@playhouse/api-client/contract'
import { type Band, bands } from '@playhouse/domain/pricing'
import type { Plan } from '@playhouse/domain/plan'
import { needsOfHall, needsOfRequest, type SeatNeed } from '@playhouse/domain/plan/best'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Checkbox } from '#form/Checkbox'
import { Disclosure } from '#ui/Disclosure'
import { NumberStepper } from '#form/NumberStepper'
import { needCodes } from './best-call.ts'
import styles from './BoxOffice.module.css'
import { useCounterState } from './counter-state.ts'
import type { BestSeatsRequest } from './SeatCall.tsx'
import type { SeatNeeds } from './useSeatNeeds.ts'

type Props = {
  readonly instance: Pick<OpenInstance, 'prices'>
  readonly plan: Pick<Plan, 'flags' | 'type'>
  readonly seatNeeds: SeatNeeds
  readonly isPending: boolean
  readonly onBest: (request: BestSeatsRequest) => Promise<boolean>
}
const maxSeats = 50

/** Requests the best available seats by form fields, with the needs of the customer's access ID filled in. */
export function BestSeatsForm(props: Props) {
  const t = useWords('box-office')
  const { customer } = useCounterState()
  return (
    // Another customer has other needs.
    <Disclosure key={customer?.id ?? ''} label={t('find.title')} isInitiallyOpen={props.seatNeeds.fromAccess.length > 0}>
      <RequestForm {...props} />
    </Disclosure>
  )
}

/** The fields, with the two-letter codes for the seat entry line. */
function RequestForm({ instance, plan, seatNeeds: { needs, fromAccess, change }, isPending, onBest }: Props) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const [quantity, setQuantity] = useState(2)
  const [band, setBand] = useState<Band | ''>('')
  const defaultPriceType = instance.prices.priceTypes[0]!.id
  const find = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const requestedNeeds = needsOfRequest(quantity, needs)
    await onBest({
      wish: { quantity, together: false, ...(band && { band }), ...(requestedNeeds.length > 0 && { needs: requestedNeeds }) },
    })
  }
  const choose = (need: SeatNeed, isWanted: boolean): void => change(isWanted ? [...needs, need] : needs.filter((one) => one !== need))
  const { prices } = instance.prices
  const pricedBands = bands.flatMap((band) => (prices[band] ? [{ one: band, price: prices[band][defaultPriceType]?.price }] : []))
  return (
    <form className={styles['form']} onSubmit={(event) => void find(event)}>
      <NumberStepper
        name="best-quantity"
        label={t('find.quantity')}
        value={quantity}
        onChange={setQuantity}
        minimum={1}
        maximum={maxSeats}
      />
      <label htmlFor="best-band">{t('find.band')}</label>
      <select id="best-band" className={styles['choice']} value={band} onChange={(event) => setBand(event.target.value as Band | '')}>
        <option value="">{t('find.anyBand')}</option>
        {pricedBands.map(({ one: band, price }) => (
          <option key={band} value={band}>
            {t('find.bandLine', { band: band.toUpperCase(), price: price === undefined ? '' : money(price) })}
          </option>
        ))}
      </select>
      <fieldset className={styles['needs']}>
        <legend>{t('find.needs')}</legend>
        {fromAccess.length > 0 && <p className={styles['soft']}>{t('find.fromAccess')}</p>}
        {needsOfHall(plan).map((need) => (
          <Checkbox key={need} name={`need-${need}`} value={needs.includes(need)} onChange={(isWanted) => choose(need, isWanted)}>
            {t(`seatNeed.${need}`)} <span className={styles['soft']}>{needCodes[need]}</span>
          </Checkbox>
        ))}
      </fieldset>
      <Button type="submit" isPending={isPending}>
        {t('find.submit')}
      </Button>
    </form>
  )
}
