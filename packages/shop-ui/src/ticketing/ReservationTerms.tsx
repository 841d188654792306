import type { Brand } from '@playhouse/domain/brand'
import { useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'

type Acceptance = { readonly terms: boolean; readonly privacy: boolean }

/** Before the visitor has accepted anything: nothing is preset. */
export const noAcceptance: Acceptance = { terms: false, privacy: false }

export type ReservationTermsProps = {
  readonly brand: Pick<Brand, 'terms' | 'privacy'>
  /** Ends the names of the checkboxes, so that they differ on a page with several products. */
  readonly field: string
  readonly accepts: Acceptance
  readonly onChange: (accepts: Acceptance) => void
}

/** The terms and the privacy notice of a reservation. They open in another tab, so that typed values are not lost. */
export function ReservationTerms({ brand: { terms, privacy }, field, accepts, onChange }: ReservationTermsProps) {
  const t = useWords('order')
  return (
    <>
      <Checkbox
        name={`terms-${field}`}
        value={accepts.terms}
        onChange={(isAccepted) => onChange({ ...accepts, terms: isAccepted })}
        isRequired
      >
        {t('addOns.reservation.terms')}
      </Checkbox>
      <a href={typeof terms === 'string' ? terms : '/terms'} target="_blank" rel="noreferrer">
        {t('addOns.reservation.readTerms')}
      </a>
      <Checkbox
        name={`privacy-${field}`}
        value={accepts.privacy}
        onChange={(isAccepted) => onChange({ ...accepts, privacy: isAccepted })}
        isRequired
      >
        {t('addOns.reservation.privacy')}
      </Checkbox>
      {privacy !== undefined && (
        <a href={privacy} target="_blank" rel="noreferrer">
          {t('addOns.reservation.readPrivacy')}
        </a>
      )}
    </>
  )
}
