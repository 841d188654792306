import { type FormEvent, useState } from 'react'
import { findTenderProblem, isReferenceValid, maxReferenceLength, type OtherTenderMethod } from '@playhouse/domain/counter-tender'
import type { ItemKind } from '@playhouse/domain/item-kind'
import type { OtherTender } from '@playhouse/domain/other-tender'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { TextField } from '#form/TextField'
import { useBrand } from '#server-state'
import styles from './BoxOffice.module.css'
import { useInvalidFocus } from './useInvalidFocus.ts'

type Props = {
  readonly hasCustomer: boolean
  readonly items: readonly { readonly kind: ItemKind }[]
  readonly isPending: boolean
  readonly onPay: (method: OtherTenderMethod, reference: string) => void
}

/** The methods of payment of the brand besides cash and cards, each with the reference that it asks for. */
export function OtherTenders(props: Props) {
  const { counterTenders = [] } = useBrand()
  const t = useWords('box-office')
  if (counterTenders.length === 0) return null
  return (
    <section aria-labelledby="other-tenders" className={styles['stack']}>
      <h3 id="other-tenders">{t('pay.otherMethods')}</h3>
      {counterTenders.map((tender) => (
        <TenderForm key={tender.method} {...props} tender={tender} />
      ))}
    </section>
  )
}

function TenderForm({ tender, hasCustomer, items, isPending, onPay }: Props & { readonly tender: OtherTender }) {
  const t = useWords('box-office')
  const { method, reference: rule } = tender
  const [reference, setReference] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const { form, reject } = useInvalidFocus(undefined)
  const obstacle = findTenderProblem(method, { hasCustomer, items })?.code
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const isValid = isReferenceValid(tender, reference.trim())
    setInvalid(!isValid)
    if (!isValid) reject()
    else if (!obstacle) onPay(method, reference.trim())
  }
  return (
    <form ref={form} className={styles['pay']} onSubmit={submit} noValidate>
      {rule && (
        <TextField
          name={`reference-${method}`}
          label={t(`pay.reference.${method}`)}
          hint={rule.example === undefined ? undefined : t('pay.referenceExample', { example: rule.example })}
          value={reference}
          onChange={setReference}
          maxLength={maxReferenceLength}
          optional={!rule.isRequired}
          error={isInvalid ? t('pay.referenceWrong') : undefined}
        />
      )}
      {obstacle && <p>{t(obstacle === 'no-customer' ? 'pay.needsCustomer' : 'pay.noVouchers')}</p>}
      <div className={styles['inline']}>
        <Button type="submit" isPending={isPending} isDisabled={obstacle !== undefined}>
          {t(`pay.by.${method}`)}
        </Button>
      </div>
    </form>
  )
}
