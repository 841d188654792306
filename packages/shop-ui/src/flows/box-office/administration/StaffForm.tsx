import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { StaffAccount } from '@playhouse/api-client/contract'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { refreshAdministration } from './administration-queries.ts'
import { RoleField } from './RoleField.tsx'
import type { IssuedPassword } from './StaffPage.tsx'

type Props = {
  readonly account: StaffAccount
  readonly onIssued: (issued: IssuedPassword) => void
  readonly onClose: () => void
}

/** Changes, resets or dismisses the account of another staff user. */
export function StaffForm({ account, onIssued, onClose }: Props) {
  const t = useWords('administration')
  const mutation = usePlanningMutation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { form } = useInvalidFocus(mutation.problem)
  const [name, setName] = useState(account.name)
  const [role, setRole] = useState(account.role)
  const params = { account: account.id }
  const isDismissed = account.state === 'dismissed'
  const finish = async (): Promise<void> => {
    await refreshAdministration()
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const body = { ...(name.trim() !== account.name && { name }), ...(role !== account.role && { role }) }
    void mutation.send(() => api.staffAccounts.edit({ params, body }), { onSuccess: finish, message: t('staff.saved') })
  }
  const reset = () =>
    mutation.send(() => api.staffAccounts.reset({ params }), {
      onSuccess: async (issued) => {
        await refreshAdministration()
        onIssued(issued)
      },
    })
  const dismiss = () =>
    mutation.send(() => api.staffAccounts.dismiss({ params }), {
      onSuccess: finish,
      message: t('staff.dismissed', { name: account.name }),
    })
  return (
    <section className={styles['panel']} aria-labelledby="staff-account">
      <h2 id="staff-account" ref={heading} tabIndex={-1}>
        {account.name}
      </h2>
      <PlanningOutcome mutation={mutation} />
      {!isDismissed && (
        <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="staff-account">
          <TextField
            name="staff-name"
            label={t('field.name')}
            autoComplete="off"
            maxLength={80}
            value={name}
            onChange={setName}
            error={mutation.problem?.code === 'invalid-input' ? t('error.name') : undefined}
          />
          <RoleField value={role} onChange={setRole} />
          <p className={styles['soft']}>{t('staff.roleEnds')}</p>
          <Button type="submit" look="primary" isPending={mutation.isPending}>
            {t('staff.save')}
          </Button>
        </form>
      )}
      <h3>{t(isDismissed ? 'staff.reinstate' : 'staff.reset')}</h3>
      <p>{t(isDismissed ? 'staff.reinstateDetail' : 'staff.resetDetail')}</p>
      <div className={styles['inline']}>
        <Button isPending={mutation.isPending} onPress={() => void reset()}>
          {t(isDismissed ? 'staff.reinstate' : 'staff.reset')}
        </Button>
      </div>
      {!isDismissed && (
        <>
          <h3>{t('staff.dismiss')}</h3>
          <p>{t('staff.dismissDetail')}</p>
          <div className={styles['inline']}>
            <Button look="danger" isPending={mutation.isPending} onPress={() => void dismiss()}>
              {t('staff.dismiss')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
