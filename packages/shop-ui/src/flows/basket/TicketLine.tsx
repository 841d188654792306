import { Trash2 } from 'lucide-react'
import type { BasketTicket } from '@playhouse/api-client/contract'
import type { Money } from '@playhouse/domain/money'
import { textIn } from '@playhouse/domain/text-in'
import { useFormats, useLocale, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ChosenPriceForm } from '#ticketing/ChosenPriceForm'
import { Price } from '#ticketing/Price'
import { useSeatName } from '#ticketing/SeatName'
import { Select } from '#form/Select'
import styles from './TicketLine.module.css'

export type TicketLineProps = {
  readonly ticket: BasketTicket
  readonly busy: boolean
  /** Saves a price type, with an amount where it is pay what you can. Resolves to whether it was saved. */
  readonly onChange: (priceType: string, price?: Money) => Promise<boolean>
  readonly onRemove: () => void
}

/** One seat of the basket: name, price type, price and removal. */
export function TicketLine({ ticket, busy, onChange, onRemove }: TicketLineProps) {
  const t = useWords('basket')
  const { money } = useFormats()
  const locale = useLocale()
  const seat = useSeatName()(ticket)
  const range = ticket.payWhatYouCan
  const rangeText = range && { least: money(range.least), most: money(range.most) }
  const otherChoices = ticket.choices.filter((choice) => choice.priceType !== ticket.priceType)
  const options = [
    { priceType: ticket.priceType, name: ticket.priceTypeName, price: ticket.voucher?.price ?? ticket.price },
    ...otherChoices,
  ].map(({ priceType, name, price }) => ({
    value: priceType,
    label: name,
    detail: money(price),
  }))
  return (
    <li className={styles.line}>
      <div className={styles.seat}>
        <h3>{seat}</h3>
        {ticket.note && <p className={styles.note}>{ticket.note}</p>}
        {range && (
          <ChosenPriceForm
            ticket={ticket}
            seat={seat}
            range={range}
            texts={{
              ...{ label: t('chosen.label'), action: t('chosen.action') },
              ...{ hint: t('chosen.hint', rangeText), error: t('chosen.error', rangeText) },
            }}
            isBusy={busy}
            onChoose={(price) => onChange(ticket.priceType, price)}
          />
        )}
        {ticket.levy && (
          <p className={styles.note}>{t('line.levy', { amount: money(ticket.levy.amount), levy: textIn(ticket.levy.name, locale) })}</p>
        )}
        {ticket.proofAtDoor && <p className={styles.note}>{t('line.proof', { proof: textIn(ticket.proofAtDoor, locale) })}</p>}
        {ticket.voucher && (
          <p className={styles.note}>{t('subscriptions.ticket', { name: ticket.voucher.name, amount: money(ticket.voucher.price) })}</p>
        )}
      </div>
      <div className={styles.type}>
        {otherChoices.length > 0 ? (
          <Select
            name={`type-${ticket.id}`}
            label={<span className="visually-hidden">{t('line.priceTypeFor', { seat })}</span>}
            options={options}
            value={ticket.priceType}
            onChange={(priceType) => priceType !== ticket.priceType && void onChange(priceType)}
            disabled={busy}
          />
        ) : (
          <p>{ticket.priceTypeName}</p>
        )}
      </div>
      <p className={styles.price}>
        <Price amount={ticket.price} free />
      </p>
      <Button look="icon" aria-label={t('line.removeSeat', { seat })} onPress={onRemove} isDisabled={busy}>
        <Trash2 aria-hidden="true" />
      </Button>
    </li>
  )
}
