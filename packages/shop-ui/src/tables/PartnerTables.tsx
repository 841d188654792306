import { useState } from 'react'
import { calendarDay } from '@playhouse/domain/calendar'
import {
  isTableBookable,
  mostTableGuests,
  type TableOffer,
  tableLink,
  tableOfferFor,
  type TablePartner,
} from '@playhouse/domain/table-booking'
import { useDayFormat, useFormats, useWords } from '#i18n'
import { Button, buttonClasses } from '#ui/Button'
import { DialogActions } from '#ui/Dialog'
import { Notice } from '#ui/Notice'
import { Checkbox } from '#form/Checkbox'
import { focusField } from '#form/ErrorSummary'
import { NumberStepper } from '#form/NumberStepper'
import { RadioCards } from '#form/RadioCards'
import type { TableDialogProps } from './TableDialog.tsx'

type PartnersProps = Required<Pick<TableDialogProps, 'performance' | 'party' | 'now'>> & { readonly partners: readonly TablePartner[] }

/** Restaurants with their own sites. Nothing is sent before the visitor has agreed and follows the link. */
export function PartnerTables({ performance, party, partners, now }: PartnersProps) {
  const t = useWords('table')
  const formatDay = useDayFormat()
  const offer = tableOfferFor(performance, now())
  const today = calendarDay(new Date(now()).toISOString(), performance.timeZone)
  if (!offer) return <Notice title={t('over')} />
  return isTableBookable(offer, today) ? (
    <PartnerForm offer={offer} partners={partners} party={party} timeZone={performance.timeZone} />
  ) : (
    <Notice title={t('early.title', { day: formatDay(offer.opensOn) })}>{t('early.text')}</Notice>
  )
}

type FormProps = {
  readonly offer: TableOffer
  readonly partners: readonly TablePartner[]
  readonly party: number
  readonly timeZone: string
}

function PartnerForm({ offer, partners, party, timeZone }: FormProps) {
  const t = useWords('table')
  const { dateAndTime } = useFormats()
  const [chosen, setChosen] = useState(partners[0]!.partner)
  const [typed, setTyped] = useState(party)
  const [isAgreed, setAgreed] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const partner = partners.find((each) => each.partner === chosen) ?? partners[0]!
  const most = partner.most ?? mostTableGuests
  const guests = Math.min(typed, most)
  const { name, host } = partner
  /** What was agreed to changes: the visitor is asked to agree again. */
  const change = (make: () => void): void => {
    make()
    if (isAgreed) setMissing(true)
    setAgreed(false)
  }
  const when = dateAndTime({ startsAt: offer.at, timeZone })
  return (
    <>
      <p>{t('lead', { when })}</p>
      {partners.length > 1 && (
        <RadioCards
          name="table-partner"
          label={t('partner')}
          value={partner.partner}
          onChange={(next) => change(() => setChosen(next))}
          cards={partners.map((each) => ({ value: each.partner, label: each.name }))}
        />
      )}
      <NumberStepper
        name="table-party"
        label={t('party')}
        value={guests}
        onChange={(next) => change(() => setTyped(next))}
        minimum={1}
        maximum={most}
      />
      <Checkbox
        name="table-agreement"
        value={isAgreed}
        onChange={(next) => {
          setAgreed(next)
          setMissing(false)
        }}
        hint={t('others', { name })}
        error={isMissing ? t('agreeFirst', { name }) : undefined}
      >
        {t('agree', { name, host, when, count: guests })}
      </Checkbox>
      <DialogActions>
        {isAgreed ? (
          <a
            href={tableLink(partner, offer, guests)}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            className={buttonClasses({ look: 'primary' })}
          >
            {t('open', { name })}
          </a>
        ) : (
          <Button
            look="primary"
            onPress={() => {
              setMissing(true)
              focusField('table-agreement')
            }}
          >
            {t('open', { name })}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
