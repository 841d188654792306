import { Info, X } from 'lucide-react'
import { levyWithin } from '@playhouse/domain/levy'
import { textIn } from '@playhouse/domain/text-in'
import { useFormats, useLocale, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Price } from '#ticketing/Price'
import { BandSwatch } from '../words/BandSwatch.tsx'
import { bandAt, choicesAt, type SeatingModel, priceAt } from '../model/seating-model.ts'
import { PriceTypeSelect } from './PriceTypeSelect.tsx'
import styles from './SeatCard.module.css'
import { useSeatVoice } from '../words/useSeatVoice.ts'

type SeatCardProps = {
  readonly model: SeatingModel
  readonly index: number
  readonly priceType: string
  readonly onPriceType: (priceType: string) => void
  readonly onClear: () => void
  readonly onDetails: () => void
}

/** A chosen seat: location, price, price type and facts, with a button to remove it. */
export function SeatCard({ model, index, priceType, onPriceType, onClear, onDetails }: SeatCardProps) {
  const t = useWords('seat')
  const { money } = useFormats()
  const locale = useLocale()
  const voice = useSeatVoice(model)
  const band = bandAt(model, index)
  const price = priceAt(model, index, priceType)
  const choices = choicesAt(model, index)
  const seat = voice.seatInHall(index)
  const proof = price?.priceType.proofAtDoor
  const range = price?.priceType.payWhatYouCan
  const levy = price && levyWithin(price.priceType.levy, price.price)
  const note = model.plan.noteOf(index)
  return (
    <li className={styles['card']}>
      <div className={styles['head']}>
        {band && <BandSwatch band={band} />}
        <h3 className={styles['seat']}>{seat}</h3>
        {price && (
          <strong className={styles['price']}>
            <Price amount={price.price} free />
          </strong>
        )}
      </div>
      <p className={styles['facts']}>{voice.facts(index).join(' · ')}</p>
      {note && <p className={styles['note']}>{note}</p>}
      {range && <p className={styles['note']}>{t('yours.chosen', { least: money(range.least), most: money(range.most) })}</p>}
      {levy && <p className={styles['note']}>{t('yours.levy', { amount: money(levy.amount), levy: textIn(levy.name, locale) })}</p>}
      {proof && <p className={styles['note']}>{t('yours.proof', { proof: textIn(proof, locale) })}</p>}
      <div className={styles['foot']}>
        {choices.length > 1 && price ? (
          <PriceTypeSelect
            label={t('yours.priceType', { seat })}
            options={choices.map((choice) => ({ value: choice.priceType.id, label: choice.priceType.name, detail: money(choice.price) }))}
            value={price.priceType.id}
            onChange={onPriceType}
          />
        ) : (
          <span className={styles['only']}>{price?.priceType.name}</span>
        )}
        <span className={styles['actions']}>
          <Button look="icon" aria-label={t('yours.details', { seat })} onPress={onDetails}>
            <Info aria-hidden="true" />
          </Button>
          <Button look="icon" aria-label={t('yours.remove', { seat })} onPress={onClear}>
            <X aria-hidden="true" />
          </Button>
        </span>
      </div>
    </li>
  )
}
