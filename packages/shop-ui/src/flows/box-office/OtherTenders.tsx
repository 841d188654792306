import { type FormEvent, useState } from 'react'
import { isReferenceValid, maxReferenceLength, type OtherTenderMethod, tenderRules } from '@playhouse/domain/counter-tender'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { TextField } from '#form/TextField'
import { useBrand } from '#server-state'
import styles from './BoxOffice.module.css'

type Props = {
  readonly hasCustomer: boolean
  readonly isPending: boolean
  readonly onPay: (method: OtherTenderMethod, reference: string) => void
}

/** The methods of payment of the brand besides cash and cards, each with the reference that it asks for. */
export function OtherTenders({ hasCustomer, isPending, onPay }: Props) {
  const { counterTenders = [] } = useBrand()
  const t = useWords('box-office')
  const [references, setReferences] = useState<Readonly<Partial<Record<OtherTenderMethod, string>>>>({})
  const [invalidMethod, setInvalidMethod] = useState<OtherTenderMethod>()
  if (counterTenders.length === 0) return null
  return (
    <section aria-labelledby="other-tenders" className={styles['stack']}>
      <h3 id="other-tenders">{t('pay.otherMethods')}</h3>
      {counterTenders.map((tender) => {
        const { method, reference: rule } = tender
        const needsCustomer = tenderRules[method].needsCustomer && !hasCustomer
        const submit = (event: FormEvent): void => {
          event.preventDefault()
          const reference = (references[method] ?? '').trim()
          const isValid = isReferenceValid(tender, reference)
          setInvalidMethod(isValid ? undefined : method)
          if (isValid && !needsCustomer) onPay(method, reference)
        }
        return (
          <form key={method} className={styles['pay']} onSubmit={submit} noValidate>
            {rule && (
              <TextField
                name={`reference-${method}`}
                label={t(`pay.reference.${method}`)}
                hint={rule.example === undefined ? undefined : t('pay.referenceExample', { example: rule.example })}
                value={references[method] ?? ''}
                onChange={(reference) => setReferences({ ...references, [method]: reference })}
                maxLength={maxReferenceLength}
                optional={!rule.isRequired}
                error={invalidMethod === method ? t('pay.referenceWrong') : undefined}
              />
            )}
            {needsCustomer && <p>{t('pay.needsCustomer')}</p>}
            <div className={styles['inline']}>
              <Button type="submit" isPending={isPending} isDisabled={needsCustomer}>
                {t(`pay.by.${method}`)}
              </Button>
            </div>
          </form>
        )
      })}
    </section>
  )
}
