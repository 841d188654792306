import { type FormEvent, useRef, useState } from 'react'
import type { CounterCustomer } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { api } from '#server-state'
import styles from './BoxOffice.module.css'
import { setCounterState, useStaffMutation } from './counter-state.ts'
import { GiftAidFields, GiftAidProblem, useGiftAidDeclaration } from './GiftAidFields.tsx'
import { useGiftAidStatus } from './useGiftAidStatus.ts'

/** The customer's Gift Aid declaration, and the form to record another one or its withdrawal. */
export function CustomerGiftAid({
  customer,
  giftAid,
}: {
  readonly customer: CounterCustomer
  readonly giftAid: NonNullable<CounterCustomer['giftAid']>
}) {
  const t = useWords('box-office')
  const statusOf = useGiftAidStatus()
  const declaration = useGiftAidDeclaration(customer)
  const withdrawal = useStaffMutation()
  const [isOpen, setOpen] = useState(false)
  const status = useRef<HTMLParagraphElement>(null)
  const problem = declaration.problem ?? withdrawal.problem
  const close = (): void => {
    setOpen(false)
    // The button that had the focus is gone.
    status.current?.focus()
  }
  const declare = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if ((await declaration.validate()) && (await declaration.declare())) close()
  }
  const withdraw = async (): Promise<void> => {
    const body = { customer: customer.id }
    const result = await withdrawal.send(() => api.staff.withdrawGiftAid({ body }), {
      onSuccess: setCounterState,
      message: t('giftAid.withdrawalRecorded'),
    })
    if (result.ok) close()
  }
  return (
    <>
      <p ref={status} tabIndex={-1}>
        {statusOf(giftAid)}
      </p>
      <div>
        <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(giftAid.isDeclared ? 'giftAid.change' : 'giftAid.record')}
        </Button>
      </div>
      {isOpen && (
        <form className={styles['form']} noValidate aria-label={t('giftAid.record')} onSubmit={(event) => void declare(event)}>
          {problem && <GiftAidProblem problem={problem} />}
          <GiftAidFields declaration={declaration} />
          <div className={styles['inline']}>
            <Button type="submit" look="primary" isPending={declaration.isPending}>
              {t('giftAid.save')}
            </Button>
            {giftAid.isDeclared && (
              <Button isPending={withdrawal.isPending} onPress={() => void withdraw()}>
                {t('giftAid.withdraw')}
              </Button>
            )}
          </div>
        </form>
      )}
    </>
  )
}
